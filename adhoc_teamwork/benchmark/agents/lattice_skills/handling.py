# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills about one object: go to it, pick it up, put it down (paper appendix B)."""

import math
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting, drive, face, level_camera
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.paths import FAR, Gait
from adhoc_teamwork.simulation.rules.placing import DROP_DISTANCES
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.preconditions import (
    place_to_put,
    refuse_immobile,
    thing_to_go_to,
    thing_to_take,
)
from adhoc_teamwork.skills.rules.refused import grasp_refused, put_in_refused, put_refused, refused
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

Cells = NDArray[np.int32]

_MARGIN = Settings.reach_margin
"""How much closer than the hand reaches a robot stands, metres."""
_TRIES = 4
"""From how many places a thing is looked at before it counts as not there."""
_SIDES = 8
"""From how many sides of a receptacle it looks for a free spot at the most."""
_SPOTS = 0.1
"""How far apart, in metres, the points of a receptacle are that tell whether a side is new."""
_LONG_WAY = 12
"""From how many moves on a robot turns to where it goes."""
_APART = 0.75
"""How far apart these places are at least, metres."""


def go_to_object(body: Body, call: SubSkill) -> Acting:
    """Stand within reach of a thing, with it in view.

    Raises:
        SkillFailure: It is not known, not there, or cannot be reached.
    """
    refuse_immobile(body, "GoToObject")
    thing = thing_to_go_to(body, call.object_id)
    cells = _cells_at(body, thing)
    if not len(cells) and body.vain.places(thing.object_id):
        # There is no other side: what failed there may do by now.
        body.vain.forget(thing.object_id)
        cells = _cells_at(body, thing)
    yield from _come_near(body, thing, cells)


def pick_up(body: Body, call: SubSkill) -> Acting:
    """Take the object that is within reach."""
    yield from grasp(body, thing_to_take(body, "PickupObject", call.object_id))


def grasp(body: Body, thing: Detection) -> Acting:
    """Close the hand on a thing that it may take."""
    yield from face(body, thing.position, lambda: body.in_view(thing.object_id))
    result = yield Action(ActionKind.PICK_UP, thing.object_id)
    if result is not None and not result.success:
        body.vain.failed(thing.object_id, result.cause, body.pose)
        raise grasp_refused(body, thing.object_id, result.cause, result.reason)
    body.vain.forget(thing.object_id)
    body.knowledge.take(thing.object_id, body.now.step)


def put(body: Body, call: SubSkill) -> Acting:
    """Put what is held down on or in a receptacle within reach; `Floor` is one, too."""
    receptacle = place_to_put(body, call)
    held = body.in_hand(call.object_id)
    if receptacle is None:
        yield from _drop(body, held)
    elif receptacle.opens:
        yield from put_into(body, held, receptacle)
    else:
        yield from _put_on(body, held, receptacle)


def put_into(body: Body, held: str, container: Detection) -> Acting:
    """Let what is held into a container, or furniture that stands open."""
    name = container.object_id
    result = yield from _put_down(body, held, container)
    if not result.success:
        raise put_in_refused(name, result.cause, result.reason)
    if not body.in_view(held):
        body.knowledge.lay(held, container, True, body.now.step)


def _put_on(body: Body, held: str, receptacle: Detection) -> Acting:
    """Put what is held on a receptacle; where there is no free spot, from another side.

    A side is another one only where the hand gets to what it has not been at: a spot that is free
    would have been found from the first.
    """
    name, left = receptacle.object_id, _spots(receptacle)
    for _ in range(_SIDES):
        result = yield from _put_down(body, held, receptacle)
        if result.success:
            body.vain.forget(name)
            if result.used_up:
                body.knowledge.use_up(held, receptacle, body.now.step)
            elif not body.in_view(held):
                body.knowledge.lay(held, receptacle, False, body.now.step)
            return
        body.vain.failed(name, result.cause, body.pose)
        if result.cause is not Cause.NO_SPACE:
            break
        left = _out_of_reach(body, receptacle, left)
        near = body.cells_near(receptacle, body.reach_for(receptacle) - _MARGIN)
        cells = _reaching(body, receptacle, near, left)
        if not len(cells):
            break
        yield from _come_near(body, receptacle, cells)
    raise put_refused(name, result.cause, result.reason)


def _spots(receptacle: Detection) -> list[Point]:
    """Return points all over a receptacle, its edges included."""
    at, size = receptacle.position, receptacle.size
    along, across = (
        np.linspace(-half, half, 1 + math.ceil(2.0 * half / _SPOTS)).tolist()
        for half in (size.x / 2.0, size.y / 2.0)
    )
    return [Point(at.x + x, at.y + y, at.z) for x in along for y in across]


def _out_of_reach(body: Body, receptacle: Detection, spots: Sequence[Point]) -> list[Point]:
    """Return the spots that the hand does not get to from where the robot stands."""
    here, reach = body.pose.point, body.reach_for(receptacle)
    return [
        spot
        for spot in spots
        if here.planar_distance_to(spot) > reach or body.is_walled_off(receptacle, spot)
    ]


def _reaching(body: Body, receptacle: Detection, cells: Cells, spots: Sequence[Point]) -> Cells:
    """Return the cells from which the hand gets to any spot of a receptacle, walls left out."""
    if not spots:
        return cells[:0]
    x, y = np.array([(spot.x, spot.y) for spot in spots]).T
    points, reach = body.lattice.points[cells], body.reach_for(receptacle)
    away = np.hypot(points[:, :1] - x, points[:, 1:] - y)
    near: Cells = cells[(away <= reach).any(axis=1)]
    return near


def _drop(body: Body, held: str) -> Acting:
    result = yield Action(ActionKind.DROP, thing=held)
    if result is not None and not result.success:
        raise put_refused(FLOOR, result.cause, result.reason)
    there = body.pose.transform(DROP_DISTANCES[0], 0.0)
    yield from face(body, there, lambda: body.in_view(held))
    if not body.in_view(held):
        body.knowledge.drop(held, there, body.now.step)


def _cells_at(body: Body, thing: Detection) -> Cells:
    """Return where to stand at a thing: inside the hand's reach, else where it just gets to it."""
    reach = body.reach_for(thing)
    cells = body.cells_near(thing, reach - _MARGIN)
    if not len(cells):
        cells = body.cells_near(thing, reach)
    if not len(cells) and body.tries_all:
        cells = body.cells_near(thing, body.house.config.reach)
    return cells


def _put_down(body: Body, held: str, receptacle: Detection) -> Generator[Any, Any, ActionResult]:
    """Ask the hand to put down what it holds; return how that went."""
    if receptacle.object_id not in body.now.held:
        yield from face(body, receptacle.position, lambda: body.in_view(receptacle.object_id))
    result: ActionResult = yield Action(ActionKind.PUT_DOWN, receptacle.object_id, thing=held)
    return result


def _come_near(body: Body, thing: Detection, cells: Cells) -> Acting:
    """Look at a thing from the nearest cell, and where it does not show, from others."""

    def there() -> bool:
        return body.in_view(thing.object_id) and body.now.cell in goals

    left = cells
    for _ in range(_TRIES):
        goals = frozenset(left.tolist())
        if not goals:
            break
        yield from _drive_watchfully(body, goals, there)
        yield from face(body, _middle(body, thing), there)
        if there():
            return
        left = _elsewhere(body, left, _APART)
    if not len(cells):
        raise SkillFailure(Cause.UNREACHABLE, f"No place near {thing.object_id} can be driven to.")
    if not thing.is_receptacle:
        body.knowledge.lose(thing.object_id, body.now.step)
    raise SkillFailure(Cause.LOST_OBJECT, f"{thing.object_id} does not show where it should be.")


def _drive_watchfully(body: Body, goals: frozenset[int], there: Callable[[], bool]) -> Acting:
    """Drive, on a long way with the camera ahead: what is seen on the way may be of use."""
    far = body.paths.to_cells(goals).actions(body.now.cell, body.now.heading)
    if _LONG_WAY <= far < FAR:
        while (action := level_camera(body)) is not None:
            yield action
        yield from drive(body, goals, there, Gait.AHEAD)
    else:
        yield from drive(body, goals, there)


def _elsewhere(body: Body, cells: Cells, apart: float) -> Cells:
    """Return those of some cells that are farther than `apart` metres from the robot."""
    here, points = body.pose, body.lattice.points
    away = np.hypot(points[cells, 0] - here.x, points[cells, 1] - here.y)
    kept: Cells = cells[away > apart]
    return kept


def _middle(body: Body, thing: Detection) -> Point:
    """Return the point of a thing to look at: of large things the one closest to the robot."""
    here, half_x, half_y = body.pose, thing.size.x / 2.0, thing.size.y / 2.0
    if thing.pickupable:
        return thing.position
    x = min(max(here.x, thing.position.x - half_x), thing.position.x + half_x)
    y = min(max(here.y, thing.position.y - half_y), thing.position.y + half_y)
    if (x, y) == (here.x, here.y):
        return thing.position
    return Point((x + thing.position.x) / 2.0, (y + thing.position.y) / 2.0, thing.position.z)


def must_succeed(call: SubSkill, result: ActionResult | None) -> None:
    """Go on where an action succeeded.

    Raises:
        SkillFailure: It did not; the world's cause and reason say why.
    """
    if result is not None and not result.success:
        raise refused(call, result.cause, result.reason)
