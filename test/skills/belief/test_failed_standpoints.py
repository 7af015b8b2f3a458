# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of what is remembered of places from which the hand failed."""

from adhoc_teamwork.skills.belief.failed_standpoints import VainPlaces
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause

HERE = Pose(1.0, 2.0, 0.0)


def test_what_failed_here_is_remembered_where_elsewhere_may_do() -> None:
    vain = VainPlaces(0.9)
    vain.failed("Desk_0", Cause.NO_SPACE, HERE)
    vain.failed("Cup_0", Cause.TOO_HEAVY, HERE)
    assert vain.places("Desk_0") == (HERE.point,)
    assert vain.places("Cup_0") == vain.places("Shelf_0") == ()
    assert not vain.known("Cup_0")
    vain.forget("Desk_0")
    vain.forget("Shelf_0")
    assert not vain.known("Desk_0")


def test_elsewhere_is_farther_for_a_longer_arm() -> None:
    assert 0.0 < VainPlaces(0.8).apart < VainPlaces(1.5).apart < 1.5


def test_only_the_latest_are_kept() -> None:
    vain = VainPlaces(0.9)
    for number in range(40):
        vain.failed(f"Desk_{number}", Cause.BLOCKED, HERE)
        vain.failed("Shelf_0", Cause.BLOCKED, Pose(float(number), 0.0, 0.0))
    assert not vain.known("Desk_0")
    assert vain.known("Desk_39")
    assert Pose(39.0, 0.0, 0.0).point in vain.places("Shelf_0")
    assert Pose(0.0, 0.0, 0.0).point not in vain.places("Shelf_0")


def test_spots_without_room_are_known_for_what_is_held_alone() -> None:
    vain = VainPlaces(0.9)
    for number in range(40):
        vain.had_no_room("Desk_0", Point(0.2 * number, 1.0, 0.8))
        vain.had_no_room(f"Desk_{number}", Point(0.0, 0.0, 0.8))
    assert not vain.may_have_room("Desk_39", Point(0.05, 0.0, 0.9))
    assert vain.may_have_room("Desk_39", Point(0.15, 0.0, 0.8))
    assert vain.may_have_room("Shelf_0", Point(0.0, 0.0, 0.8))
    vain.took_another()
    assert vain.may_have_room("Desk_39", Point(0.0, 0.0, 0.8))


def test_spots_away_from_where_there_was_no_room_come_first() -> None:
    vain, spots = VainPlaces(0.8), [Point(0.15 * number, 1.0, 0.8) for number in range(4)]
    assert vain.likeliest("Desk_0", spots) == spots[0]
    vain.had_no_room("Desk_0", spots[0])
    assert vain.likeliest("Desk_0", spots[1:]) == spots[2]
    vain.had_no_room("Desk_0", spots[2])
    assert vain.likeliest("Desk_0", [spots[1], spots[3]]) == spots[1]
    assert vain.likeliest("Bed_0", spots) == spots[0]


def test_what_nobody_sees_takes_up_its_spot_for_what_is_taken_later_too() -> None:
    vain, spots = VainPlaces(0.8), [Point(0.15 * number, 1.0, 0.8) for number in range(4)]
    vain.had_no_room("Desk_0", spots[1])
    vain.took_another()
    assert all(vain.may_have_room("Desk_0", spot) for spot in spots)
    assert vain.likeliest("Desk_0", spots) == spots[3]
    assert vain.likeliest("Desk_0", spots[:3]) == spots[0]
