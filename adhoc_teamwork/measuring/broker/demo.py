# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The demonstration under faults: a whole team, its processes, and who overhears it."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from adhoc_teamwork.measuring.broker.children import Child, ChildError, Children
from adhoc_teamwork.measuring.broker.expected import Account
from adhoc_teamwork.measuring.broker.findings import Finding, none_of, plain
from adhoc_teamwork.measuring.broker.overheard import overheard_from_json
from adhoc_teamwork.measuring.broker.setting import Setting

EAVESDROPPER = "adhoc_teamwork.measuring.broker.ros.eavesdropper"
BROKER, PLANNER = (
    "adhoc_teamwork.comm_bridge.ros.broker.node",
    "adhoc_teamwork.adhoc_planner.ros.node",
)
STACK = (PLANNER, "adhoc_teamwork.skills.ros.node", "adhoc_teamwork.perception.ros.node")
"""Modules of one robot's processes."""
SCENARIO = "late_helper"
SPEED = 3.0
LONGEST = 480.0
"""Seconds of wall time within which the demonstration must have ended."""
_ANSWER = 10.0
_LOOK = 1.0


@dataclass
class Demo:
    """Hold a running demonstration."""

    setting: Setting
    process: Child
    ears: Child
    robots: tuple[str, ...]
    children: Children
    dead: set[str] = field(default_factory=set)

    @property
    def running(self) -> bool:
        """Tell whether it goes on."""
        return self.process.running

    def pids(self, module: str, robot: str = "") -> list[int]:
        """Return the processes of this demonstration that run a module, for a robot or the team."""
        namespace = f"__ns:=/{robot}"
        mark = f"ROS_DOMAIN_ID={self.setting.domains[0]}".encode()
        found = []
        for folder in Path("/proc").iterdir():
            if not folder.name.isdecimal():
                continue
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes().decode().split("\0")
                if module in words and namespace in words:
                    variables = (folder / "environ").read_bytes().split(b"\0")
                    if mark in variables:
                        found.append(int(folder.name))
        return found

    def kill(self, module: str, robot: str = "") -> bool:
        """End a process at once; return False where there was none."""
        pids = self.pids(module, robot)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(pids)

    def look(self) -> dict[str, Any]:
        """Return which intents robots hold, and whom planners count among their team."""
        return self.ears.ask({"do": "look"}, _ANSWER)

    def wait(self, within: float = LONGEST) -> None:
        """Wait until it has ended.

        Raises:
            ChildError: It has not within so many seconds.
        """
        until = time.monotonic() + within
        while self.running:
            if time.monotonic() > until:
                raise ChildError(f"the demonstration has not ended after {within:.0f} s")
            time.sleep(_LOOK)

    def account(self) -> Account:
        """Return what was lost and doubled on the way to planners."""
        overheard = overheard_from_json(self.ears.ask({"do": "report"}, _ANSWER))
        return overheard.account(without=self.dead)

    def findings(self) -> tuple[Finding, ...]:
        """Return what every fault has in common; call it after `wait`."""
        account = self.account()
        code = self.process.process.returncode
        return (
            Finding(
                "the demo tidied everything up", "yes" if code == 0 else f"exit code {code}",
                "yes", code == 0,
            ),
            plain("reliable messages said", account.said),
            plain("deliveries wanted", account.wanted),
            none_of("lost", account.lost, account.example),
            none_of("doubled", account.doubled),
        )  # fmt: skip


@contextmanager
def demonstration(
    setting: Setting,
    changes: Mapping[str, Any] | None = None,
    clocks: Mapping[str, float] | None = None,
) -> Iterator[Demo]:
    """Run `adhoc demo` on a scenario, overheard; end it after.

    Args:
        setting: Of the run.
        changes: Parts of the scenario that are different.
        clocks: By how many simulated seconds robots' clocks are ahead.
    """
    source = setting.config / "scenarios" / f"{SCENARIO}.yaml"
    scenario = {**yaml.safe_load(source.read_text(encoding="utf-8")), **(changes or {})}
    for robot in scenario["robots"]:
        robot["clock_ahead"] = (clocks or {}).get(robot["name"], 0.0)
    robots = tuple(robot["name"] for robot in scenario["robots"])
    with Children(setting.environment) as children:
        file = children.folder / "scenario.yaml"
        file.write_text(yaml.safe_dump(scenario), encoding="utf-8")
        ears = children.start("ears", EAVESDROPPER, robots)
        ears.ask({"do": "look"}, 40.0)
        words = ["demo", "--scenario", str(file), "--speed", str(SPEED)]
        process = children.start(
            "demo", "adhoc_teamwork.bringup", [*words, "--out", str(children.folder / "run")]
        )
        yield Demo(setting, process, ears, robots, children)
