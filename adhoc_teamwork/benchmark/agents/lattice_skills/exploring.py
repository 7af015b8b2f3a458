# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skill Explore: go where unseen floor begins and look, until nothing is left to see."""

import math

import numpy as np

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting, drive, face, level_camera
from adhoc_teamwork.simulation.lattice.paths import Gait
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.exploring import Exploration
from adhoc_teamwork.skills.rules.lookup import find_room
from adhoc_teamwork.skills.rules.preconditions import refuse_immobile
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.subskill import SubSkill

_ENOUGH = Settings.explored_share
"""Share of the floor after which the rest is left: it shows hardly anything more."""
_FAILURES = 3
"""After so many drives in a row that led nowhere, exploring is given up."""
_FARTHEST = 1 << 20
_UNDERFOOT = 0.6
"""Floor this close, in metres, shows only to a camera that looks down on it."""


def explore(body: Body, call: SubSkill) -> Acting:
    """Look at a room's floor (at all rooms' without one named), nearest unseen spot first.

    Frontier-based: the robot drives towards the unseen spot that is fewest moves away, facing it,
    and takes the next as soon as that one is seen. What does not show from close by is left.

    Raises:
        SkillFailure: The room is unknown, or no way leads to what is left of it.
    """
    refuse_immobile(body, "Explore")
    room_id = find_room(body, call.room_id).room_id if call.room_id else ""
    wanted = _floor_bits(body, room_id)
    exploration = Exploration(room_id or "the house", _ENOUGH, _FAILURES)
    few = (1.0 - _ENOUGH) * wanted.bit_count()
    in_vain = unreached = 0
    while not exploration.is_given_up:
        left = wanted & ~body.now.floor_seen & ~in_vain & ~unreached
        spot = _nearest(body, left) if left.bit_count() > few else -1
        if spot < 0:
            break
        try:
            yield from _seek(body, spot)
        except SkillFailure as failure:
            exploration.failed(failure.cause, failure.message)
            unreached |= _unseen_around(body, spot)
        else:
            exploration.arrived()
            in_vain |= _unseen_around(body, spot)
    possible = wanted & ~in_vain
    left = possible & ~body.now.floor_seen
    if left.bit_count() > few:
        exploration.refuse_given_up()
    share = 1.0 - left.bit_count() / max(1, possible.bit_count())
    exploration.judge(share, "nothing more of it can be looked at")


def _seek(body: Body, spot: int) -> Acting:
    """Approach a floor spot until it is seen; give up beside it."""
    point, goals = Point(*body.plan.spot_points[spot]), body.plan.beside[spot]
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
    """Return the unseen spot fewest actions away, turns towards it included; -1 without a way.

    The search spreads from the robot's cell, and ends as soon as what lies farther cannot win.
    """
    spots, moves = body.plan.spots_at, body.plan.moves
    here, best, chosen = body.now.cell, _FARTHEST, -1
    ring, seen, depth = [here], {here}, 0
    while ring and depth < best:
        following = []
        for cell in ring:
            for spot in spots[cell]:
                if left >> spot & 1:
                    cost = depth + _turns(body, spot)
                    if (cost, spot) < (best, chosen):
                        best, chosen = cost, spot
            for there in moves[cell]:
                if there not in seen:
                    seen.add(there)
                    following.append(there)
        ring, depth = following, depth + 1
    return chosen


def _turns(body: Body, spot: int) -> int:
    """Return how many turns and looks bring a spot into view that is not hidden."""
    x, y = body.plan.spot_points[spot]
    here = body.pose
    off = abs(body.bearing(Point(x, y)))
    underfoot = abs(x - here.x) + abs(y - here.y) < _UNDERFOOT
    return max(0, math.ceil(off - 0.5 - 1e-9)) + (2 if underfoot else 0)


def _unseen_around(body: Body, spot: int) -> int:
    """Return a spot that was not seen, and its neighbours, as bits; none of one that was."""
    if body.now.floor_seen >> spot & 1:
        return 0
    points = body.house.floor.points
    near = np.abs(points - points[spot]).max(axis=1) <= 0.5 * body.house.config.floor_spacing
    bits = 0
    for number in np.flatnonzero(near):
        bits |= 1 << int(number)
    return bits
