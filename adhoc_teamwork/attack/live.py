# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Attack a team that runs: its model's endpoint, its stops, its console, its topics."""

import contextlib
import http.client
import random
import re
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from adhoc_teamwork.attack import endpoints, requests
from adhoc_teamwork.attack.trial.outcome import Harm, Outcome, Tally
from adhoc_teamwork.attack.trial.rows import LIVE_ROWS
from adhoc_teamwork.attack.trial.target import Harmed
from adhoc_teamwork.bringup.process_control.domains import hold_domain
from adhoc_teamwork.bringup.run_record.events import Source, read_events
from adhoc_teamwork.measuring.broker.children import ChildError, Children
from adhoc_teamwork.measuring.broker.demo import PLANNER, Demo
from adhoc_teamwork.measuring.broker.setting import Setting
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

SCENARIO = "late_helper"
SPEED = 2.0
INTRUDER = "adhoc_teamwork.attack.ros.intruder"
SKILLS = "adhoc_teamwork.skills.ros.node"
ANSWERS, STOPS, REQUESTS, MESSAGES = LIVE_ROWS
HOSTILE = 0.3
"""The share of answers that are hostile; the rest keep the team at work."""
KILLS = 8
REACTION = 0.5
"""Seconds of wall time between a press and the brakes, on a machine with much to do."""
MARGIN = 0.05
"""Metres by which a robot that stands may seem to move."""
_BRAKING = 3.0
_WATCH = 4.0
_STARTED = 120.0
_ANSWER = 30.0
_RATE = 300.0
_GROWTH = 300.0
"""MiB by which a process of the team may grow while it is struck."""
_SILENT = 15.0
"""Seconds within which every process that told how it does must tell so again."""


@dataclass
class Team:
    """Hold a demonstration under attack, and what was done to it."""

    demo: Demo
    folder: Path
    model: "MixedEndpoint"
    tallies: dict[str, Tally]
    draw: random.Random
    killed: list[str] = field(default_factory=list)

    def look(self, wanted: str = "look", **more: Any) -> dict[str, Any]:
        """Ask the intruder."""
        return self.demo.ears.ask({"do": wanted, **more}, _ANSWER)

    def harm(self, row: str, outcome: Outcome, target: str, detail: str) -> None:
        """Note what an attack did."""
        tally = self.tallies[row]
        tally.harms.append(Harm(row, max(0, tally.tried - 1), target, outcome, detail))


class MixedEndpoint(endpoints.Endpoint):
    """Answer some requests with what is hostile, and have the offline model answer the others."""

    def __init__(self, model: int, seed: int) -> None:
        super().__init__()
        self._model, self._draw = model, random.Random(seed)
        self._hostile = endpoints.drawn(seed)
        self._lock = threading.Lock()
        self.tried = 0

    def answer_to(self, path: str, body: bytes) -> bytes:
        """Return the bytes of an answer."""
        with self._lock:
            if self._draw.random() < HOSTILE:
                self.tried += 1
                return next(self._hostile)
        connection = http.client.HTTPConnection("127.0.0.1", self._model, timeout=10.0)
        with contextlib.closing(connection):
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            return endpoints.response(connection.getresponse().read())


def strike_team(
    rows: list[str],
    messages: int,
    seed: int,
    tell: Callable[[str], None],
    tallies: list[Tally],
    keep: Path | None = None,
) -> None:
    """Attack a demonstration; each row's tally is in `tallies` from the beginning.

    Args:
        rows: Those of `LIVE_ROWS` that are wanted.
        messages: How many hostile messages are published.
        seed: What all is drawn with.
        tell: Told what is being done.
        tallies: Where the rows' tallies go.
        keep: Where the logs of the team's processes go; None for nowhere.
    """
    mine = {row: Tally(row) for row in LIVE_ROWS}
    tallies += [mine[row] for row in rows]
    begun = time.monotonic()
    try:
        with _team(seed, mine, tell) as team:
            steps: dict[str, Callable[[Team], None]] = {
                STOPS: _press_stops,
                REQUESTS: _send_requests,
                MESSAGES: lambda team: _publish(team, messages, seed),
            }
            for row, step in steps.items():
                if row in rows:
                    tell(f"{row}: {LIVE_ROWS[row]}")
                    step(team)
                    mine[row].seconds = time.monotonic() - begun
            mine[ANSWERS].tried = team.model.tried
            _look_for_falls(team, rows)
            if keep is not None:
                shutil.copytree(team.folder / "logs", keep / "logs", dirs_exist_ok=True)
    except (ChildError, ConfigError) as error:
        for row in rows:
            if not mine[row].tried:
                mine[row].harms.append(Harm(row, 0, "", Outcome.CRASHED, str(error)))


@contextmanager
def _team(seed: int, tallies: dict[str, Tally], tell: Callable[[str], None]) -> Iterator[Team]:
    hold = hold_domain({})
    setting = Setting(0.0, 0.0, (hold.domain,), seed)
    scenario = yaml.safe_load((config_dir() / "scenarios" / f"{SCENARIO}.yaml").read_text("utf-8"))
    robots = tuple(str(robot["name"]) for robot in scenario["robots"])
    environment = {**setting.environment, "OPENAI_API_KEY": "none"}
    tell("starting a team to attack")
    try:
        with Children(environment) as children:
            port = _free_port()
            children.start("model", "adhoc_teamwork.offline_model.server", ("--port", str(port)))
            model = MixedEndpoint(port, seed)
            model.start()
            ears = children.start("intruder", INTRUDER, robots)
            ears.ask({"do": "look"}, 60.0)
            run = children.folder / "run"
            url = f"http://127.0.0.1:{model.port}/v1"
            words = ["demo", "--scenario", SCENARIO, "--speed", str(SPEED), "--out", str(run)]
            words += ["--llm", "openai", "--model", "offline", "--base-url", url]
            process = children.start("demo", "adhoc_teamwork.bringup", words)
            demo = Demo(setting, process, ears, robots, children)
            team = Team(demo, run, model, tallies, random.Random(seed))
            _until(team, lambda: _fastest(team) > 0.05, _STARTED)
            yield team
    finally:
        hold.release()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _until(team: Team, holds: Callable[[], bool], within: float) -> bool:
    """Wait until something holds; return False where it does not in time.

    Raises:
        ChildError: The demonstration has ended.
    """
    until = time.monotonic() + within
    while not holds():
        if not team.demo.running:
            raise ChildError(f"the team ended: {team.demo.process.last_words()}")
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def _fastest(team: Team) -> float:
    return max(team.look()["speeds"].values(), default=0.0)


def _press_stops(team: Team) -> None:
    """Press the stop while robots drive and processes are killed; nothing moves until released."""
    tally = team.tallies[STOPS]
    limits = {robot: _limits(robot) for robot in team.demo.robots}
    for _ in range(KILLS):
        if not team.demo.running:
            break
        try:
            if not _until(team, lambda: _fastest(team) > 0.1, 45.0):
                tally.skipped = "robots did not move again after a stop"
                break
        except ChildError:
            break
        module = team.draw.choice((SKILLS, SKILLS, PLANNER))
        robot = team.draw.choice([r for r in team.demo.robots if team.demo.pids(module, r)])
        wait = team.draw.uniform(-0.5, 1.0)
        if wait < 0.0:
            _kill(team, module, robot)
            time.sleep(-wait)
        before = team.look("press")
        if wait >= 0.0:
            time.sleep(wait)
            _kill(team, module, robot)
        tally.tried += 1
        time.sleep(_BRAKING)
        braked = team.look()
        for name, (fastest, acceleration) in limits.items():
            moved = braked["driven"][name] - before["driven"][name]
            bound = fastest * REACTION * SPEED + fastest**2 / (2.0 * acceleration) + MARGIN
            if moved > bound:
                said = f"{moved:.2f} m after a stop, at most {bound:.2f} (killed {robot} {module})"
                team.harm(STOPS, Outcome.MOVED, name, said)
        # Whoever was killed has come back by the end of this.
        time.sleep(_WATCH)
        stood = team.look()
        for name in limits:
            moved = stood["driven"][name] - braked["driven"][name]
            if moved > MARGIN:
                said = f"{moved:.2f} m without a release (killed {robot} {module})"
                team.harm(STOPS, Outcome.MOVED, name, said)
        team.look("release")


def _limits(robot: str) -> tuple[float, float]:
    """Return a robot's greatest speed and its acceleration, m/s and m/s²."""
    card = load_robot_card(config_dir() / "robots" / f"{robot}.yaml")
    return card.capability.max_speed, card.body.acceleration


def _kill(team: Team, module: str, robot: str) -> None:
    if team.demo.kill(module, robot):
        team.killed.append(f"{robot}.{module}")


def _send_requests(team: Team) -> None:
    """Send the console what no page of its own would send, also while many streams are open."""
    tally = team.tallies[REQUESTS]
    domain = str(team.demo.setting.domains[0])
    words = ("console", "--live", "--domain", domain, "--port", str(port := _free_port()))
    console = team.demo.children.start("console", "adhoc_teamwork.bringup", words)
    if not _until(team, lambda: _serves(port), 40.0):
        raise ChildError(f"the console does not answer: {console.last_words()}")
    corpus = [r for r in requests.by_hand() if requests.is_strange(r) or b"/api/s" not in r]
    before = console.memory()
    with _streams(port, 60):
        for request in corpus:
            tally.tried += 1
            try:
                answer = requests.exchange(port, request.replace(b"{port}", str(port).encode()))
            except Harmed as harm:
                team.harm(REQUESTS, harm.outcome, "console", harm.detail)
                continue
            if answer.startswith(b"HTTP/1.1 500"):
                team.harm(REQUESTS, Outcome.CRASHED, "console", "500 Internal Server Error")
    if not console.running or not _until(team, lambda: _serves(port), 10.0):
        answer = requests.exchange(port, requests.sound(port)) if console.running else b""
        why = f"answers {answer[:40]!r}: {console.last_words()}"
        team.harm(REQUESTS, Outcome.CRASHED, "console", why)
    elif console.memory() - before > _GROWTH:
        grown = console.memory() - before
        team.harm(REQUESTS, Outcome.GREW, "console", f"{grown:.0f} MiB")
    sources = {s for state in team.look()["states"].values() for s in state["sources"]}
    if sources - {"attack"}:
        said = f"a stop is pressed by {sorted(sources)}"
        team.harm(REQUESTS, Outcome.EXECUTED, "console", said)
    console.process.send_signal(signal.SIGINT)


def _serves(port: int) -> bool:
    with contextlib.suppress(OSError):
        return requests.exchange(port, requests.sound(port)).startswith(b"HTTP/1.1 200")
    return False


@contextmanager
def _streams(port: int, count: int) -> Iterator[None]:
    """Hold so many event streams open, which read nothing."""
    ask = f"GET /api/stream HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            stream = stack.enter_context(socket.create_connection(("127.0.0.1", port), 5.0))
            stream.sendall(ask)
        yield


def _publish(team: Team, count: int, seed: int) -> None:
    """Publish hostile messages; the team's processes neither end, nor fall silent, nor swell."""
    tally = team.tallies[MESSAGES]
    spoke = {name for name, ago in team.look()["alive"].items() if ago < _SILENT}
    before = _sizes(team)
    done = 0
    while done < count and team.demo.running:
        part = min(1000, count - done)
        asked = {"do": "strike", "count": part, "rate": _RATE, "seed": seed + done}
        tally.tried += team.demo.ears.ask(asked, 60.0 + part / _RATE)["tried"]
        done += part
    time.sleep(_SILENT if team.demo.running else 0.0)
    for pid, (name, size) in before.items():
        grown = _size(pid) - size
        if grown > _GROWTH:
            team.harm(MESSAGES, Outcome.GREW, name, f"{grown:.0f} MiB")
    if not team.demo.running:
        return
    alive = team.look()["alive"]
    for name in sorted(spoke):
        if alive.get(name, _SILENT) >= _SILENT:
            team.harm(MESSAGES, Outcome.HUNG, name, f"silent for {alive[name]:.0f} s")


def _sizes(team: Team) -> dict[int, tuple[str, float]]:
    modules = (SKILLS, PLANNER, "adhoc_teamwork.perception.ros.node")
    found = [(m, r, pid) for m in modules for r in team.demo.robots for pid in team.demo.pids(m, r)]
    found += [
        ("adhoc_teamwork.comm_bridge.ros.broker.node", "", pid)
        for pid in team.demo.pids("adhoc_teamwork.comm_bridge.ros.broker.node")
    ]
    return {pid: (f"{robot} {module}".strip(), _size(pid)) for module, robot, pid in found}


def _size(pid: int) -> float:
    """Return the resident memory of a process, MiB; 0 where it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def _look_for_falls(team: Team, rows: list[str]) -> None:
    """Find processes of the team that ended and were not killed, and errors nobody expects."""
    row = MESSAGES if MESSAGES in rows else rows[-1]
    events = team.folder / "events.jsonl"
    ended: list[str] = []
    if events.is_file():
        for event in read_events(events):
            if event.source is Source.PROCESS and event.kind in ("restart", "lost"):
                ended.append(str(event.data.get("process", "")))
    ours = [one.replace(SKILLS, "skills").replace(PLANNER, "planner") for one in team.killed]
    for process in ended:
        if process in ours:
            ours.remove(process)
        else:
            team.harm(row, Outcome.CRASHED, process, "ended and was started again")
    for log in sorted((team.folder / "logs").glob("*.log")):
        text = log.read_text(encoding="utf-8", errors="replace")
        for found in re.finditer(r"Traceback \(most recent call last\):\n(?:[ \t].*\n)+(.*)", text):
            place = re.findall(r'File ".*?([^/"]+)", line (\d+)', found[0])[-1]
            said = f"{found[1]} at {place[0]}:{place[1]}"
            team.harm(row, Outcome.CRASHED, log.stem, said)
