# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills about one object: go to it, pick it up, put it down (paper appendix B)."""

from collections.abc import Callable, Generator
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
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Presence
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

Cells = NDArray[np.int32]

_MARGIN = 0.1
"""How much closer than the hand reaches a robot stands, metres."""
_TRIES = 4
"""From how many places a thing is looked at before it counts as not there."""
_OTHER_SIDE = 1.0
"""How far a robot goes along a receptacle, metres, to find a free spot."""
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
    cells = body.cells_near(thing, body.house.config.reach - _MARGIN)
    if not len(cells):
        cells = body.cells_near(thing, body.house.config.reach)
    yield from _come_near(body, thing, cells)


def pick_up(body: Body, call: SubSkill) -> Acting:
    """Take the object that is within reach."""
    yield from grasp(body, thing_to_take(body, "PickupObject", call.object_id))


def grasp(body: Body, thing: Detection) -> Acting:
    """Close the hand on a thing that it may take."""
    yield from face(body, thing.position, lambda: body.in_view(thing.object_id))
    result = yield Action(ActionKind.PICK_UP, thing.object_id)
    must_succeed(result)
    body.knowledge.mark(thing.object_id, Presence.HELD, body.now.step)


def put(body: Body, call: SubSkill) -> Acting:
    """Put what is held down on or in a receptacle within reach; `Floor` is one, too."""
    receptacle = place_to_put(body, call)
    yield from _drop(body) if receptacle is None else _put(body, receptacle)


def _drop(body: Body) -> Acting:
    held = body.now.held
    must_succeed((yield Action(ActionKind.DROP)))
    yield from face(body, body.pose.transform(DROP_DISTANCES[0], 0.0), lambda: body.in_view(held))


def _put(body: Body, receptacle: Detection) -> Acting:
    """Put what is held on or in a receptacle; where there is no room, from another side."""
    held, left = body.now.held, body.cells_near(receptacle, body.house.config.reach - _MARGIN)
    result = yield from put_down(body, receptacle)
    while result.cause is Cause.NO_SPACE:
        # From another side the hand may reach a spot that is free.
        left = _elsewhere(body, left, _OTHER_SIDE)
        if not len(left):
            break
        yield from _come_near(body, receptacle, left)
        result = yield from put_down(body, receptacle)
    must_succeed(result)
    if not body.in_view(held):
        body.knowledge.lay(held, receptacle, body.now.step)


def put_down(body: Body, receptacle: Detection) -> Generator[Any, Any, ActionResult]:
    """Ask the hand to put down what it holds; return how that went."""
    yield from face(body, receptacle.position, lambda: body.in_view(receptacle.object_id))
    result: ActionResult = yield Action(ActionKind.PUT_DOWN, receptacle.object_id)
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
        body.knowledge.mark(thing.object_id, Presence.GONE, body.now.step)
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


def must_succeed(result: ActionResult | None) -> None:
    """Go on where an action succeeded.

    Raises:
        SkillFailure: It did not; the world's cause and reason say why.
    """
    if result is not None and result.cause is not None:
        raise SkillFailure(result.cause, f"{result.reason}.")
