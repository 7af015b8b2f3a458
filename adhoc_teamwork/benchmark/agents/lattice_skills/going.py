# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The sub-skills that only lead somewhere: GoToRoom and GoToPoint (paper appendix B)."""

import numpy as np

from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import Acting, drive
from adhoc_teamwork.simulation.lattice.paths import Gait
from adhoc_teamwork.skills.skill import SkillFailure
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill

_LONGEST = 10.0
_MISS = 1.0
"""How far from the point asked for, in metres, the nearest place to stand may be."""


def go_to_room(body: Body, call: SubSkill) -> Acting:
    """Drive into a room, to the place in it fewest moves away."""
    number = body.room_number(call.room_id)
    if number < 0:
        raise SkillFailure(Cause.UNKNOWN_ROOM, f"The floor plan has no room '{call.room_id}'.")
    cells = np.flatnonzero(body.lattice.rooms == number)
    if not len(cells):
        raise SkillFailure(Cause.UNREACHABLE, f"Nothing in {call.room_id} can be driven to.")
    yield from drive(body, frozenset(cells.tolist()), gait=Gait.AHEAD)


def go_to_point(body: Body, call: SubSkill) -> Acting:
    """Drive to a place given in the robot's own frame, metres ahead and to the left."""
    if not 0.0 < float(np.hypot(call.dx, call.dy)) <= _LONGEST:
        raise SkillFailure(Cause.BAD_ARGUMENT, f"GoToPoint goes up to {_LONGEST:g} m at once.")
    point = body.pose.transform(call.dx, call.dy)
    cell = body.lattice.nearest(point.x, point.y)
    x, y = body.lattice.points[cell]
    if float(np.hypot(x - point.x, y - point.y)) > _MISS:
        raise SkillFailure(Cause.UNREACHABLE, "There is no free floor near that point.")
    yield from drive(body, frozenset([cell]), gait=Gait.AHEAD)
