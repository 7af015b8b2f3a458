# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import numpy as np
import pytest
from skills_fakes import scene, thing

from adhoc_teamwork.skills.arms.from_urdf import load_arms
from adhoc_teamwork.skills.arms.search import never
from adhoc_teamwork.skills.grasping.hand_plan import HandPlanner
from adhoc_teamwork.skills.grasping.surroundings import Scene
from adhoc_teamwork.skills.subskills.put_down import floor_spots
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.geometry import Pose, Size

ROBOTS = Path(__file__).parents[3] / "config" / "robots"
HERE = Pose(0.0, 0.0)
BAT = Size(0.07, 0.95, 0.07)
RADIUS, REACH = 0.28, 0.8


@pytest.mark.parametrize("size", [BAT, Size(BAT.y, BAT.x, BAT.z), Size(0.1, 0.1, 0.1)])
def test_what_is_longer_than_the_arm_has_room_on_the_floor_too(size: Size) -> None:
    spots = floor_spots(HERE, RADIUS, REACH, size, (), None)
    assert spots
    assert all(RADIUS < HERE.point.planar_distance_to(spot) < REACH for spot in spots)


def test_what_is_wider_than_the_arm_reaches_has_none() -> None:
    assert not floor_spots(HERE, RADIUS, REACH, Size(0.95, 0.95, 0.1), (), None)


@pytest.mark.slow
def test_a_bat_is_laid_on_the_floor_again() -> None:
    stowed = np.array(load_robot_card(ROBOTS / "quadruped.yaml").stowed)
    planner = HandPlanner(load_arms(ROBOTS / "quadruped.urdf", payload=3.0)[0], stowed)
    bat = thing("Bat_0", 0.6, 0.0, BAT.z / 2.0, size=BAT, receptacle="Floor")
    taken = planner.grasp(Scene(HERE, stowed, scene(bat)), bat.position, never)
    state = taken.stages[-1].motion.positions[-1]
    spot = floor_spots(HERE, RADIUS, REACH, BAT, (), None)[0]
    plan = planner.release(Scene(HERE, state, scene()), spot, taken.held, never)
    assert plan.held is None
