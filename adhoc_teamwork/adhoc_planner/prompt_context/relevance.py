# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a prompt can best do without, where all that is known would be too long for a model."""

from collections.abc import Sequence
from enum import IntEnum, auto
from operator import itemgetter

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.dialogue import Bearing, MessageFacts
from adhoc_teamwork.adhoc_planner.prompt_context.objects import JUDGEMENT, ObjectFacts
from adhoc_teamwork.teamwork.scene import Misplaced
from adhoc_teamwork.teamwork.text.quoting import clean_name

DIALOGUE, OBJECTS = "dialogue", "objects_before"
"""Parts of a prompt, as its templates name them."""


class Need(IntEnum):
    """Say how little a line can be left out; the first goes first."""

    SAID_TO_OTHERS = auto()
    IN_PLACE = auto()
    NEWS = auto()
    NOT_JUDGED = auto()
    OF_CONCERN = auto()
    SAID_TO_IT = auto()
    FURNITURE = auto()


_OF_MESSAGES = {
    Bearing.OTHERS: Need.SAID_TO_OTHERS,
    Bearing.NEWS: Need.NEWS,
    Bearing.CONCERN: Need.OF_CONCERN,
    Bearing.PERSONAL: Need.SAID_TO_IT,
}

_OF_JUDGEMENTS = {
    JUDGEMENT[Misplaced.NO]: Need.IN_PLACE,
    JUDGEMENT[Misplaced.UNKNOWN]: Need.NOT_JUDGED,
}


def least_first(
    view: PlannerView, messages: Sequence[MessageFacts], objects: Sequence[ObjectFacts]
) -> list[tuple[str, int]]:
    """Return what can be left out, what is needed least first: the older, the farther away first.

    What is out of place, what a hand holds, and what the sub-task is about is not among it.

    Args:
        view: What the robot knows.
        messages: Lines of the dialogue, the oldest first.
        objects: What is known and not in view, the nearest first.

    Returns:
        Of each line, in which part of a prompt it is and its number there.
    """
    about = clean_name(view.subtask.object_id) if view.subtask else ""
    ranked = [
        (_OF_MESSAGES[message.bearing], (DIALOGUE, number))
        for number, message in enumerate(messages)
    ]
    for number, thing in reversed(list(enumerate(objects))):
        need = _need_of(thing)
        if need is not None and thing.look.id != about:
            ranked.append((need, (OBJECTS, number)))
    return [line for _, line in sorted(ranked, key=itemgetter(0))]


def _need_of(thing: ObjectFacts) -> Need | None:
    look = thing.look
    if not look.pickupable:
        return Need.FURNITURE
    if look.where.startswith("held"):
        return None
    return _OF_JUDGEMENTS.get(look.judgement)
