# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""What was given up, and for how long it is left alone."""

from dataclasses import replace

from agent_pieces import REPLACE, mug, view

from adhoc_planner.errand import FIRST_REST, GivenUp
from teamwork.geometry import Point, Pose
from teamwork.robot_state import RobotState


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


def test_what_cannot_be_put_in_one_place_may_be_put_in_another() -> None:
    given_up = GivenUp()
    given_up.add(REPLACE, True, None, "no space", 10.0)
    holding = view(state=RobotState(Pose(0.0, 0.0), "room_0", "Mug_0", "Mug"))
    assert given_up.objection(holding, REPLACE) is not None
    assert given_up.objection(holding, replace(REPLACE, receptacle="Shelf")) is None
