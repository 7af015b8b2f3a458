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

"""What of a decision's time is the planner's own."""

import pytest

from benchmark.agents.minds import make_model
from benchmark.speed.deciding import MESSAGES, Stopwatch, mind_of, time_deciding
from benchmark.speed.trial import Trial


@pytest.fixture(scope="module")
def trial() -> Trial:
    return Trial.drawn()


def test_six_robots_and_two_hundred_messages_are_remembered(trial: Trial) -> None:
    mind = mind_of(trial, Stopwatch(make_model("offline")))
    assert len(mind.teammates()) == 5
    assert len(mind.memory.dialogue) == MESSAGES
    assert any(m.reflection for m in mind.memory.dialogue)


def test_a_decision_is_generated_ranked_and_reflected_on(trial: Trial) -> None:
    times = time_deciding(trial)
    assert times.prompts == 3.0
    assert times.rooms == 6
    assert 0.0 < times.p50 <= times.p95 < 1000.0
