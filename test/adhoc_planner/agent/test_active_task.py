# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was given up, and for how long it is left alone."""

from dataclasses import replace

from agent_pieces import REPLACE, mug, view

from adhoc_teamwork.adhoc_planner.agent.active_task import FIRST_REST, LONGEST_REST, GivenUp
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.robot_state import RobotState


def test_what_failed_is_left_alone_for_a_while_and_longer_each_time() -> None:
    given_up = GivenUp()
    given_up.add(REPLACE, False, mug().position, "too heavy", 10.0)
    there = view(known_objects=(mug(),))
    assert given_up.objection(there, REPLACE) is not None
    assert given_up.objection(replace(there, now=10.0 + FIRST_REST), REPLACE) is None
    given_up.add(REPLACE, False, mug().position, "too heavy", 100.0)
    later = replace(there, now=100.0 + FIRST_REST)
    assert given_up.objection(later, REPLACE) is not None
    moved = replace(mug(), position=Point(3.0, 3.0, 0.5))
    assert given_up.objection(replace(later, known_objects=(moved,)), REPLACE) is None


def test_what_fails_without_end_is_left_alone_as_long_each_time() -> None:
    given_up = GivenUp()
    for number in range(2000):
        given_up.add(REPLACE, False, mug().position, "too heavy", float(number))
    there = view(known_objects=(mug(),))
    last = 1999.0 + LONGEST_REST
    assert given_up.objection(replace(there, now=last - 0.1), REPLACE) is not None
    assert given_up.objection(replace(there, now=last), REPLACE) is None


def test_what_cannot_be_put_in_one_place_may_be_put_in_another() -> None:
    given_up = GivenUp()
    given_up.add(REPLACE, True, None, "no space", 10.0)
    holding = view(state=RobotState(Pose(0.0, 0.0), "room_0", "Mug_0", "Mug"))
    assert given_up.objection(holding, REPLACE) is not None
    assert given_up.objection(holding, REPLACE.having(receptacle_type="Shelf")) is None
