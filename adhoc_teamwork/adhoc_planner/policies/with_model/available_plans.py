# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every plan that is available to a robot now: the list that CoELA and CaPo choose from.

After CoELA's tables 3 and 5: put down what is held, take or load what is to be moved, look into
what is closed, explore rooms. It names what the robot knows and its body can do, no more.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import unexplored_rooms
from adhoc_teamwork.adhoc_planner.policies.heuristic import can_take, put_away
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import in_own_names
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.adhoc_planner.validity.re_placing import moving, receptacles_of, target_of
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.goal import Place
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import plain_name

MOST_PLANS = 60
"""Plans of one list, those about near things first."""
ANY = "any"
"""Stands for a type of room where any will do and none is known."""
_CONTAINERS = 2
"""Containers, the nearest, that each thing could be put in."""
_LONGEST_NAME = 3
"""Words of a type at the most."""
_PLACES = 4
"""Places, the nearest, that are offered for what has no known home."""


def available_plans(view: PlannerView) -> tuple[SubTask, ...]:
    """Return what the robot could do next; empty where there is nothing.

    What is under way stays in the list; what has failed lately is left out of it, but for putting
    down what is held where that is all there is: a teammate may have stood in a door.
    """
    refused = {subtask for subtask, _ in view.rejected}
    sound = [s for s in dict.fromkeys(_named(view)) if check_subtask(view, s) is None]
    may = [s for s in sound if s not in refused]
    may = may or [s for s in sound if s.object_id in view.state.all_held]
    if view.state.all_held and any(s.object_id in view.state.all_held for s in may):
        may = [s for s in may if view.has_free_hand or s.kind is not SubTaskKind.EXPLORE]
    return tuple(may[:MOST_PLANS])


def _named(view: PlannerView) -> Iterator[SubTask]:
    near = sorted(view.known_objects, key=lambda o: (_away(view, o), o.object_id))
    held = [thing for thing in near if view.state.holds(thing.object_id)]
    if view.task.goal.text:
        yield from _requested(view, held, near)
    else:
        for thing in held:
            yield from _puttings(view, thing)
    yield from _loadings(view, held, near)
    wanted = [thing for thing in near if thing not in held and _is_wanted(thing)]
    for thing in wanted:
        yield from _puttings(view, thing)
    yield from _loadings(view, wanted, near)
    if SubTaskKind.TAKE in view.task.subtasks:
        containers = [thing for thing in near if view.task.capacity(thing.category)]
        for thing in dict.fromkeys((*wanted, *containers)):
            yield SubTask(SubTaskKind.TAKE, object_id=thing.object_id)
    if SubTaskKind.CHECK in view.task.subtasks:
        for thing in near:
            if thing.closed:
                yield SubTask(SubTaskKind.CHECK, object_id=thing.object_id)
    for room in view.rooms:
        yield SubTask(SubTaskKind.EXPLORE, room_id=room.room_id)


def _requested(
    view: PlannerView, held: Sequence[Detection], near: Sequence[Detection]
) -> Iterator[SubTask]:
    """Yield visits to what a goal in words names by its type, and what brings it to such places.

    Left out is where this robot was lately, where others say they have been, and what lies there.
    """
    words = _names(view.task.goal.text)
    named = [thing for thing in near if plain_name(thing.category) in words]
    if SubTaskKind.VISIT in view.task.subtasks:
        visited = {_visited(view, message) for message in view.messages}
        visited |= {
            done.subskill.object_id
            for done in view.history
            if done.result.success and done.subskill.kind is SubSkillKind.GO_TO_OBJECT
        }
        for thing in named:
            if thing.object_id not in visited:
                yield SubTask(SubTaskKind.VISIT, object_id=thing.object_id)
    if SubTaskKind.PLACE_ON not in view.task.subtasks:
        return
    types = dict.fromkeys(o.category for o in named if o.is_receptacle and not o.pickupable)
    for thing in (*held, *(one for one in named if one not in held)):
        if thing.pickupable:
            for kind in (one for one in types if one != thing.receptacle_category):
                yield moving(view.task, thing.object_id, thing.category, Place(kind, ANY))


def _names(text: str) -> frozenset[str]:
    """Return what a text may name: each word and up to three in a row, in the plural as well."""
    words = re.findall(r"\w+", text)
    runs = {
        plain_name("".join(words[start : start + count]))
        for start in range(len(words))
        for count in range(1, _LONGEST_NAME + 1)
    }
    return frozenset(runs | {run.removesuffix("s") for run in runs})


def _visited(view: PlannerView, message: TeamMessage) -> str:
    """Return the id of what a message says to have been visited, or an empty text."""
    intent = message.intent
    if intent is None or intent.status is not IntentStatus.DONE:
        return ""
    if intent.subtask.kind is not SubTaskKind.VISIT:
        return ""
    if message.sender == view.robot:
        return intent.subtask.object_id
    return in_own_names(view, message.sender, intent).subtask.object_id


def _puttings(view: PlannerView, thing: Detection) -> Iterator[SubTask]:
    """Yield what brings a thing where it belongs, or, with no home known, to a place at hand."""
    if view.task.goal.says_all:
        putting = put_away(view, thing.object_id, thing.category)
        place = target_of(view.task, putting)
        known = receptacles_of(place, view.known_objects, view.rooms)
        if known or not unexplored_rooms(view):
            yield _in_words(view, putting)
        return
    refused = view.refused_places(thing.object_id)
    home = view.homes.get(thing.category)
    if home is not None and home not in refused:
        yield moving(view.task, thing.object_id, thing.category, Place(*home))
        return
    for place in _places(view, refused):
        yield moving(view.task, thing.object_id, thing.category, place)


def _in_words(view: PlannerView, subtask: SubTask) -> SubTask:
    """Return a sub-task with a room that can be read, where the goal takes any."""
    if not subtask.receptacle_type or subtask.room_type:
        return subtask
    wanted = subtask.receptacle_type.casefold()
    rooms = [
        o.room_type
        for o in sorted(view.known_objects, key=lambda o: (_away(view, o), o.object_id))
        if o.is_receptacle and o.category.casefold() == wanted and o.room_type
    ]
    return subtask.having(room_type=next(iter(rooms), ANY))


def _places(view: PlannerView, refused: Iterable[tuple[str, str]]) -> list[Place]:
    known = sorted(
        (o for o in view.known_objects if can_take(view, o)), key=lambda o: _away(view, o)
    )
    places = dict.fromkeys((o.category, o.room_type) for o in known)
    return [Place(*place) for place in places if place not in set(refused)][:_PLACES]


def _loadings(
    view: PlannerView, things: Iterable[Detection], near: Sequence[Detection]
) -> Iterator[SubTask]:
    """Yield the putting of things into the container in hand, or without one into one near."""
    if SubTaskKind.LOAD not in view.task.subtasks:
        return
    containers = [o for o in near if view.task.capacity(o.category) and o.pickupable]
    mine = [o for o in containers if view.state.holds(o.object_id)]
    for thing in things:
        for container in mine or containers[:_CONTAINERS]:
            if not view.task.capacity(thing.category):
                yield SubTask(
                    SubTaskKind.LOAD,
                    object_id=thing.object_id,
                    receptacle_id=container.object_id,
                )


def _is_wanted(thing: Detection) -> bool:
    return (
        thing.pickupable and thing.misplaced is Misplaced.YES and thing.status is Presence.PRESENT
    )


def _away(view: PlannerView, thing: Detection) -> float:
    return view.state.pose.point.planar_distance_to(thing.position)
