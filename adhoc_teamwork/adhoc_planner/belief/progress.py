# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far a goal is, from what one robot knows of the objects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.goal import CountedPredicate


@dataclass(frozen=True)
class Tally:
    """Count the things of a wish: `there`, and `under_way` in a hand or in a carried container."""

    wish: CountedPredicate
    there: int
    under_way: int

    @property
    def missing(self) -> int:
        """Return how many nobody has seen to yet."""
        return max(0, self.wish.count - self.there - self.under_way)


def tally(task: TaskConfig, objects: Sequence[Detection]) -> tuple[Tally, ...]:
    """Return how each wish of the goal stands."""
    by_id = {o.object_id: o for o in objects}
    return tuple(_tally(task, wish, objects, by_id) for wish in task.goal.wishes)


def carrier_of(
    task: TaskConfig, thing: Detection, by_id: Mapping[str, Detection]
) -> Detection | None:
    """Return the container that a thing is in, or None."""
    found = by_id.get(thing.receptacle) if thing.receptacle else None
    return found if found is not None and task.capacity(found.category) else None


def is_there(
    task: TaskConfig, wish: CountedPredicate, thing: Detection, by_id: Mapping[str, Detection]
) -> bool:
    """Tell whether a thing is where a wish wants it, or in its state, by itself or carried."""
    if wish.state:
        return wish.holds_for(thing.states, thing.room_type)
    outer = carrier_of(task, thing, by_id) or thing
    if thing.status is not Presence.PRESENT or outer.status is not Presence.PRESENT:
        return False
    return wish.holds_at(outer.relation, outer.receptacle_category, outer.room_type)


def contents(objects: Sequence[Detection], container: Detection) -> tuple[Detection, ...]:
    """Return what is known to be in a container."""
    return tuple(
        o for o in objects if o.receptacle == container.object_id and o.status is Presence.PRESENT
    )


def _tally(
    task: TaskConfig,
    wish: CountedPredicate,
    objects: Sequence[Detection],
    by_id: Mapping[str, Detection],
) -> Tally:
    if wish.state:
        alike = [o for o in objects if wish.concerns(o.category)]
        return Tally(wish, sum(wish.holds_for(o.states, o.room_type) for o in alike), 0)
    things = [o for o in objects if o.pickupable and wish.concerns(o.category)]
    there = sum(is_there(task, wish, thing, by_id) for thing in things)
    under_way = sum(_is_under_way(task, wish, thing, by_id) for thing in things)
    return Tally(wish, there, under_way)


def _is_under_way(
    task: TaskConfig, wish: CountedPredicate, thing: Detection, by_id: Mapping[str, Detection]
) -> bool:
    if thing.status is Presence.HELD:
        return True
    inside = carrier_of(task, thing, by_id) is not None
    return inside and thing.status is Presence.PRESENT and not is_there(task, wish, thing, by_id)
