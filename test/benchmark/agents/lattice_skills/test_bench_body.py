# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a robot of the step world chooses to stand."""

import numpy as np
import pytest
from bench_episodes import DrawnSet
from bench_fakes import a_robot

from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.simulation.rules.reach import why_behind_wall
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause


@pytest.mark.slow
@pytest.mark.parametrize("pickupable", [True, False])
def test_a_robot_stands_where_no_wall_bars_its_hand(drawn: DrawnSet, pickupable: bool) -> None:
    plan = drawn.plan(drawn.task(2, 1))
    body = Body(a_robot("al"), plan, Knowledge("al", plan.house.floor_plan))
    walls, points, reach = plan.house.house.walls, plan.house.lattice.points, 1.5
    barred = 0
    for x, y in points[::7].tolist():
        mug = Detection("Mug_0", "Mug", Point(x, y, 0.5), pickupable=pickupable)
        chosen = set(body.cells_near(mug, reach).tolist())
        for cell in np.flatnonzero(np.hypot(*(points - (x, y)).T).round(9) <= reach).tolist():
            base = Point(*points[cell].tolist())
            free = why_behind_wall(walls, base, mug.position, "Mug_0") is None
            assert (cell in chosen) is free
            barred += not free
    assert barred > 0


def test_a_robot_stands_in_the_things_own_room_and_not_where_its_hand_failed(
    drawn: DrawnSet,
) -> None:
    plan = drawn.plan(drawn.task(2, 1))
    body = Body(a_robot("al"), plan, Knowledge("al", plan.house.floor_plan))
    points, room = plan.house.lattice.points, plan.house.floor_plan[0].room_id
    own = plan.house.lattice.rooms == body.room_number(room)
    x, y = points[np.flatnonzero(own)[0]].tolist()
    mug = Detection("Mug_0", "Mug", Point(x, y, 0.5), pickupable=True, room=room)
    before = body.cells_near(mug, 1.5)
    assert len(before)
    assert own[before].all()
    body.vain.failed("Mug_0", Cause.NO_SPACE, Pose(x, y))
    after = body.cells_near(mug, 1.5)
    assert 0 < len(after) < len(before)
    assert (np.hypot(*(points[after] - (x, y)).T) > body.vain.apart).all()
