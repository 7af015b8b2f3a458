# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An exploration is given up after failures in a row, and judged by what it has seen."""

import pytest

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.exploring import Exploration
from adhoc_teamwork.teamwork.team.causes import Cause


def an_exploration(*failures: Cause) -> Exploration:
    """Return one of the attic that is given up after two failures in a row."""
    exploration = Exploration("the attic", 0.9, 2)
    for cause in failures:
        exploration.failed(cause, "the drive failed.")
    return exploration


def test_failures_in_a_row_end_it_and_an_arrival_starts_the_count_anew() -> None:
    exploration = an_exploration(Cause.UNREACHABLE)
    exploration.refuse_given_up()
    exploration.arrived()
    exploration.failed(Cause.NAVIGATION_ABORTED, "the drive failed.")
    assert not exploration.is_given_up
    exploration.failed(Cause.NAVIGATION_ABORTED, "the drive failed.")
    assert exploration.is_given_up
    with pytest.raises(SkillFailure, match="2 drives in a row failed") as caught:
        exploration.refuse_given_up()
    assert caught.value.cause is Cause.UNREACHABLE


def test_one_that_is_held_up_is_blocked_and_not_without_a_way() -> None:
    with pytest.raises(SkillFailure, match="the drive failed") as caught:
        an_exploration(Cause.UNREACHABLE, Cause.BLOCKED).refuse_given_up()
    assert caught.value.cause is Cause.BLOCKED


@pytest.mark.parametrize("cause", [Cause.NO_POSE, Cause.SERVER_MISSING, Cause.BATTERY_EMPTY])
def test_with_what_no_other_drive_would_do_better_it_ends_at_once(cause: Cause) -> None:
    with pytest.raises(SkillFailure) as caught:
        an_exploration(cause)
    assert caught.value.cause is cause


def test_what_was_seen_decides_in_the_end() -> None:
    assert an_exploration(Cause.BLOCKED).judge(0.95, "more").endswith("95% of the attic.")
    assert an_exploration(Cause.BLOCKED).judge(0.5, "no more").endswith("; no more.")
    assert an_exploration().judge(0.1, "no more").endswith("; no more.")
    with pytest.raises(SkillFailure, match="10% of the attic; the rest") as caught:
        an_exploration(Cause.BLOCKED).judge(0.1, "no more")
    assert caught.value.cause is Cause.BLOCKED


def test_who_has_looked_at_nothing_has_explored_nothing() -> None:
    with pytest.raises(SkillFailure, match="0% of the attic; no more") as caught:
        an_exploration().judge(0.0, "no more")
    assert caught.value.cause is Cause.UNREACHABLE
