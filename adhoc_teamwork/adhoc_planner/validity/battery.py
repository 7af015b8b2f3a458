# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether the battery lasts for a sub-task: an estimate by the straight lines of the way."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import distance_to
from adhoc_teamwork.teamwork.scene import Detection, Room

DETOUR = 1.5
"""How much longer half of all ways are than the straight line, turns included."""

CARRYING = 2.2
"""How much longer nearly nine of ten ways are; what an empty robot holds is lost to the team."""


def check_way_to_room(view: PlannerView, room: Room) -> str | None:
    """Return why the battery does not last to get into a room, or None."""
    return _check(view, distance_to(view, room), f"to get to {room.room_id}")


def check_carrying(
    view: PlannerView, item: Detection, targets: tuple[Detection, ...]
) -> str | None:
    """Return why the battery does not last to fetch an object and bring it to a target, or None.

    Where no target is known only the way to the object counts.
    """
    here, place = view.state.pose.point, item.position
    carried = min((place.planar_distance_to(t.position) for t in targets), default=0.0)
    metres = here.planar_distance_to(place) + carried
    return _check(view, metres, f"to bring {item.object_id} there", CARRYING)


def _check(view: PlannerView, metres: float, what: str, longer: float = DETOUR) -> str | None:
    """Return the sentence; a battery of 0 has not been told, and lets everything be tried."""
    speed, left = view.capability.max_speed, view.state.battery
    needed = longer * metres / speed if speed > 0.0 else 0.0
    if left <= 0.0 or needed <= left:
        return None
    return f"your battery lasts for {left:.0f} s, but {what} takes about {needed:.0f} s"
