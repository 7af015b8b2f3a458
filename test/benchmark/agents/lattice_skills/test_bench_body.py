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
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection


@pytest.mark.slow
def test_a_robot_stands_where_no_wall_bars_its_hand(drawn: DrawnSet) -> None:
    plan = drawn.plan(drawn.task(2, 1))
    body = Body(a_robot("al"), plan, Knowledge("al", plan.house.floor_plan))
    walls, points, reach = plan.house.house.walls, plan.house.lattice.points, 1.5
    barred = 0
    for x, y in points[::7].tolist():
        mug = Detection("Mug_0", "Mug", Point(x, y, 0.5), pickupable=True)
        chosen = set(body.cells_near(mug, reach).tolist())
        for cell in np.flatnonzero(np.hypot(*(points - (x, y)).T).round(9) <= reach).tolist():
            base = Point(*points[cell].tolist())
            free = why_behind_wall(walls, base, mug.position, "Mug_0") is None
            assert (cell in chosen) is free
            barred += not free
    assert barred > 0
