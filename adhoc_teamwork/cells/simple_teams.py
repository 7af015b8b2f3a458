# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teams that ask no model: they show what a task's success is worth."""

import random
from collections.abc import Sequence

from adhoc_teamwork.cells.dialog import Known, Round, Talk
from adhoc_teamwork.cells.telling import Option

_POINTS = 4
_REACH = 0.8
"""Metres about the table's middle within which points are drawn."""
_HEIGHTS = 0.9, 1.2


class Waiting:
    """Have all robots wait, always."""

    def __init__(self, known: Known) -> None:
        self._robots = known.robots

    async def talk(self, now: Round) -> Talk:
        """Return the plan; see `Planners`."""
        del now
        return Talk(plan=plan_text(dict.fromkeys(self._robots, "WAIT")))


class Random:
    """Have all robots do anything that they can be told; the checks leave what is legal.

    Args:
        known: What everybody knows.
        seed: What is drawn depends on it.
    """

    def __init__(self, known: Known, seed: int) -> None:
        self._known, self._random = known, random.Random(seed)

    async def talk(self, now: Round) -> Talk:
        """Return a plan; see `Planners`."""
        actions = {}
        for robot in self._known.robots:
            own = [one for one in now.own[robot].options if robot in one.who.split(", ")]
            actions[robot] = self._action(self._random.choice(own))
        return Talk(plan=plan_text(actions))

    def _action(self, option: Option) -> str:
        form, _, path = option.form.partition(" PATH ")
        words = [
            self._random.choice(self._known.names[word[1:-1]]) if word.startswith("<") else word
            for word in form.split()
        ]
        return " ".join([*words, *(["PATH", self._path()] if path else [])])

    def _path(self) -> str:
        bounds = ((-_REACH / 2.0, _REACH / 2.0),) * 2 + (_HEIGHTS,)
        drawn = [[self._random.uniform(*one) for one in bounds] for _ in range(_POINTS)]
        points = ["({:.2f}, {:.2f}, {:.2f})".format(*one) for one in drawn]
        return f"[{', '.join(points)}]"


def plan_text(actions: dict[str, str]) -> str:
    """Return the text of a plan."""
    lines: Sequence[str] = [f"NAME {robot} ACTION {action}" for robot, action in actions.items()]
    return "\n".join(["EXECUTE", *lines])
