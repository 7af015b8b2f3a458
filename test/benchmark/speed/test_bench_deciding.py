# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of a decision's time is the planner's own."""

import pytest

from adhoc_teamwork.benchmark.agents.llm_session import make_model
from adhoc_teamwork.benchmark.speed.deciding import MESSAGES, Stopwatch, decider_of, time_deciding
from adhoc_teamwork.benchmark.speed.trial import Trial


@pytest.fixture(scope="module")
def trial() -> Trial:
    return Trial.drawn()


@pytest.mark.slow
def test_six_robots_are_known_and_two_hundred_messages_were_heard(trial: Trial) -> None:
    decider = decider_of(trial, Stopwatch(make_model("offline")))
    assert len(decider.memory.present()) == 5
    assert decider.memory.heard == MESSAGES
    assert any(m.reflection for m in decider.memory.dialogue)


@pytest.mark.slow
def test_a_hundred_teammates_and_a_thousand_things_are_known(trial: Trial) -> None:
    decider = decider_of(trial, Stopwatch(make_model("offline")), 101, 1000)
    assert len(decider.memory.present()) == 100
    objects = decider.belief.objects()
    assert len(objects) == len({o.object_id for o in objects}) == 1000
    assert len({o.position for o in objects}) > 900


@pytest.mark.slow
def test_a_decision_is_generated_ranked_and_reflected_on(trial: Trial) -> None:
    times = time_deciding(trial)
    assert times.prompts == 3.0
    assert times.rooms == 6
    assert 0.0 < times.p50 <= times.p95 < 1000.0
