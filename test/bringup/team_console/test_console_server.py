# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The console's web server, asked over HTTP."""

import asyncio
import http.server
import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adhoc_teamwork.bringup.team_console.guard import needs_key
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.bringup.team_console.recorded import read_run
from adhoc_teamwork.bringup.team_console.server import KEPT_PLACES, MOST_PAGES, Console
from adhoc_teamwork.bringup.team_console.serving import listen
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall

LIMIT = 10.0


class TeamControl:
    """Remember what was said and stopped; refuse on demand."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.stops: list[tuple[str, bool]] = []
        self.answers: list[tuple[str, int, bool]] = []
        self.error = ""

    async def say(self, text: str) -> str:
        self.said.append(text)
        return self.error

    async def stop(self, whose: str, pressed: bool) -> str:
        self.stops.append((whose, pressed))
        return self.error

    async def answer(self, door: str, number: int, yes: bool) -> str:
        self.answers.append((door, number, yes))
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
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        sent = {"content-type": "application/json"} if data else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, sent)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def open_stream(self, **headers: str) -> Any:
        """Return the stream once it has a place."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        url = f"http://127.0.0.1:{self.port}/api/stream"
        stream = urllib.request.urlopen(urllib.request.Request(url, headers=sent), timeout=LIMIT)
        stream.readline()
        return stream

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
def hands() -> TeamControl:
    return TeamControl()


@pytest.fixture
def served(run_folder: Path, hands: TeamControl) -> Iterator[Served]:
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


def test_a_yes_to_an_agent_goes_through_and_nothing_like_it(
    served: Any, hands: TeamControl
) -> None:
    answer = {"door": "7", "number": 3, "yes": True}
    assert served.ask("/api/answer", answer)[0] == 200
    assert served.ask("/api/answer", answer, origin="http://evil.example")[0] == 403
    assert served.ask("/api/answer", {**answer, "yes": "yes"})[0] == 400
    assert hands.answers == [("7", 3, True)]


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


def test_words_and_stops_reach_the_team(served: Served, hands: TeamControl) -> None:
    assert served.ask("/api/say", {"text": " hello\n team "})[0] == 200
    assert served.ask("/api/stop", {"whose": "", "pressed": True})[0] == 200
    assert served.ask("/api/stop", {"whose": "dog", "pressed": False})[0] == 200
    assert hands.said == ["hello team"]
    assert hands.stops == [("", True), ("dog", False)]


def test_a_stop_that_nobody_hears_is_an_error(served: Served, hands: TeamControl) -> None:
    hands.error = "nobody listens"
    assert served.ask("/api/stop", {"whose": "", "pressed": True}) == (
        503,
        '{"error":"nobody listens"}',
    )


@pytest.mark.parametrize(
    "body", [{}, [], "x", {"whose": "", "pressed": 1}, {"text": " "}, {"text": 3}]
)
def test_bad_commands_are_refused(served: Served, hands: TeamControl, body: Any) -> None:
    assert served.ask("/api/stop", body)[0] == 400
    assert served.ask("/api/say", body)[0] == 400
    assert served.ask("/api/say", {"text": "x" * 9000})[0] == 400
    assert not hands.said
    assert not hands.stops


def test_other_sites_pages_can_neither_look_nor_command(served: Served, hands: TeamControl) -> None:
    stop = {"whose": "", "pressed": False}
    assert served.ask("/", host="console.example")[0] == 403
    assert served.ask("/api/stop", stop, origin="http://evil.example")[0] == 403
    assert served.ask("/api/stop", stop, content_type="text/plain")[0] == 415
    assert not hands.stops
    own = f"http://127.0.0.1:{served.port}"
    assert served.ask("/api/stop", stop, origin=own, sec_fetch_site="same-origin")[0] == 200


@pytest.mark.parametrize(
    "lines",
    [
        "Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nOrigin: http://evil.example",
        "Host: localhost:{port}\r\nOrigin: http://evil.example\r\nOrigin: http://localhost:{port}",
        "Host: [::1].evil.example",
    ],
)
def test_a_name_said_twice_or_made_to_look_like_ours_commands_nothing(
    served: Served, hands: TeamControl, lines: str
) -> None:
    body = '{"whose": "", "pressed": false}'
    head = f"POST /api/stop HTTP/1.1\r\n{lines.format(port=served.port)}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    with socket.create_connection(("127.0.0.1", served.port), LIMIT) as connection:
        connection.sendall(f"{head}Connection: close\r\n\r\n{body}".encode())
        answer = connection.recv(100)
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403"))
    assert not hands.stops


@pytest.mark.parametrize("path", ["/", "/api/stream", "/api/calls/1", "/page/main.js"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://localhost:3000"},
        {"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}, {"sec_fetch_site": "?"},
    ],
)  # fmt: skip
def test_another_site_gets_nothing_not_even_as_a_picture(
    served: Served, path: str, headers: dict[str, str]
) -> None:
    assert served.ask(path, **headers)[0] == 403


def test_a_typed_address_and_the_pages_own_parts_are_answered(served: Served) -> None:
    assert served.ask("/", sec_fetch_site="none")[0] == 200
    assert served.ask("/page/main.js", sec_fetch_site="same-origin")[0] == 200


def test_whoever_else_listens_the_page_on_this_machine_keeps_a_place_and_stops(
    served: Served, hands: TeamControl
) -> None:
    streams = []
    try:
        for _ in range(MOST_PAGES - KEPT_PLACES):
            streams.append(served.open_stream())
        with pytest.raises(urllib.error.HTTPError, match="503"):
            served.open_stream()
        for _ in range(KEPT_PLACES):
            streams.append(served.open_stream(sec_fetch_site="same-origin"))
        with pytest.raises(urllib.error.HTTPError, match="503"):
            served.open_stream(sec_fetch_site="same-origin")
        assert served.ask("/api/stop", {"whose": "", "pressed": True})[0] == 200
        assert hands.stops == [("", True)]
    finally:
        for stream in streams:
            stream.close()


def test_the_button_that_stops_is_there_before_any_stream_says_so(served: Served) -> None:
    (button,) = [line for line in served.ask("/")[1].splitlines() if 'id="stop-all"' in line]
    assert "hidden" not in button


@pytest.mark.parametrize(
    "body",
    [
        b'{"text": "\\ud83d"}', b'{"text": NaN}', b'{"text": "a", "text": "b"}', b"[" * 7999,
        b'{"text": "a", "n": ' + b"9" * 7000 + b"}", b'{"text": "a", "n": 1e999}', b"\xff", b"",
        b'{"text": "a", "more": ' + b"[" * 200 + b"]" * 200 + b"}",
    ],
)  # fmt: skip
def test_strange_json_is_refused_in_one_line(
    served: Served, hands: TeamControl, body: bytes
) -> None:
    for path in ("/api/say", "/api/stop"):
        status, text = served.ask(path, body, content_type="application/json")
        assert status == 400
        assert json.loads(text)["error"].startswith("expected")
        assert "\n" not in json.loads(text)["error"]
    assert not hands.said
    assert not hands.stops


def test_a_number_that_is_none_is_not_found(served: Served) -> None:
    assert [served.ask(f"/api/calls/{n}")[0] for n in ("9" * 5000, "-1", "x", "1e3")] == [404] * 4


def test_half_a_character_in_what_is_shown_ends_no_stream() -> None:
    picture = Picture()
    message = (ChatMessage("user", "\ud800"),)
    picture.take_call(LlmCall(1.0, "dog", 1, "generate", "m", 0.0, message, "\udfff"))
    served = Served(picture, None)
    try:
        assert served.news(1)[0]["entries"]
        assert json.loads(served.ask("/api/calls/1")[1])["answer"] == "\udfff"
    finally:
        served.end()


def test_from_the_network_only_the_key_opens() -> None:
    served = Served(Picture(), TeamControl(), key="s3cret")
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


def test_a_page_without_a_stream_stops_the_robots_and_hears_of_them_later(
    served: Served, hands: TeamControl, browser: Any
) -> None:
    from playwright.sync_api import expect

    streams = [served.open_stream(sec_fetch_site="same-origin") for _ in range(MOST_PAGES)]
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{served.port}/")
        expect(page.locator("#mode")).to_have_text("no connection")
        page.locator("#stop-all").click()
        expect(page.locator("#notice")).to_be_visible()
        assert hands.stops == [("", True)]
        while streams:
            streams.pop().close()
        expect(page.locator("#mode")).to_have_text("live")
    finally:
        context.close()
        for stream in streams:
            stream.close()


def test_another_sites_page_takes_no_place(served: Served, browser: Any, tmp_path: Path) -> None:
    console = f"http://127.0.0.1:{served.port}/api/stream"
    asks = "".join(f'<img src="{console}?{n}">' for n in range(MOST_PAGES))
    (tmp_path / "index.html").write_text(
        f'{asks}<script>new EventSource("{console}");'
        f'fetch("{console}", {{mode: "no-cors"}})</script>'
    )
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    context = browser.new_context()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        try:
            page = context.new_page()
            with page.expect_event("requestfailed"):
                page.goto(f"http://localhost:{site.server_port}/", wait_until="commit")
            streams = [served.open_stream() for _ in range(MOST_PAGES - KEPT_PLACES)]
            for stream in streams:
                stream.close()
        finally:
            context.close()
            site.shutdown()
            thread.join(LIMIT)


def test_with_as_many_windows_as_a_browser_has_connections_each_still_stops(
    served: Served, hands: TeamControl, browser: Any
) -> None:
    from playwright.sync_api import expect

    context = browser.new_context()
    try:
        pages = [context.new_page() for _ in range(6)]
        for page in pages:
            page.goto(f"http://127.0.0.1:{served.port}/")
            expect(page.locator("#mode")).to_have_text("live")
        with pages[0].expect_response("**/api/stop"):
            pages[0].locator("#stop-all").click()
        assert hands.stops == [("", True)]
        expect(pages[0].locator("#mode")).to_have_text("live")
    finally:
        context.close()
