"""The sub-skill Explore: go where unseen floor begins and look, until nothing is left to see."""

import numpy as np
from numpy.typing import NDArray

from benchmark.agents.body import Body
from benchmark.agents.driving import Acting, drive, face
from simulation.steps.actions import Action
from simulation.steps.paths import FAR, Gait
from skills.causes import Cause
from skills.skill import SkillFailure
from teamwork.geometry import Point
from teamwork.subskill import SubSkill

_ENOUGH = 0.95
"""Share of the floor after which the rest is left: it shows hardly anything more."""
_FAILURES = 3
"""After so many drives in a row that led nowhere, exploring is given up."""
_UNDERFOOT = 0.6
"""Floor this close, in metres, shows only to a camera that looks down on it."""


def explore(body: Body, call: SubSkill) -> Acting:
    """Look at a room's floor (at all rooms' without one named), nearest unseen spot first.

    Frontier-based: the robot drives towards the unseen spot that is fewest moves away, facing it,
    and takes the next as soon as that one is seen. What does not show from close by is left.

    Raises:
        SkillFailure: The room is unknown, or others block the way to it.
    """
    wanted = _floor_bits(body, call.room_id)
    if wanted == 0 and call.room_id and body.room_number(call.room_id) < 0:
        raise SkillFailure(Cause.UNKNOWN_ROOM, f"The floor plan has no room '{call.room_id}'.")
    enough = (1.0 - _ENOUGH) * wanted.bit_count()
    given_up = failed = 0
    while True:
        left = wanted & ~body.now.floor_seen & ~given_up
        if left.bit_count() <= enough:
            return
        spot = _nearest(body, left)
        if spot < 0:
            return
        try:
            yield from _seek(body, spot)
        except SkillFailure:
            failed += 1
            if failed >= _FAILURES:
                raise
        else:
            failed = 0
        if not body.now.floor_seen >> spot & 1:
            given_up |= _around(body, spot)


def level_camera(body: Body) -> Action | None:
    """Return the look that brings the camera back to the pitch at which it sees most."""
    return body.look(body.now.heading, body.house.config.start_pitch)


def _seek(body: Body, spot: int) -> Acting:
    """Approach a floor spot until it is seen; give up beside it."""
    x, y = (float(v) for v in body.house.floor.points[spot])
    point, goals = Point(x, y, 0.0), body.plan.beside[spot]
    room = int(body.house.floor.rooms[spot])

    def seen() -> bool:
        return bool(body.now.floor_seen >> spot & 1)

    def in_room() -> bool:
        return seen() or int(body.lattice.rooms[body.now.cell]) == room

    while not seen() and (action := level_camera(body)) is not None:
        yield action
    yield from drive(body, goals, in_room, Gait.AHEAD)
    while not seen():
        turn = body.turn_to(point)
        if turn is not None:
            yield turn
        elif body.now.cell in goals:
            break
        else:
            yield from drive(body, goals, lambda: seen() or body.turn_to(point) is not None)
    yield from face(body, point, seen)


def _floor_bits(body: Body, room_id: str) -> int:
    floors = body.house.room_floors(body.height)
    bits = 0
    for floor in floors:
        if floor.room_id == room_id or not room_id:
            bits |= floor.bits
    return bits


def _nearest(body: Body, left: int) -> int:
    """Return the unseen spot fewest moves away, what lies ahead first; -1 where no way leads."""
    spots = _numbers(left)
    cells = body.plan.nearest[spots]
    moves = body.distances([body.now.cell])[cells].astype(np.int32)
    here = body.pose
    points = body.house.floor.points[spots]
    angle = np.arctan2(points[:, 1] - here.y, points[:, 0] - here.x) / (np.pi / 2.0)
    off = np.abs((angle - body.now.heading + 2.0) % 4.0 - 2.0)
    cost = moves + np.ceil(np.maximum(0.0, off - 0.5) - 1e-9)
    cost += 2.0 * (np.hypot(points[:, 0] - here.x, points[:, 1] - here.y) < _UNDERFOOT)
    best = int(np.argmin(cost))
    return int(spots[best]) if moves[best] < FAR else -1


def _around(body: Body, spot: int) -> int:
    """Return a spot and its neighbours, as bits."""
    points = body.house.floor.points
    near = np.abs(points - points[spot]).max(axis=1) <= 0.5 * body.house.config.floor_spacing
    bits = 0
    for number in np.flatnonzero(near):
        bits |= 1 << int(number)
    return bits


def _numbers(bits: int) -> NDArray[np.int64]:
    packed = np.frombuffer(bits.to_bytes(bits.bit_length() // 8 + 1, "little"), np.uint8)
    return np.flatnonzero(np.unpackbits(packed, bitorder="little"))
