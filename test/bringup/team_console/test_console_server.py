# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""The console's web server, asked over HTTP."""

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bringup.team_console.guard import needs_key
from bringup.team_console.picture import Picture
from bringup.team_console.recorded import read_run
from bringup.team_console.server import Console
from bringup.team_console.serving import listen
from teamwork.config import ConfigError

LIMIT = 10.0


class Hands:
    """Remember what was said and stopped; refuse on demand."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.stops: list[tuple[str, bool]] = []
        self.error = ""

    async def say(self, text: str) -> str:
        self.said.append(text)
        return self.error

    async def stop(self, whose: str, pressed: bool) -> str:
        self.stops.append((whose, pressed))
        return self.error

    def now(self) -> float:
        return 31.5


class Served:
    """Serve a console on a thread."""

    def __init__(self, picture: Picture, hands: Any, key: str = "") -> None:
        import uvicorn

        self.listener = listen("127.0.0.1", 0)
        self.port = self.listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        console = Console(picture, {"mode": "live", "title": "t"}, hands, self._stopping)
        config = uvicorn.Config(console.app(key), log_level="warning", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self._loop.run_until_complete(self._server.serve(sockets=[self.listener]))

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._server.should_exit = True
        self._thread.join(LIMIT)
        self._loop.close()

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        data = None if body is None else json.dumps(body).encode()
        sent = {"content-type": "application/json"} if data else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, sent)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def news(self, count: int) -> list[dict[str, Any]]:
        """Return the first batches of the stream."""
        found: list[dict[str, Any]] = []
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.port}/api/stream", timeout=LIMIT
        ) as stream:
            name = ""
            while len(found) < count:
                line = stream.readline().decode()
                name = line.removeprefix("event: ").strip() if line.startswith("event: ") else name
                if line.startswith("data: ") and name == "news":
                    found.append(json.loads(line.removeprefix("data: ")))
        return found


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def served(run_folder: Path, hands: Hands) -> Iterator[Served]:
    picture = Picture()
    read_run(run_folder, picture)
    served = Served(picture, hands)
    served.picture = picture  # type: ignore[attr-defined]
    yield served
    served.end()


def test_the_stream_tells_all_and_then_what_is_new(served: Any) -> None:
    first, second = served.news(2)
    assert first["anew"] is True
    assert first["now"] == 31.5
    assert len(first["entries"]) == served.picture.log.since(-1, 0)[1]
    assert (second["anew"], second["entries"]) == (False, [])


def test_a_picture_begun_anew_is_told_anew(served: Any) -> None:
    timer = threading.Timer(0.5, served.picture.clear)
    timer.start()
    batches = served.news(6)
    timer.join()
    assert [batch["anew"] for batch in batches].count(True) == 2
    assert batches[-1]["entries"] == []


def test_the_page_and_its_parts_are_served_and_may_load_nothing_else(served: Served) -> None:
    status, page = served.ask("/")
    assert status == 200
    parts = [word.split('"')[1] for word in page.split() if word.startswith(("src=", "href="))]
    assert parts
    assert all(part.startswith("/page/") and served.ask(part)[0] == 200 for part in parts)
    request = urllib.request.urlopen(f"http://127.0.0.1:{served.port}/", timeout=LIMIT)
    assert "default-src 'none'" in request.headers["content-security-policy"]
    assert served.ask("/page/../server.py")[0] == 404


def test_prompt_and_answer_are_given_by_number(served: Served) -> None:
    status, text = served.ask("/api/calls/1")
    assert status == 200
    assert json.loads(text)["prompt"][0] == {"role": "system", "content": "You plan."}
    assert served.ask("/api/calls/99")[0] == 404


def test_words_and_stops_reach_the_team(served: Served, hands: Hands) -> None:
    assert served.ask("/api/say", {"text": " hello\n team "})[0] == 200
    assert served.ask("/api/stop", {"whose": "", "pressed": True})[0] == 200
    assert served.ask("/api/stop", {"whose": "dog", "pressed": False})[0] == 200
    assert hands.said == ["hello team"]
    assert hands.stops == [("", True), ("dog", False)]


def test_a_stop_that_nobody_hears_is_an_error(served: Served, hands: Hands) -> None:
    hands.error = "nobody listens"
    assert served.ask("/api/stop", {"whose": "", "pressed": True}) == (
        503,
        '{"error":"nobody listens"}',
    )


@pytest.mark.parametrize(
    "body", [{}, [], "x", {"whose": "", "pressed": 1}, {"text": " "}, {"text": 3}]
)
def test_bad_commands_are_refused(served: Served, hands: Hands, body: Any) -> None:
    assert served.ask("/api/stop", body)[0] == 400
    assert served.ask("/api/say", body)[0] == 400
    assert served.ask("/api/say", {"text": "x" * 9000})[0] == 400
    assert not hands.said
    assert not hands.stops


def test_other_sites_pages_can_neither_look_nor_command(served: Served, hands: Hands) -> None:
    stop = {"whose": "", "pressed": False}
    assert served.ask("/", host="console.example")[0] == 403
    assert served.ask("/api/stop", stop, origin="http://evil.example")[0] == 403
    assert served.ask("/api/stop", stop, content_type="text/plain")[0] == 415
    assert not hands.stops
    own = f"http://127.0.0.1:{served.port}"
    assert served.ask("/api/stop", stop, origin=own)[0] == 200


def test_from_the_network_only_the_key_opens() -> None:
    served = Served(Picture(), Hands(), key="s3cret")
    try:
        assert served.ask("/")[0] == 403
        assert served.ask("/?key=wrong")[0] == 403
        assert served.ask("/api/stop", {"whose": "", "pressed": True})[0] == 403
        assert served.ask("/", cookie="console_key=s3cret")[0] == 200
    finally:
        served.end()


def test_addresses_that_others_reach_need_a_key() -> None:
    assert [needs_key(a) for a in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.0.7")] == [
        False, False, False, True, True,
    ]  # fmt: skip


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(ConfigError, match="expected a free port"):
        listen("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(ConfigError, match="expected a free port"):
        listen("192.0.2.1", 0)


def test_a_recorded_run_hears_nobody(run_folder: Path) -> None:
    picture = Picture()
    read_run(run_folder, picture)
    served = Served(picture, None)
    try:
        assert served.ask("/api/say", {"text": "hello"})[0] == 409
        assert served.ask("/api/stop", {"whose": "", "pressed": True})[0] == 409
        assert served.news(1)[0]["now"] == 31.0
    finally:
        served.end()
