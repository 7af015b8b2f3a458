# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What takes of a battery: work, and nothing else."""

from adhoc_teamwork.teamwork.bodies.battery import left_after


def test_work_takes_its_seconds_and_standing_nothing() -> None:
    assert left_after(10.0, True) == 9.0
    assert left_after(10.0, True, 0.05) == 9.95
    assert left_after(10.0, False, 60.0) == 10.0


def test_nobody_has_less_than_nothing_left() -> None:
    assert left_after(0.5, True) == left_after(0.0, False) == 0.0
