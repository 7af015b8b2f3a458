# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things come to lie."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.simulation.houses.boxes import covers, from_local
from adhoc_teamwork.simulation.houses.house import Box, House, Surface
from adhoc_teamwork.simulation.rules.placing import (
    GAP,
    OVERLAP_SLACK,
    Spot,
    fits_under,
    is_free,
    lies_in,
    overlap,
    room_on,
    surface_below,
)

YAW = st.floats(-3.1, 3.1)
SIZE = st.floats(0.05, 1.0)
MUG = Box(0.0, 0.0, 0.05, 0.1, 0.1, 0.1)


@given(YAW, YAW, SIZE, SIZE, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_what_has_room_on_a_surface_lies_wholly_on_it(
    yaw: float, turn: float, long: float, wide: float, along: float, across: float
) -> None:
    box = Box(0.0, 0.0, 0.0, long, wide, 0.1, turn)
    surface = Surface(1.0, 2.0, 0.7, 1.5, 1.0, yaw)
    room = room_on(box, surface)
    if room is None:
        return
    x, y = from_local(along * room[0], across * room[1], surface)
    placed = replace(box, x=x, y=y)
    for side_x, side_y in ((0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)):
        corner = from_local(side_x * long, side_y * wide, placed)
        assert covers(surface, *corner, margin=1e-9)


def test_a_place_is_chosen_with_a_gap_above_and_around() -> None:
    low = Surface(0.0, 0.0, 0.7, 1.0, 1.0, headroom=MUG.size_z + GAP / 2.0)
    assert room_on(MUG, low) is None
    assert fits_under(MUG.size_z, low.headroom), "who lets go of it there is not refused"
    beside = replace(MUG, x=0.1 + GAP / 4.0)
    assert not is_free(MUG, Spot(0.0, 0.0, 0.0), [beside], [])
    assert is_free(MUG, Spot(0.0, 0.0, 0.0), [], [beside]), "its carrier may be as near as that"
    assert is_free(MUG, Spot(0.0, 0.0, 0.0), [replace(MUG, x=0.1 + GAP)], [])


@given(YAW, YAW, st.floats(-0.5, 0.5), st.floats(-0.5, 0.5), st.floats(-0.2, 0.2))
def test_overlapping_is_mutual_and_never_grows_with_the_slack(
    yaw: float, turn: float, x: float, y: float, z: float
) -> None:
    one, other = Box(0.0, 0.0, 0.0, 0.4, 0.1, 0.2, yaw), Box(x, y, z, 0.3, 0.2, 0.1, turn)
    assert overlap(one, other) == overlap(other, one)
    assert overlap(one, other) or not overlap(one, other, OVERLAP_SLACK)


def test_something_flat_is_in_a_solid_by_its_middle() -> None:
    flat, solid = replace(MUG, size_z=0.01), Box(0.0, 0.0, 0.0, 1.0, 1.0, 0.7)
    assert not overlap(flat, solid, OVERLAP_SLACK)
    assert lies_in(flat, solid)


def test_the_highest_surface_below_a_point_carries(small_house: House) -> None:
    table = small_house.objects[0]
    assert surface_below(small_house.objects, 2.0, 3.0, 0.68, 0.0) == (table, table.surfaces[0])
    assert surface_below(small_house.objects, 2.0, 3.0, 0.6, 0.0) is None
    assert surface_below(small_house.objects, 2.0, 3.0, 0.8, 0.7) is None, "the floor is as high"
    carried = (replace(table, pickupable=True),)
    assert surface_below(carried, 2.0, 3.0, 0.8, 0.0) is None
