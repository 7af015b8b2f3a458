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

"""`adhoc demo` with all its processes, briefly."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: a team needs rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from teamwork.places import CHECKOUT

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
            sys.executable, "-m", "bringup", "demo", "--out", str(self.run_dir), *options,
        ]  # fmt: skip
        environment = {k: v for k, v in os.environ.items() if k != "ROS_DOMAIN_ID"}
        environment["PYTHONPATH"] = f"{CHECKOUT}:{environment.get('PYTHONPATH', '')}"
        with self.output.open("w") as file:
            self.process = subprocess.Popen(self.command, stdout=file, stderr=file, env=environment)

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


def test_an_interrupt_ends_everything_in_time(demo: Callable[..., Demo]) -> None:
    run = demo()
    assert run.until(lambda text: "joins:" in text)
    began = time.monotonic()
    run.process.send_signal(signal.SIGINT)
    assert run.end() == 130
    assert time.monotonic() - began < 5.0
    assert run.summary["task_success"] is False
    assert processes_of(run.run_dir) == []


def test_nothing_outlives_a_command_that_was_killed(demo: Callable[..., Demo]) -> None:
    run = demo()
    assert run.until(lambda text: "joins:" in text)
    run.process.kill()
    run.process.wait(timeout=5)
    end = time.monotonic() + 5.0
    while processes_of(run.run_dir) and time.monotonic() < end:
        time.sleep(0.1)
    assert processes_of(run.run_dir) == []
