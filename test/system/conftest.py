# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run whole demos as a person would, once each for all tests that look at them."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for demo_events

SPEED = "max"
PATIENCE = 600.0
"""Seconds of wall time that a demo may take, set-up excluded."""


@dataclass(frozen=True)
class Demo:
    """Hold how a demo ended and what it left."""

    exit_code: int
    output: str
    folder: Path

    @property
    def summary(self) -> dict[str, Any]:
        """Return the run's summary.json."""
        loaded: dict[str, Any] = json.loads((self.folder / "summary.json").read_text())
        return loaded


@pytest.fixture(autouse=True)
def _a_domain_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whole runs choose a free ROS domain: node tests before them may still occupy theirs.

    DDS finds about 32 participants of one machine and domain; what is beyond is found in part.
    """
    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Demo]:
    """Return a function that runs `adhoc demo` with options, once for the same ones and attempt."""
    pytest.importorskip("rclpy", reason="no ROS 2: run ./adhoc test, which brings one")
    done: dict[tuple[int, tuple[str, ...]], Demo] = {}

    def run(*options: str, attempt: int = 1) -> Demo:
        key = (attempt, options)
        if key not in done:
            folder = tmp_path_factory.mktemp("demo") / "run"
            command = [sys.executable, "-m", "adhoc_teamwork.bringup", "demo", "--speed", SPEED]
            ended = subprocess.run(
                [*command, "--out", str(folder), *options],
                cwd=folder.parent,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            done[key] = Demo(ended.returncode, ended.stdout, folder)
        return done[key]

    return run
