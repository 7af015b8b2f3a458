# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How long robots stood still with work to do."""

import pytest
from bringup_stories import Story, a_task
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.bringup.run_record.run_statistics import (
    RobotRecord,
    RunStatistics,
    Span,
    idling,
)
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTaskKind

ADOPTED, PROPOSED = IntentStatus.ADOPTED, IntentStatus.PROPOSED


def test_gaps_between_sub_skills_are_idle() -> None:
    story, ledger = Story(), RunStatistics(a_task())
    for event in (
        story.join("dog", 10.0),
        story.state("dog", 12.0, subskill="Explore"),
        story.state("dog", 20.0),
        story.state("dog", 23.0, subskill="GoToRoom <room_1>"),
    ):
        ledger.add(event)
    assert idling(ledger.robot("dog"), 30.0) == pytest.approx((5.0, 20.0))


def test_rest_lasts_from_stop_to_the_next_proposal_and_is_not_counted() -> None:
    story, ledger = Story(), RunStatistics(a_task())
    for event in (
        story.join("dog", 0.0),
        story.state("dog", 0.0, subskill="Explore"),
        story.intent("dog", 10.0, 1, PROPOSED, SubTaskKind.STOP),
        story.intent("dog", 10.0, 1, ADOPTED, SubTaskKind.STOP),
        story.state("dog", 10.0),
        story.intent("dog", 40.0, 2, PROPOSED),
        story.intent("dog", 44.0, 2, ADOPTED),
        story.state("dog", 45.0, subskill="Explore"),
    ):
        ledger.add(event)
    assert idling(ledger.robot("dog"), 50.0) == pytest.approx((5.0, 20.0))


def test_a_robot_that_never_joined_was_never_idle() -> None:
    assert idling(RobotRecord("dog"), 50.0) == (0.0, 0.0)


def test_of_a_robot_that_told_no_state_nothing_is_said() -> None:
    story, ledger = Story(), RunStatistics(a_task())
    ledger.add(story.join("dog", 10.0))
    assert idling(ledger.robot("dog"), 50.0) == (0.0, 0.0)
    ledger.add(story.state("dog", 20.0))
    assert idling(ledger.robot("dog"), 50.0) == pytest.approx((40.0, 40.0))


def test_a_robot_that_left_is_not_idle_after() -> None:
    robot = RobotRecord("dog", joined_at=0.0, left_at=8.0, subskills=[Span("Explore", "", 0.0)])
    assert idling(robot, 50.0) == (0.0, 8.0)


@given(st.lists(st.tuples(st.floats(0.0, 99.0), st.floats(0.0, 30.0)), max_size=8))
def test_idle_is_what_no_sub_skill_covers(spans: list[tuple[float, float]]) -> None:
    skills = [Span("Explore", "", start, start + length) for start, length in spans]
    robot = RobotRecord("dog", joined_at=5.0, subskills=skills, state={"room": "room_0"})
    idle, had_work = idling(robot, 90.0)
    steps = range(8500)
    bare = sum(not any(s <= 5.0 + i / 100 < s + n for s, n in spans) for i in steps) / 100
    assert had_work == 85.0
    assert idle == pytest.approx(bare, abs=0.2)
