# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in this robot's own names what teammates intend: the same object has one id per robot."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.same_object import SAME_PLACE, same_place
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

_KEPT = 4096
_BY_ID = attrgetter("intent_id")
SILENCE = 120.0
"""Seconds without a word after which a teammate no longer holds back others from its sub-task."""


@dataclass(frozen=True)
class Intention:
    """Hold an open intent of a teammate; `own_object` is its object as this robot knows it."""

    teammate: str
    intent: Intent
    own_object: Detection | None = None

    @property
    def adopted(self) -> bool:
        """Tell whether the teammate has taken the sub-task up."""
        return self.intent.status is IntentStatus.ADOPTED

    @cached_property
    def subtask(self) -> SubTask:
        """Return the sub-task in this robot's names; an unknown object's id is empty."""
        if not self.intent.subtask.is_about_object:
            return self.intent.subtask
        return about(self.intent.subtask, self.own_object.object_id if self.own_object else "")


@lru_cache(maxsize=_KEPT)
def about(subtask: SubTask, object_id: str) -> SubTask:
    """Return a sub-task with its object by another name; teammates' plans are read many times."""
    return subtask.having(object_id=object_id)


def same_object(
    objects: Iterable[Detection], category: str, position: Point | None
) -> Detection | None:
    """Return the object of `category` nearest to `position` and at the same place, or None."""
    if position is None:
        return None
    wanted = category.casefold()
    near = [
        (o.position.distance_to(position), o.object_id, o)
        for o in objects
        # Most objects lie elsewhere: one comparison tells.
        if abs(o.position.x - position.x) <= SAME_PLACE
        and o.category.casefold() == wanted
        and o.status is not Presence.GONE
        and same_place(o.position, position)
    ]
    return min(near, default=(0.0, "", None), key=lambda item: item[:2])[2]


def in_own_names(view: PlannerView, sender: str, intent: Intent) -> Intention:
    """Return a teammate's intent with its object as this robot knows it."""
    own = None
    if intent.subtask.is_about_object:
        of_category = view.known_of(intent.object_category)
        own = same_object(of_category, intent.object_category, intent.object_position)
    return Intention(sender, intent, own)


def intentions_of(view: PlannerView, teammate: Teammate) -> tuple[Intention, ...]:
    """Return the open intents of one teammate, those it has taken up first."""
    open_ones = [in_own_names(view, teammate.name, i) for i in teammate.open_intents()]
    return tuple(sorted(open_ones, key=lambda c: (not c.adopted, -c.intent.intent_id)))


def heard_lately(view: PlannerView) -> tuple[Teammate, ...]:
    """Return the present teammates that were heard of within SILENCE."""
    return tuple(t for t in view.teammates if not t.left and view.now - t.last_heard <= SILENCE)


def taken_up(view: PlannerView, category: str | None = None) -> tuple[Intention, ...]:
    """Return what present teammates heard of within SILENCE have taken up.

    With a category that alone which is about things of it, however it is capitalised.
    """
    wanted = None if category is None else category.casefold()
    found = []
    for teammate in heard_lately(view):
        adopted = teammate.intents_that_are(IntentStatus.ADOPTED)
        for intent in adopted if len(adopted) < 2 else sorted(adopted, key=_BY_ID, reverse=True):
            if wanted is None or intent.object_category.casefold() == wanted:
                found.append(in_own_names(view, teammate.name, intent))
    return tuple(found)
