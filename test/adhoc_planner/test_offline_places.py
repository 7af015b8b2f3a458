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

"""Where the stand-in would carry things: how well a place suits, and how far it is."""

from planner_views import BED, KITCHEN, chat, furniture, house, mug, with_state
from scripted_model import prompts

from adhoc_planner.answers import parse_candidates
from adhoc_planner.offline.model import answer
from adhoc_planner.view import PlannerView
from teamwork.subtask import SubTask, SubTaskKind


def first(view: PlannerView) -> SubTask:
    return parse_candidates(answer(chat(prompts().generate(view, 3))))[0]


def test_of_homes_that_suit_alike_the_nearer_one_is_chosen() -> None:
    """The second best home right beside goes before the best one far away."""
    table = furniture("DiningTable_0", "DiningTable", 6.5, 2.0, ("room_1", "Kitchen"), 0.7)
    far = furniture("CounterTop_0", "CounterTop", 40.0, 2.0, KITCHEN, 0.9)
    near = furniture("CounterTop_0", "CounterTop", 6.5, 1.0, KITCHEN, 0.9)
    chosen = [
        first(house(known_objects=(BED, mug(), table, counter))).receptacle
        for counter in (far, near)
    ]
    assert chosen == ["DiningTable", "CounterTop"]


def test_what_the_battery_may_not_last_to_carry_is_left_alone() -> None:
    far = furniture("CounterTop_0", "CounterTop", 40.0, 2.0, KITCHEN, 0.9)
    view = house(known_objects=(BED, mug(), far))
    speed = view.capability.max_speed
    assert first(with_state(view, battery=90.0 / speed)).kind is SubTaskKind.REPLACE
    assert first(with_state(view, battery=60.0 / speed)).kind is SubTaskKind.EXPLORE
