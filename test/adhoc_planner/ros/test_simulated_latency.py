# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answers come in when they are due in simulated time, whenever they really came."""

import pytest

from adhoc_teamwork.adhoc_planner.journal.inputs import Answer
from adhoc_teamwork.adhoc_planner.ros.simulated_latency import SimulatedLatency


def test_an_answer_waits_until_it_is_due() -> None:
    latency = SimulatedLatency("tall", 2.0)
    latency.ask(1, now=10.0)
    latency.answer(Answer(1))
    assert not latency.take(11.7)
    assert latency.take(12.3) == [Answer(1)]
    assert not latency.take(20.0)


def test_time_is_worked_off_until_the_first_answer_is_overdue() -> None:
    latency = SimulatedLatency("tall", 2.0)
    latency.ask(1, now=10.0)
    latency.ask(2, now=11.0)
    assert latency.worked_off(11.5) == 11.5
    assert latency.worked_off(30.0) == pytest.approx(12.0, abs=0.2)
    latency.answer(Answer(1, error="it gave none"))
    assert latency.worked_off(30.0) == pytest.approx(13.0, abs=0.2)
    latency.answer(Answer(2))
    assert latency.worked_off(30.0) == 30.0


def test_a_question_that_was_withdrawn_holds_nobody() -> None:
    latency = SimulatedLatency("tall", 2.0)
    latency.ask(1, now=10.0)
    latency.withdraw(1)
    assert latency.worked_off(30.0) == 30.0
    latency.answer(Answer(1))
    assert not latency.take(30.0)


def test_latency_varies_with_the_question_alone() -> None:
    def due(robot: str, call: int) -> float:
        latency = SimulatedLatency(robot, 2.0)
        latency.ask(call, now=0.0)
        return latency.worked_off(9.0)

    moments = {due(robot, call) for robot in ("tall", "small") for call in range(3)}
    assert len(moments) == 6
    assert all(1.8 <= moment <= 2.2 for moment in moments)
    assert due("tall", 1) == due("tall", 1)


def test_an_answer_comes_in_time_where_the_clock_is_set_back() -> None:
    latency = SimulatedLatency("tall", 2.0)
    latency.ask(1, now=600.0)
    latency.answer(Answer(1))
    assert not latency.take(1.0)
    assert latency.take(3.3) == [Answer(1)]
