# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell what is tidy at the end of a run, from where the misplaced objects are."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adhoc_teamwork.teamwork.scene import Predicate
from adhoc_teamwork.teamwork.states import States
from adhoc_teamwork.teamwork.team.task import Task, TidyPlace


@dataclass(frozen=True)
class ObjectPlace:
    """Say where one object is: receptacle type ("Floor" on the floor) and the room's type.

    `held_by` names the robot that holds it; then the receptacle is empty. `relation`
    is ON or IN where known. `states` are those that it is in.
    """

    receptacle: str
    room_type: str = ""
    held_by: str = ""
    relation: Predicate | None = field(default=None, compare=False)
    states: States = field(default=(), compare=False)


@dataclass(frozen=True)
class Evaluation:
    """Hold the names of the misplaced objects that are tidy now, and of those that are not."""

    tidied: tuple[str, ...]
    untidied: tuple[str, ...]
    reasons: tuple[str, ...] = ()

    @property
    def task_success(self) -> bool:
        """Tell whether everything that was misplaced is tidy."""
        return not self.untidied


def is_tidy(goal: TidyPlace, place: ObjectPlace) -> bool:
    """Tell whether an object lies on one of its goal's receptacles in one of its rooms."""
    if place.held_by or place.receptacle not in goal.receptacles:
        return False
    return not goal.rooms or place.room_type in goal.rooms


def evaluate(task: Task, places: Mapping[str, ObjectPlace]) -> Evaluation:
    """Return what is tidy and, a sentence each, why the rest is not.

    Args:
        task: The run's task.
        places: Where objects are now, by their name in the house file; one that is missing here
            counts as lost.
    """
    tidied, untidied, reasons = [], [], []
    for misplaced in task.misplaced:
        place = places.get(misplaced.object)
        if place is not None and is_tidy(misplaced.goal, place):
            tidied.append(misplaced.object)
        else:
            untidied.append(misplaced.object)
            reasons.append(f"{misplaced.object} {_where(place)}; tidy {goal_text(misplaced.goal)}")
    return Evaluation(tuple(tidied), tuple(untidied), tuple(reasons))


def goal_text(goal: TidyPlace) -> str:
    """Say a goal for people, such as "on CounterTop or Sink in Kitchen"."""
    rooms = f" in {' or '.join(goal.rooms)}" if goal.rooms else ""
    return f"on {' or '.join(goal.receptacles)}{rooms}"


def _where(place: ObjectPlace | None) -> str:
    if place is None:
        return "is nowhere to be found"
    if place.held_by:
        return f"is held by {place.held_by}"
    room = f" in {place.room_type}" if place.room_type else ""
    return f"is on {place.receptacle}{room}"
