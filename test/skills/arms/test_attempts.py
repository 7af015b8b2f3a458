# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from adhoc_teamwork.skills.arms.attempts import MOST_SEARCHES, first_planned
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.arms.search import never
from adhoc_teamwork.teamwork.team.causes import Cause


class Ways:
    """Fail in the steps given, one for each way, and remember which ways were tried."""

    def __init__(self, *steps: Step | None) -> None:
        self.steps = steps
        self.tried: list[int] = []

    def plan(self, way: int) -> str:
        self.tried.append(way)
        step = self.steps[way]
        if step is None:
            return f"way {way}"
        raise ArmFailure(step, Cause.BLOCKED, f"way {way} failed")


def test_the_first_way_that_can_be_planned_is_taken() -> None:
    ways = Ways(Step.COLLISION, Step.SEARCH, None, None)
    assert first_planned(range(4), ways.plan, never) == "way 2"
    assert ways.tried == [0, 1, 2]


def test_the_failure_that_came_furthest_is_told() -> None:
    ways = Ways(Step.COLLISION, Step.SEARCH, Step.INVERSE_KINEMATICS)
    with pytest.raises(ArmFailure, match="way 1 failed"):
        first_planned(range(3), ways.plan, never)
    assert ways.tried == [0, 1, 2]


def test_so_many_searches_in_vain_are_enough() -> None:
    ways = Ways(Step.COLLISION, *[Step.SEARCH] * (2 * MOST_SEARCHES))
    with pytest.raises(ArmFailure, match="way 1 failed"):
        first_planned(range(2 * MOST_SEARCHES + 1), ways.plan, never)
    assert len(ways.tried) == MOST_SEARCHES + 1


def test_no_way_is_tried_that_nobody_waits_for() -> None:
    ways = Ways(Step.COLLISION, None)
    with pytest.raises(ArmFailure, match="given up") as failed:
        first_planned(range(2), ways.plan, lambda: bool(ways.tried))
    assert failed.value.cause is Cause.CANCELLED
    assert ways.tried == [0]


def test_nothing_to_try_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no way"):
        first_planned([], Ways().plan, never)
