# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of what is remembered of places from which the hand failed."""

from adhoc_teamwork.skills.belief.failed_standpoints import APART, VainPlaces
from adhoc_teamwork.teamwork.geometry import Pose

HERE = Pose(1.0, 2.0, 0.0)


def test_what_failed_here_is_not_tried_about_here_again() -> None:
    vain = VainPlaces()
    vain.add("Desk_0", HERE)
    assert vain.near("Desk_0", Pose(1.0, 2.0 + 0.9 * APART, 3.0))
    assert not vain.near("Desk_0", Pose(1.0, 2.0 + 1.1 * APART, 0.0))
    assert not vain.near("Shelf_0", HERE)
    vain.forget("Desk_0")
    vain.forget("Shelf_0")
    assert not vain.known("Desk_0")


def test_only_the_latest_are_kept() -> None:
    vain = VainPlaces()
    for number in range(40):
        vain.add(f"Desk_{number}", HERE)
        vain.add("Shelf_0", Pose(float(number), 0.0, 0.0))
    assert not vain.known("Desk_0")
    assert vain.known("Desk_39")
    assert not vain.near("Shelf_0", Pose(0.0, 0.0, 0.0))
    assert vain.near("Shelf_0", Pose(39.0, 0.0, 0.0))
