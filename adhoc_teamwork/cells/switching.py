# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Arms that are switched on and off in the middle of a task: when, and what others hear of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.cells.actions import SPECS, verbs_of
from adhoc_teamwork.cells.arm_file import ArmKind
from adhoc_teamwork.cells.task_file import CellTask
from adhoc_teamwork.teamwork.settings.config import ConfigError

_SWITCH = re.compile(r"(\w{1,60}) (on|off) (\d{1,4})")
_EXPECTED = "a robot, on or off, and a round, such as 'Chad off 0, Chad on 3'"


@dataclass(frozen=True)
class Switch:
    """Say that a robot is switched on or off before a round."""

    robot: str
    is_on: bool
    number: int

    def __str__(self) -> str:
        return f"{self.robot} {'on' if self.is_on else 'off'} {self.number}"


@dataclass(frozen=True)
class Switches:
    """Hold who is switched on and off when; all are on unless that is said."""

    each: tuple[Switch, ...] = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self.each))

    def before(self, number: int) -> Sequence[Switch]:
        """Return those before a round."""
        return [one for one in self.each if one.number == number]

    def check(self, task: CellTask, name: str) -> None:
        """Refuse what does not fit a task of a name.

        Raises:
            ConfigError: It has no such robot, a robot is what it is switched to already, or all are
                off.
        """
        on = dict.fromkeys(task.agents, True)
        for one in self.each:
            if one.robot not in on:
                known = ", ".join(on)
                raise ConfigError(f"--switch: {one}: {name} has no {one.robot}; it has {known}")
            if on[one.robot] == one.is_on:
                raise ConfigError(f"--switch: {one}: it is so before; expected a change")
            on[one.robot] = one.is_on
        for number in {one.number for one in self.each}:
            if not self.present(task, number).agents:
                raise ConfigError(f"--switch: in round {number} all robots of {name} are off")

    def present(self, task: CellTask, number: int) -> CellTask:
        """Return a task with those of its robots alone that are on in a round."""
        off = set[str]()
        for one in self.each:
            if one.number <= number:
                (off.discard if one.is_on else off.add)(one.robot)
        return replace(task, agents={n: a for n, a in task.agents.items() if n not in off})


ALL_ON = Switches()


def read_switches(text: str) -> Switches:
    """Return what a text says, such as "Chad off 0, Chad on 3", in the order of rounds.

    Raises:
        ConfigError: It says something else.
    """
    made = []
    for part in filter(None, map(str.strip, text.split(","))):
        match = _SWITCH.fullmatch(part)
        if match is None:
            raise ConfigError(f"--switch: '{part:.60}': expected {_EXPECTED}")
        made.append(Switch(match[1], match[2] == "on", int(match[3])))
    return Switches(tuple(sorted(made, key=lambda one: one.number)))


def introduction(task: CellTask, robot: str, kind: ArmKind, reach: Sequence[str]) -> str:
    """Return how a robot introduces itself that is switched on: what it is, does and reaches.

    Args:
        task: With the robot.
        robot: Which.
        kind: Of arm.
        reach: The names that it gets to.
    """
    hand = "fingers" if kind.suction is None else "a suction"
    arm = f"an arm ({kind.name}) with {hand} that lifts {kind.payload:g} kg"
    does = "; ".join(
        f"{form.form} ({SPECS[verbs_of(form.form)].does})"
        for form in task.agents[robot].actions
        if form.form != "WAIT"
    )
    reached = ", ".join(reach) or "nothing"
    return f"I am {robot}, {arm}. I work with you from now on. I can {does}. I reach {reached}."


def farewell(robot: str, held: str, keeps: bool) -> str:
    """Return what is told of a robot that is switched off, which may hold something."""
    if not held:
        return f"{robot} is switched off: it neither moves nor speaks."
    what = f"keeps {held} in its hand" if keeps else f"has let go of {held}"
    return f"{robot} is switched off: it neither moves nor speaks, and {what}."
