# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills that only lead somewhere: GoToRoom and GoToPoint (paper appendix B)."""

import numpy as np

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting, drive
from adhoc_teamwork.simulation.lattice.paths import Gait
from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.preconditions import (
    check_displacement,
    refuse_immobile,
    room_to_enter,
)
from adhoc_teamwork.skills.settings import Settings
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

_MISS = 1.0
"""How far from the point asked for, in metres, the nearest place to stand may be."""


def go_to_room(body: Body, call: SubSkill) -> Acting:
    """Drive into a room, to the place in it fewest moves away."""
    refuse_immobile(body, "GoToRoom")
    room = room_to_enter(body, call.room_id)
    cells = np.flatnonzero(body.lattice.rooms == body.room_number(room.room_id))
    if not len(cells):
        raise SkillFailure(Cause.UNREACHABLE, f"Nothing in {room.room_id} can be driven to.")
    yield from drive(body, frozenset(cells.tolist()), gait=Gait.AHEAD)


def go_to_point(body: Body, call: SubSkill) -> Acting:
    """Drive to a place given in the robot's own frame, metres ahead and to the left."""
    refuse_immobile(body, "GoToPoint")
    check_displacement(call.dx, call.dy, Settings.longest_displacement)
    point = body.pose.transform(call.dx, call.dy)
    cell = body.lattice.nearest(point.x, point.y)
    x, y = body.lattice.points[cell]
    if float(np.hypot(x - point.x, y - point.y)) > _MISS:
        raise SkillFailure(Cause.UNREACHABLE, "There is no free floor near that point.")
    yield from drive(body, frozenset([cell]), gait=Gait.AHEAD)
