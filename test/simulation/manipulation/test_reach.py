# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a hand gets to from where its robot can stand."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.manipulation.reach import FINGER, Reach
from adhoc_teamwork.simulation.rules.placing import Spot
from adhoc_teamwork.simulation.tasks.scenario import load_card

CONFIG = Path(__file__).resolve().parents[3] / "config"


def floor_alone() -> House:
    """Return the rooms of a house with neither walls nor furniture."""
    house = load_house(CONFIG / "houses" / "two_rooms.json")
    return replace(house, objects=(), walls=())


def with_table(side: float, height: float) -> House:
    """Return that floor with a square table, a board without legs, centred at (3, 3)."""
    whole = Box(3.0, 3.0, height / 2.0, side, side, height)
    board = replace(whole, z=height - 0.02, size_z=0.04)
    return replace(floor_alone(), objects=(HouseObject("Table|0", "DiningTable", whole, (board,)),))


def test_what_lies_in_the_middle_of_a_wide_table_is_out_of_a_low_robots_reach() -> None:
    card = load_card("quadruped", CONFIG)
    assert card.body.height < 0.7
    low = Reach.of(with_table(2.0, 0.75), card, None)
    assert Reach.of(floor_alone(), card, None).touches(3.0, 3.0, 0.75, 0.85)
    assert not low.touches(3.0, 3.0, 0.75, 0.85)
    assert low.touches(2.2, 3.0, 0.75, 0.85)


def test_what_is_too_wide_for_the_fingers_is_held_by_its_upper_edge() -> None:
    card = load_card("quadruped", CONFIG)
    highest = card.capability.reach_max_height
    laptop = small(Box(0.0, 0.0, 0.0, 0.3, 0.25, 0.3))
    pen = small(replace(laptop.box, size_y=0.01))
    hand = replace(Reach.of(floor_alone(), card, None, opening=0.08), grasps=None)
    assert hand.holds(pen, Spot(3.0, 3.0, highest - 0.2))
    assert not hand.holds(laptop, Spot(3.0, 3.0, highest - 0.2))
    assert hand.holds(laptop, Spot(3.0, 3.0, highest - 0.31))
    assert not hand.holds(pen, Spot(3.0, 3.0, highest - 0.1))


def test_no_task_asks_for_what_a_hand_hardly_takes() -> None:
    """At the top of its reach, far from where it may stand, one grasp in twenty is left."""
    card = load_card("quadruped", CONFIG)
    hand = Reach.of(with_table(1.2, 1.0), card, None)
    unknown = replace(hand, grasps=None)
    for behind, works in ((0.1, True), (0.35, False)):
        x = 3.0 - 0.6 + behind
        assert unknown.touches(x, 3.0, 1.0, 1.06)
        assert hand.touches(x, 3.0, 1.0, 1.06) is works
        assert hand.touches(x, 3.0, 0.6, 0.66)


def test_a_hand_with_few_ways_anywhere_is_asked_for_what_it_takes_best() -> None:
    """A hand without a pitching wrist takes things in one of fourteen ways, and in more nowhere."""
    card = load_card("quadruped", CONFIG)
    hand = Reach.of(floor_alone(), card, None)
    assert hand.grasps is not None
    for share, works in ((0.07, True), (0.0, False)):
        rows = tuple(tuple(share * (one > 0.0) for one in row) for row in hand.grasps.shares)
        few = replace(hand, grasps=replace(hand.grasps, shares=rows))
        assert few.touches(3.0, 3.0, 0.5, 0.6) is works


def test_no_task_asks_for_what_lies_too_deep_behind_an_edge() -> None:
    """Over the edge of a counter the elbow is in the way: the higher it is, the less deep."""
    card = load_card("quadruped", CONFIG)
    for height, depths in ((0.9, (0.1, 0.3)), (0.5, (0.1, 0.3))):
        hand = Reach.of(with_table(1.6, height), card, None)
        reached = [hand.touches(2.2 + depth, 3.0, height, height + 0.01) for depth in depths]
        assert reached == [True, height < 0.9]


@pytest.mark.parametrize(
    ("gap", "width", "length", "has_room"),
    [
        (0.0, 0.07, 0.13, False),
        (FINGER + 0.002, 0.07, 0.13, True),
        (0.0, 0.13, 0.07, True),
        (0.0, 0.13, 0.14, True),
        (0.0, 0.01, 0.13, False),
    ],
    ids=["at the ledge", "off it", "across it", "by its upper edge", "a pencil along it"],
)
def test_no_task_asks_for_what_leaves_no_room_for_a_finger(
    gap: float, width: float, length: float, has_room: bool
) -> None:
    """Between a thing and the ledge of a basin, the only way in which its fingers open so far."""
    house = with_table(0.6, 0.8)
    ledge, keys = (
        small(Box(3.0, 3.4, 0.85, 1.2, 0.2, 0.1)),
        small(Box(0.0, 0.0, 0.0, length, width, 0.007)),
    )
    house = replace(house, objects=(*house.objects, ledge, keys))
    hand = Reach.of(house, load_card("quadruped", CONFIG), None, opening=0.08)
    hand = replace(hand, grasps=None)
    spot = Spot(3.0, 3.3 - gap - width / 2.0, 0.8)
    assert hand.holds(keys, spot) is has_room
    assert hand.holds(keys, replace(spot, y=2.95)), "in the open"


def test_no_task_asks_for_what_lies_across_behind_the_edge_of_a_high_top() -> None:
    """To close on a phone there the hand is turned sideways, and the elbow is in the way."""
    card = load_card("quadruped", CONFIG)
    along, across = (
        small(Box(0.0, 0.0, 0.0, 0.14, 0.079, 0.01)),
        small(Box(0.0, 0.0, 0.0, 0.079, 0.14, 0.01)),
    )
    for height, both in ((0.9, False), (0.5, True)):
        hand = Reach.of(with_table(1.6, height), card, None, opening=0.08)
        spot = Spot(2.2 + 0.12, 3.0, height)
        assert hand.holds(along, spot)
        assert hand.holds(across, spot) is both


def test_a_hand_that_is_turned_a_little_gets_a_little_less_far_behind_an_edge() -> None:
    """As at a key chain in a basin's corner, to which the robot gets aslant alone."""
    height, depth = 0.9, 0.15
    hand = Reach.of(with_table(1.6, height), load_card("quadruped", CONFIG), None, opening=0.08)
    rows, columns = hand.grid.disc(2.2, 3.0, 1.0)[0]
    xs, ys = hand.grid.centres((rows, columns))
    ahead = np.zeros_like(hand.cells)
    ahead[rows, columns] = (xs[None, :] < 2.2) & (abs(ys[:, None] - 3.0) < 0.05)
    hand = replace(hand, cells=hand.cells & ahead)
    for yaw, held in ((0.0, True), (25.0, False), (90.0, False)):
        keys = small(Box(0.0, 0.0, 0.0, 0.14, 0.079, 0.01, yaw=math.radians(yaw)))
        assert hand.holds(keys, Spot(2.2 + depth, 3.0, height)) is held


def small(box: Box) -> HouseObject:
    """Return a solid thing."""
    return HouseObject("Thing|0", "Thing", box, (box,))
