# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read the plan of a dialog of robots: one action for each, with a path where one is given.

The format is RoCo's (roco.txt section III-B and appendix XI):

    EXECUTE
    NAME Alice ACTION PICK apple PATH [(0.1, 0.5, 0.4), (0.2, 0.5, 0.3)]
    NAME Bob ACTION WAIT
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.teamwork.team.causes import Cause

MOST_WAYPOINTS = 50
_LINE = re.compile(r"NAME\s+(\S+)\s+ACTION\s+(.*?)(?:\s+PATH\s+(.*))?$")
_NUMBER = r"\s*([-+]?\d*\.?\d+(?:[eE][-+]?\d+)?)\s*"
_TRIPLE = re.compile(rf"\({_NUMBER},{_NUMBER},{_NUMBER}\)")

Place = tuple[float, float, float]


@dataclass(frozen=True)
class ArmAction:
    """Hold what one robot is to do: its words, and points for its hand on the way, metres."""

    agent: str
    words: tuple[str, ...]
    path: tuple[Place, ...] = ()

    def __str__(self) -> str:
        return " ".join(self.words)


def parse_plan(text: str, agents: Sequence[str]) -> dict[str, ArmAction]:
    """Return the action of each agent.

    Args:
        text: What a model answered; anything before the last EXECUTE is talk.
        agents: The names that must appear, each once.

    Raises:
        ArmFailure: The plan is not in the format; the message says what to write instead.
    """
    _, keyword, after = text.rpartition("EXECUTE")
    if not keyword:
        raise _refuse("the plan must begin with EXECUTE on a line of its own")
    actions: dict[str, ArmAction] = {}
    for line in filter(None, (line.strip() for line in after.splitlines())):
        match = _LINE.match(line)
        if match is None:
            raise _refuse(f"'{line[:80]}': expected 'NAME <robot> ACTION <action>'")
        name, words, path = match[1], tuple(match[2].split()), match[3]
        if name not in agents:
            raise _refuse(f"there is no robot {name}; the robots are {', '.join(agents)}")
        if name in actions:
            raise _refuse(f"{name} has two actions; each robot does exactly one")
        if not words:
            raise _refuse(f"{name} has no action after ACTION")
        actions[name] = ArmAction(name, words, _path(name, path))
    missing = [name for name in agents if name not in actions]
    if missing:
        raise _refuse(f"no action for {', '.join(missing)}; each robot does exactly one")
    return actions


def _path(name: str, text: str | None) -> tuple[Place, ...]:
    if text is None:
        return ()
    inner = text.strip()
    found = _TRIPLE.findall(inner)
    rest = re.sub(r"[\s,\[\]]", "", _TRIPLE.sub("", inner))
    if not (inner.startswith("[") and inner.endswith("]")) or rest or not found:
        raise _refuse(f"the PATH of {name}: expected [(x, y, z), ...] in metres, got '{text[:60]}'")
    if len(found) > MOST_WAYPOINTS:
        raise _refuse(f"the PATH of {name} has {len(found)} points; at most {MOST_WAYPOINTS}")
    return tuple((float(x), float(y), float(z)) for x, y, z in found)


def _refuse(message: str) -> ArmFailure:
    return ArmFailure(Step.PARSE, Cause.BAD_ARGUMENT, message)
