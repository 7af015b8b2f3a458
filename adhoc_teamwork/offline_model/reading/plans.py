# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a prompt of the negotiation says of the teammates' plans and of objections to one's own."""

import math
from dataclasses import dataclass

from adhoc_teamwork.offline_model.reading.reader import find_number, read_subtasks
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask

_NUMBER = r"(-?\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class Plan:
    """Hold one line of the plans made so far: lengths in metres, ages in seconds.

    What is not said is NaN or infinite.
    """

    teammate: str
    subtask: SubTask
    adopted: bool
    in_hand: bool = False
    away: float = math.nan
    own_away: float = math.nan
    carry: float = 0.0
    range: float = math.inf
    age: float = math.inf
    failed: bool = False
    objected: bool = False


def read_plans(prompt: Prompt) -> tuple[Plan, ...]:
    """Return the teammates' plans in the prompt's order, but for what is not understood."""
    found = []
    for name, *fields in prompt.items("Plans made so far"):
        subtask = read_subtask(fields[1]) if len(fields) > 1 else None
        if subtask is None:
            continue
        text = " | ".join(fields)
        found.append(
            Plan(
                name,
                subtask,
                fields[0] == "has taken up",
                "it holds the object" in fields,
                find_number(rf"it is {_NUMBER} m away", text, math.nan),
                find_number(rf"you are {_NUMBER} m away", text, math.nan),
                find_number(rf"such receptacle is {_NUMBER} m", text, 0.0),
                find_number(rf"battery lasts for {_NUMBER} m", text, math.inf),
                find_number(rf"told {_NUMBER} s ago", text, math.inf),
                "it failed at it before" in fields,
                "you have objected to it already" in fields,
            )
        )
    return tuple(found)


def read_objected(prompt: Prompt) -> tuple[SubTask, ...]:
    """Return the sub-tasks of this robot that teammates object to."""
    return read_subtasks(prompt.lines("Objections to your plans"))
