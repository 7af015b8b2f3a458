# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`adhoc demo` with all its processes, briefly."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from granted import Rights, rights

pytest.importorskip("rclpy", reason="no ROS 2: a team needs rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_teamwork.teamwork.settings.places import CHECKOUT

pytestmark = pytest.mark.slow


def processes_of(run_dir: Path) -> list[int]:
    """Return the processes that were started for a run, by what their command lines name."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if str(run_dir).encode() in words:
                found.append(int(folder.name))
    return found


class Demo:
    """Run the command and read what it prints."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.run_dir = folder / "run"
        self.output = folder / "output"
        self.command = [
            sys.executable, "-m", "adhoc_teamwork.bringup", "demo",
            "--out", str(self.run_dir), *options,
        ]  # fmt: skip
        environment = {k: v for k, v in os.environ.items() if k != "ROS_DOMAIN_ID"}
        environment["PYTHONPATH"] = f"{CHECKOUT}:{environment.get('PYTHONPATH', '')}"
        with self.output.open("w") as file:
            self.process = subprocess.Popen(
                self.command, stdout=file, stderr=file, env=environment, cwd=folder
            )

    def until(self, holds: Callable[[str], bool], limit: float = 60.0) -> bool:
        end = time.monotonic() + limit
        while time.monotonic() < end and not holds(self.output.read_text()):
            time.sleep(0.1)
        return holds(self.output.read_text())

    def end(self) -> int:
        return self.process.wait(timeout=90)

    @property
    def summary(self) -> dict[str, object]:
        return json.loads((self.run_dir / "summary.json").read_text())


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Callable[..., Demo]]:
    started: list[Demo] = []

    def start(*options: str) -> Demo:
        started.append(Demo(tmp_path, *options))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait(timeout=5)


def test_a_run_out_of_time_leaves_everything(demo: Callable[..., Demo]) -> None:
    run = demo("--time-limit", "12")
    assert run.end() == 1, run.output.read_text()
    assert "time limit of 12 s" in str(run.summary["reason"])
    left = {path.name for path in run.run_dir.iterdir()}
    assert left >= {"task.json", "summary.json", "events.jsonl", "llm_calls.jsonl", "timeline.png"}
    assert (run.run_dir / "logs" / "simulator.log").is_file()
    assert processes_of(run.run_dir) == []


@pytest.mark.alone  # What ends a run has seconds to do so.
def test_nothing_outlives_a_command_that_was_killed(demo: Callable[..., Demo]) -> None:
    run = demo()
    assert run.until(lambda text: "joins:" in text)
    run.process.kill()
    run.process.wait(timeout=5)
    end = time.monotonic() + 5.0
    while processes_of(run.run_dir) and time.monotonic() < end:
        time.sleep(0.1)
    assert processes_of(run.run_dir) == []


def test_a_live_team_needs_nothing_that_its_policy_denies(demo: Callable[..., Demo]) -> None:
    run = demo("--without-adhoc")
    assert run.until(lambda text: text.count("joins:") == 2)
    domain = re.search(r"ROS domain (\d+)", run.output.read_text())
    assert domain is not None
    granted = rights((CHECKOUT / "config" / "security" / "team.policy.xml").read_text())
    graph = look(int(domain[1]), {"broker", "simulator", "observer", "recorder"}, 10)
    denied = []
    for node, uses in graph.items():
        of = granted[f"/adhoc_teamwork/{'observer' if node == 'recorder' else node}"]
        denied += [(node, use, name) for use, name in uses if not ALLOWED[use](of, name)]
    assert denied == []


ALLOWED: dict[str, Callable[[Rights, str], bool]] = {
    "says": lambda of, name: of.may_say(name) or of.acts("execute", name),
    "hears": lambda of, name: of.may_hear(name) or of.acts("call", name),
    "serves": lambda of, name: of.may("reply", name) or of.acts("execute", name),
    "asks": lambda of, name: of.may("request", name) or of.acts("call", name),
}


def look(domain: int, wanted: set[str], count: int) -> dict[str, list[tuple[str, str]]]:
    """Return what every node of a domain says, hears, serves and asks, once `count` are there."""
    import rclpy
    from rclpy.context import Context
    from rclpy.executors import SingleThreadedExecutor

    context = Context()
    rclpy.init(context=context, domain_id=domain)
    looker = rclpy.create_node("looker", context=context)
    executor = SingleThreadedExecutor(context=context)
    end = time.monotonic() + 30.0
    found: dict[str, list[tuple[str, str]]] = {}
    try:
        while not (wanted <= set(found) and len(found) >= count and all(found.values())):
            assert time.monotonic() < end, sorted(found)
            executor.spin_once(timeout_sec=0.1)
            nodes = {pair for pair in looker.get_node_names_and_namespaces() if pair[0] != "looker"}
            found = {
                f"{space}/{name}".strip("/"): uses(looker, name, space) for name, space in nodes
            }
        return found
    finally:
        looker.destroy_node()
        rclpy.try_shutdown(context=context)


def uses(looker: Any, name: str, space: str) -> list[tuple[str, str]]:
    from rclpy.node import NodeNameNonExistentError

    asked = {
        "says": looker.get_publisher_names_and_types_by_node,
        "hears": looker.get_subscriber_names_and_types_by_node,
        "serves": looker.get_service_names_and_types_by_node,
        "asks": looker.get_client_names_and_types_by_node,
    }
    try:
        return [(use, found) for use, ask in asked.items() for found, _ in ask(name, space)]
    except NodeNameNonExistentError:
        return []
