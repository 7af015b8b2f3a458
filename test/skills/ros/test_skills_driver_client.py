# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Waits for a driver have an end, and can be lifted."""

from adhoc_teamwork.skills.ros.driver_client import Deadline
from adhoc_teamwork.teamwork.team.causes import Cause


def test_a_deadline_passes_once_its_time_is_up() -> None:
    now = [10.0]
    deadline = Deadline(2.0, lambda: now[0])
    now[0] = 12.0
    assert not deadline.passed
    assert deadline.failure(Cause.SERVER_MISSING, "nobody there") is None
    now[0] = 12.1
    outcome = deadline.failure(Cause.SERVER_MISSING, "nobody there")
    assert outcome is not None
    assert (outcome.success, outcome.cause) == (False, Cause.SERVER_MISSING)
    deadline.begin(1.0)
    assert not deadline.passed


def test_a_lifted_deadline_never_passes_until_it_begins_again() -> None:
    now = [0.0]
    deadline = Deadline(2.0, lambda: now[0])
    deadline.lift()
    now[0] = 100.0
    assert not deadline.passed
    deadline.begin_if_lifted(1.0)
    now[0] = 100.9
    deadline.begin_if_lifted(1.0)
    assert not deadline.passed
    now[0] = 101.1
    assert deadline.passed
