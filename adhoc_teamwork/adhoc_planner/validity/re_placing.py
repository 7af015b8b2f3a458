# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which sub-task moves an object to where it belongs, and which receptacles serve it."""

from collections.abc import Iterable, Sequence

from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.teamwork.scene import Detection, Predicate, Room
from adhoc_teamwork.teamwork.team.goal import Place
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import plain_name

_SEEN_WELL = 0.9
"""From this share of a room's floor on, furniture in it has shown."""


def moving(task: TaskConfig, object_id: str, category: str, place: Place) -> SubTask:
    """Return the sub-task that brings an object of a category to a place."""
    if SubTaskKind.TRANSPORT in task.subtasks:
        return SubTask(SubTaskKind.TRANSPORT, object_id=object_id)
    kind = _putting(task, category, place)
    return SubTask(
        kind, room_type=place.room, object_id=object_id, receptacle_type=place.receptacle
    )


def can_move(task: TaskConfig) -> bool:
    """Tell whether a task has a sub-task that moves an object, other than in free words."""
    kinds = (SubTaskKind.REPLACE, SubTaskKind.TRANSPORT, SubTaskKind.PLACE_ON)
    return any(kind in task.subtasks for kind in kinds)


def _putting(task: TaskConfig, category: str, place: Place) -> SubTaskKind:
    if SubTaskKind.PLACE_ON not in task.subtasks:
        return SubTaskKind.REPLACE
    inside = any(
        wish.relation is Predicate.IN and wish.place == place and wish.concerns(category)
        for wish in task.goal.wishes
    )
    return SubTaskKind.PLACE_IN if inside else SubTaskKind.PLACE_ON


def target_of(task: TaskConfig, subtask: SubTask) -> Place:
    """Return where a sub-task takes its object, by types; an empty type where nothing says it."""
    if subtask.kind is SubTaskKind.TRANSPORT:
        return task.goal.place or Place("")
    return Place(subtask.receptacle_type, subtask.room_type)


def receptacles_of(
    place: Place, known: Iterable[Detection], rooms: Sequence[Room]
) -> list[Detection]:
    """Return which of the known receptacles serve as a place: none of `is_elsewhere`."""
    wanted = plain_name(place.receptacle)
    return [
        o
        for o in known
        if o.is_receptacle
        and plain_name(o.category) == wanted
        and not is_elsewhere(o, place.room, rooms)
    ]


def may_have(room: Room, place: Place) -> bool:
    """Tell whether a place that nobody knows of may be in a room.

    The room is of the type that the place names, or may be, as nobody knows its type; and more than
    a corner of it is unseen: furniture shows before all of the floor does.
    """
    wanted = plain_name(place.room)
    is_of_type = not wanted or plain_name(room.room_type) in ("", wanted)
    return is_of_type and room.explored < _SEEN_WELL


def is_elsewhere(receptacle: Detection, room_type: str, rooms: Iterable[Room]) -> bool:
    """Tell whether a receptacle is in another type of room, where one of the wanted is known."""
    wanted = room_type.casefold()
    if not wanted or receptacle.room_type.casefold() in ("", wanted):
        return False
    return any(room.room_type.casefold() == wanted for room in rooms)
