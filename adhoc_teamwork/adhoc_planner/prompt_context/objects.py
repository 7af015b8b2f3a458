# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is known of each object and receptacle, in the few words that a prompt has room for."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from adhoc_teamwork.adhoc_planner.belief.progress import contents
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import same_object
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced, Predicate, Presence
from adhoc_teamwork.teamwork.text.quoting import clean_name, number, quote

_JUDGEMENT = {
    Misplaced.YES: "OUT OF PLACE",
    Misplaced.NO: "in place",
    Misplaced.UNKNOWN: "not judged yet",
}
_KEPT = 2048
_PLACES = 16
"""How many places are told of where such things are kept."""


@dataclass(frozen=True, eq=False)
class ObjectLook:
    """Describe what of an object stays while the robot moves about: clean texts, metres.

    One that is told again is the very same, so that what was made of it is found without a look at
    its texts.
    """

    id: str
    category: str
    where: str
    room: str
    position: str
    height: str
    pickupable: bool
    receptacle: bool
    surface: str
    judgement: str
    reason: str
    kept: str
    door: str
    states: str
    load: str


class ObjectFacts(NamedTuple):
    """Describe an object for a prompt: its distance in metres, since when unseen in seconds."""

    look: ObjectLook
    distance: str
    age: str
    seen_by: str


def objects_in_view(view: PlannerView) -> tuple[ObjectFacts, ...]:
    """Return the facts of what the camera shows now, nearest first."""
    known = {o.object_id: o for o in view.known_objects}
    return _facts_of(view, (known.get(o.object_id, o) for o in view.current_objects))


def objects_before(view: PlannerView) -> tuple[ObjectFacts, ...]:
    """Return the facts of what is known but not in view, nearest first."""
    return _facts_of(view, _out_of_view(view))


def things_before(view: PlannerView) -> list[Detection]:
    """Return the things of which `objects_before` has the facts, in its order."""
    return [item for _, item in _nearest_first(view, _out_of_view(view))]


def object_facts(view: PlannerView, item: Detection) -> ObjectFacts:
    """Return the facts of one object."""
    return _facts(view, item, item.position.planar_distance_to(view.state.pose.point))


def _facts(view: PlannerView, item: Detection, away: float) -> ObjectFacts:
    own = item.is_first_hand(view.robot)
    return ObjectFacts(
        look=_look_by_itself(item) if _is_by_itself(view, item) else _look_in(view, item),
        distance=number(away),
        age=number(max(0.0, view.now - item.seen), 0),
        seen_by="" if own else clean_name(item.seen_by),
    )


def _is_by_itself(view: PlannerView, item: Detection) -> bool:
    """Tell whether nothing else that is known bears on how an object is told."""
    return (
        item.status is Presence.PRESENT
        and bool(item.room and item.room_type)
        and not view.state.holds(item.object_id)
        and not (
            item.pickupable and (item.category in view.kept or view.task.capacity(item.category))
        )
    )


@lru_cache(maxsize=_KEPT)
def _look_by_itself(item: Detection) -> ObjectLook:
    return _look(item, _place(item), _named_room(item.room, item.room_type), "", "")


def _look_in(view: PlannerView, item: Detection) -> ObjectLook:
    where, room = _where(view, item), _room(view, item)
    return _look(item, where, room, _load(view, item), _kept(view, item))


# Most of what is known is as it was when last asked.
@lru_cache(maxsize=_KEPT)
def _look(item: Detection, where: str, room: str, load: str, kept: str) -> ObjectLook:
    judged = item.pickupable
    reason = item.reason if judged and item.misplaced is not Misplaced.UNKNOWN else ""
    return ObjectLook(
        id=clean_name(item.object_id),
        category=clean_name(item.category),
        where=where,
        room=room,
        position=f"({number(item.position.x)}, {number(item.position.y)})",
        height=number(item.position.z, 2),
        pickupable=item.pickupable,
        receptacle=item.is_receptacle,
        surface="" if math.isnan(item.support_height) else number(item.support_height, 2),
        judgement=_JUDGEMENT[item.misplaced] if judged else "",
        reason=quote(reason, 160) if reason else "",
        kept=kept,
        door="" if item.closed is None else "closed" if item.closed else "open",
        states=", ".join(map(str, item.states)),
        load=load,
    )


def _kept(view: PlannerView, item: Detection) -> str:
    """Return where what is to be moved is kept, and what says so beside the model."""
    kept = view.kept.get(item.category)
    to_move = item.misplaced is Misplaced.YES or view.state.holds(item.object_id)
    if kept is None or not item.pickupable or not to_move:
        return ""
    places = (f"on a {clean_name(on)} in a {clean_name(room)}" for on, room in kept.places)
    return f"{' or '.join(islice(places, _PLACES))}, {kept.source}"


def _load(view: PlannerView, item: Detection) -> str:
    capacity = view.task.capacity(item.category) if item.pickupable else 0
    if not capacity:
        return ""
    return f"container with {len(contents(view.known_objects, item))} of {capacity} things in it"


def _out_of_view(view: PlannerView) -> Iterator[Detection]:
    in_view = {o.object_id for o in view.current_objects}
    return (o for o in view.known_objects if o.object_id not in in_view)


def _facts_of(view: PlannerView, items: Iterable[Detection]) -> tuple[ObjectFacts, ...]:
    return tuple([_facts(view, item, away) for away, item in _nearest_first(view, items)])


def _nearest_first(view: PlannerView, items: Iterable[Detection]) -> list[tuple[float, Detection]]:
    """Return what is worth telling of some things, and how far each is from the robot, metres."""
    here = view.state.pose.point
    relevant = [
        (o.position.planar_distance_to(here), o.object_id, o)
        for o in items
        if _is_relevant(view, o)
    ]
    relevant.sort(key=itemgetter(0, 1))
    return [(away, item) for away, _, item in relevant]


def _is_relevant(view: PlannerView, item: Detection) -> bool:
    wanted = view.subtask.object_id if view.subtask else ""
    if item.status is Presence.GONE and item.object_id != wanted:
        return False
    return item.pickupable or item.is_receptacle or bool(item.states)


def _where(view: PlannerView, item: Detection) -> str:
    if item.status is Presence.GONE:
        return "gone from there"
    if view.state.holds(item.object_id):
        return "held by you"
    if item.status is Presence.HELD:
        return f"held by {_holder(view, item)}"
    return _place(item)


def _place(item: Detection) -> str:
    """Return what an object that nobody holds lies on or in."""
    if item.receptacle == FLOOR:
        return "on the floor"
    if item.is_receptacle and not item.pickupable:
        return ""
    if not item.receptacle:
        return "on something unknown"
    relation = "in" if item.relation is Predicate.IN else "on"
    category = clean_name(item.receptacle_category)
    return f"{relation} {clean_name(item.receptacle)}" + (f" ({category})" if category else "")


def _holder(view: PlannerView, item: Detection) -> str:
    for teammate in view.teammates:
        state = teammate.state
        if state is None or not state.holds_a(item.category):
            continue
        positions = [i.object_position for i in teammate.open_intents() if i.object_position]
        if not positions or any(same_object((item,), item.category, p) for p in positions):
            return clean_name(teammate.name)
    return "a teammate"


def _room(view: PlannerView, item: Detection) -> str:
    if not item.room:
        return "an unknown room"
    kind = item.room_type or next((r.room_type for r in view.rooms if r.room_id == item.room), "")
    return _named_room(item.room, kind)


def _named_room(room_id: str, kind: str) -> str:
    return f"{clean_name(room_id)} ({clean_name(kind) or 'type unknown'})"
