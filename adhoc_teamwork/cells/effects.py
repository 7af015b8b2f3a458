# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What came of actions: whether what they promise is so afterwards, by physics."""

import re
from collections.abc import Mapping

from adhoc_teamwork.cells.actions import IS_OPEN, SPECS, YOU_HOLD, CellAction, filled
from adhoc_teamwork.cells.relations import Relations
from adhoc_teamwork.cells.task_file import CellTask

_POURED = re.compile(r"what is in (\w+) is in (\w+)")
_PLACED = re.compile(r"(\w+) is (?:on|in) (\w+)")
_BESIDE = re.compile(r"you are at (\w+)")
_EMPTY = "your hand is empty"


def unkept(
    task: CellTask, actions: Mapping[str, CellAction], before: Relations, after: Relations
) -> list[str]:
    """Return what actions promised and did not bring about, as "Alice: mug is on mug_coaster"."""
    return [
        f"{robot}: {sentence}"
        for robot, action in actions.items()
        for then in SPECS[action.verbs].then
        if not _is_so(
            sentence := filled(task, robot, action.form, then, action.names), robot, before, after
        )
    ]


def _is_so(sentence: str, robot: str, before: Relations, after: Relations) -> bool:
    if match := _POURED.fullmatch(sentence):
        return all(after.place.get(one) == match[2] for one in before.inside(match[1]))
    if match := _PLACED.fullmatch(sentence):
        return after.place.get(match[1]) == match[2]
    if match := YOU_HOLD.fullmatch(sentence):
        return after.holds.get(robot) == match[1]
    if match := _BESIDE.fullmatch(sentence):
        return after.beside.get(robot) == match[1]
    if match := IS_OPEN.fullmatch(sentence):
        return match[1] in after.open
    if sentence == _EMPTY:
        return robot not in after.holds
    raise ValueError(f"no rule says whether this is so: {sentence}")
