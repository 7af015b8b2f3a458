# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a hand gets to: distances, heights, and walls, which count where they are only touched."""

import math

from hypothesis import assume, given
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.house import Box, Wall
from adhoc_teamwork.simulation.rules.reach import Arm, hand_point, in_the_way, why_out_of_reach
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause

COORDINATE = st.floats(-20.0, 20.0)
SHARE = st.floats(0.0, 1.0)
ARM = Arm(1.0, 0.2, 1.1)


@st.composite
def walls(draw: st.DrawFn) -> Wall:
    x0, y0, x1, y1 = (draw(COORDINATE) for _ in range(4))
    assume(math.dist((x0, y0), (x1, y1)) > 0.1)
    return Wall(x0, y0, x1, y1, 0.0, 2.5)


def along(wall: Wall, share: float) -> Point:
    x = wall.x0 + share * (wall.x1 - wall.x0)
    return Point(x, wall.y0 + share * (wall.y1 - wall.y0), 1.0)


@given(walls(), SHARE, COORDINATE, COORDINATE)
def test_a_wall_that_is_touched_is_in_the_way(wall: Wall, share: float, x: float, y: float) -> None:
    """A thing in the wall's own line, its ends included, is had from nowhere."""
    assert in_the_way(wall, Point(x, y), along(wall, share))


@given(walls(), SHARE, st.floats(0.05, 3.0), st.floats(0.05, 3.0))
def test_a_wall_is_in_the_way_from_both_sides(
    wall: Wall, share: float, before: float, behind: float
) -> None:
    middle, length = along(wall, share), math.dist((wall.x0, wall.y0), (wall.x1, wall.y1))
    right = (wall.y1 - wall.y0) / length, (wall.x0 - wall.x1) / length
    one = Point(middle.x + before * right[0], middle.y + before * right[1], 1.0)
    other = Point(middle.x - behind * right[0], middle.y - behind * right[1], 1.0)
    assert in_the_way(wall, one, other)
    assert in_the_way(wall, other, one)
    aside = Point(middle.x + 2 * before * right[0], middle.y + 2 * before * right[1], 1.0)
    assert not in_the_way(wall, one, aside)


@given(walls(), st.floats(0.01, 0.5), st.floats(0.01, 0.5))
def test_a_doorway_in_the_line_of_its_walls_is_open(wall: Wall, near: float, far: float) -> None:
    """Who stands in a doorway and reaches along the wall, but not as far as it, touches nothing."""
    far += near
    assert not in_the_way(wall, along(wall, 1.0 + far), along(wall, 1.0 + near))
    assert in_the_way(wall, along(wall, 1.0 + far), along(wall, 1.0 - near))


def test_an_arm_of_bands_gets_as_far_as_its_height_lets_it() -> None:
    arm = Arm(0.6, 0.0, 2.0, (Band(0.0, 0.0, 0.6), Band(1.0, 0.0, 1.0), Band(2.0, 0.0, 0.6)))
    base = Point(0.0, 0.0, 0.3)
    for height, away, can in ((0.0, 0.7, False), (0.5, 0.79, True), (0.5, 0.81, False),
        (1.0, 1.0, True), (2.0, 0.7, False)):  # fmt: skip
        refused = why_out_of_reach(arm, base, Point(away, 0.0, 0.3 + height), (), "Mug")
        assert (refused is None) is can
    assert (arm.farthest, ARM.farthest, ARM.reach_at(0.5)) == (1.0, 1.0, 1.0)


def test_nothing_passes_where_two_walls_meet() -> None:
    corner = [Wall(0.0, 0.0, 2.0, 0.0, 0.0, 2.5), Wall(2.0, 0.0, 2.0, 2.0, 0.0, 2.5)]
    base, target = Point(1.5, 0.5), Point(2.5, -0.5, 0.5)
    assert why_out_of_reach(Arm(2.0, 0.0, 1.0), base, target, corner, "Mug").cause is (
        Cause.TOO_FAR
    )


def test_below_a_lintel_and_above_a_low_wall_the_way_is_free() -> None:
    one, other = Point(0.0, -0.5), Point(0.0, 0.5, 1.0)
    assert not in_the_way(Wall(-1.0, 0.0, 1.0, 0.0, 2.0, 2.5), one, other)
    assert not in_the_way(Wall(-1.0, 0.0, 1.0, 0.0, 0.0, 0.9), one, other)
    assert in_the_way(Wall(-1.0, 0.0, 1.0, 0.0, 0.0, 1.0), one, other)


def test_a_hand_gets_as_far_up_and_down_as_its_arm_says() -> None:
    base = Point(0.0, 0.0, 3.0)

    def cause(x: float, height: float) -> Cause | None:
        refusal = why_out_of_reach(ARM, base, Point(x, 0.0, 3.0 + height), (), "Mug")
        return refusal.cause if refusal else None

    assert cause(1.0, 1.1) is cause(1.0, 0.2) is None
    assert cause(1.0, 1.6) is Cause.TOO_HIGH
    assert cause(1.0, 0.1) is Cause.TOO_LOW
    assert cause(1.01, 0.5) is Cause.TOO_FAR


@given(COORDINATE, COORDINATE, st.floats(-3.0, 3.0), st.floats(-3.1, 3.1))
def test_a_hand_works_on_the_nearest_side(x: float, y: float, height: float, yaw: float) -> None:
    box, base = Box(1.0, 2.0, 0.5, 1.2, 0.6, 1.0, yaw), Point(x, y)
    found = hand_point(box, base, height)
    assert box.bottom <= found.z <= box.top
    assert math.dist((found.x, found.y), (box.x, box.y)) <= math.hypot(0.6, 0.3) + 1e-9
    assert base.planar_distance_to(found) <= math.dist((x, y), (box.x, box.y)) + 1e-9
