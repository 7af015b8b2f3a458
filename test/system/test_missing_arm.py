# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team whose only arm comes late: `adhoc demo`, whole, with and without that helper."""

from collections.abc import Callable
from typing import Any

import pytest
from demo_events import spawned_at

Run = Callable[..., Any]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1300)]

MISSING_ARM = ("--scenario", "missing_arm", "--house", "sample_1_room")


def test_the_late_quadruped_makes_it_possible(demo: Run) -> None:
    run = demo(*MISSING_ARM)
    assert run.exit_code == 0, run.output
    quadruped = run.summary["robots"]["quadruped"]
    assert quadruped["ad_hoc"]
    assert spawned_at(run, "quadruped") == pytest.approx(60.0, abs=1.0)
    assert 60.0 <= quadruped["joined_at"] < run.summary["duration_s"]
    assert quadruped["puts"] >= 2


def test_a_team_without_an_arm_cannot_finish_and_says_why(demo: Run) -> None:
    run = demo(*MISSING_ARM, "--without-adhoc")
    assert run.exit_code == 1, run.output
    assert run.summary["task_success"] is False
    assert "no robot of the team has an arm" in run.summary["reason"]
    assert "no robot of the team has an arm" in run.output
