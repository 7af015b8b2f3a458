# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a prompt can best do without, where all that is known would be too long for a model."""

from enum import IntEnum, auto
from operator import itemgetter

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.dialogue import told_messages
from adhoc_teamwork.adhoc_planner.prompt_context.objects import things_before
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

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


_OF_JUDGEMENTS = {Misplaced.NO: Need.IN_PLACE, Misplaced.UNKNOWN: Need.NOT_JUDGED}


def least_first(view: PlannerView) -> list[tuple[str, int]]:
    """Return what can be left out, what is needed least first: the older, the farther away first.

    What is out of place, what a hand holds, and what the sub-task is about is not among it.

    Returns:
        Of each line, in which part of a prompt it is and its number there.
    """
    ranked = [
        (_need_of_message(view, message), (DIALOGUE, number))
        for number, message in enumerate(told_messages(view))
    ]
    for number, thing in reversed(list(enumerate(things_before(view)))):
        need = _need_of_thing(view, thing)
        if need is not None:
            ranked.append((need, (OBJECTS, number)))
    return [line for _, line in sorted(ranked, key=itemgetter(0))]


def _need_of_message(view: PlannerView, message: TeamMessage) -> Need:
    """Return how much a message bears on what the robot decides.

    What is said to it or by it, and what people and conversations say, bears most; then what is out
    of place, or what its sub-task is about; least what others answer each other.
    """
    if message.is_talk or view.robot in (message.sender, message.recipient):
        return Need.SAID_TO_IT
    about = view.subtask
    if any(d.misplaced is Misplaced.YES for d in message.detections) or (
        about is not None and message.intent is not None and message.intent.subtask == about
    ):
        return Need.OF_CONCERN
    return Need.SAID_TO_OTHERS if message.kind is MessageKind.REFLECTION else Need.NEWS


def _need_of_thing(view: PlannerView, thing: Detection) -> Need | None:
    if view.subtask is not None and thing.object_id == view.subtask.object_id:
        return None
    if not thing.pickupable:
        return Need.FURNITURE
    if thing.status is Presence.HELD or view.state.holds(thing.object_id):
        return None
    return _OF_JUDGEMENTS.get(thing.misplaced)
