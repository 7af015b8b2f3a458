# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot is not sent up steps that its body does not climb, and no teammate is thought to be."""

import dataclasses
import math

import pytest
from planner_views import LIFTER, explore, house, mug, replace_, teammate

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.assignment import free_hands
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Passage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

WHEELS = dataclasses.replace(LIFTER, mobility=MobilityKind.WHEELED, step=0.03)
LEGS = dataclasses.replace(LIFTER, mobility=MobilityKind.LEGGED, step=0.13)
WINGS = dataclasses.replace(LIFTER, mobility=MobilityKind.AERIAL)
UP = (Passage("room_1", 0.12), Passage("room_2", 0.12))
MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")


def upstairs(capability: Capability) -> PlannerView:
    """Return the house with all but the kitchen, where the robot is, up four steps of 0.12 m."""
    view = house(capability=capability)
    below, *above = view.rooms
    rooms = (
        dataclasses.replace(below, passages=UP),
        *(dataclasses.replace(r, floor=0.48, passages=(Passage("room_0", 0.12),)) for r in above),
    )
    return dataclasses.replace(view, rooms=rooms)


@pytest.mark.parametrize(
    ("body", "may"), [(WHEELS, False), (LIFTER, False), (LEGS, True), (WINGS, True)]
)
def test_who_climbs_goes_up(body: Capability, may: bool) -> None:
    """Who does not say by what it moves is taken to be on wheels."""
    view = upstairs(body)
    for subtask in (explore("room_2"), MUG_HOME):
        refused = check_subtask(view, subtask)
        assert (refused is None) is may
        if refused:
            assert "steps of 0.12 m" in refused
            assert "0.03 m" in refused


@pytest.mark.parametrize(
    ("body", "degrees", "may"),
    [(WHEELS, 8.0, True), (WHEELS, 12.0, False), (LEGS, 12.0, True), (LEGS, 35.0, False),
     (WINGS, 80.0, True), (dataclasses.replace(WHEELS, slope=math.radians(20.0)), 15.0, True)],
)  # fmt: skip
def test_a_ramp_is_held_against_what_the_body_gets_up(
    body: Capability, degrees: float, may: bool
) -> None:
    view = upstairs(body)
    up = (Passage("room_1", 0.01, math.radians(degrees)),)
    rooms = (dataclasses.replace(view.rooms[0], passages=up), *view.rooms[1:])
    rooms = (rooms[0], *(dataclasses.replace(room, passages=()) for room in rooms[1:]))
    refused = check_subtask(dataclasses.replace(view, rooms=rooms), MUG_HOME)
    assert (refused is None) is may
    if refused:
        assert f"a ramp of {degrees:.0f} degrees only, and you get up ramps of at most" in refused


def test_on_one_level_all_go_everywhere() -> None:
    assert check_subtask(house(capability=WHEELS), MUG_HOME) is None


@pytest.mark.parametrize(("body", "serves"), [(WHEELS, False), (LEGS, True)])
def test_a_teammate_below_is_no_hand_for_what_is_above(body: Capability, serves: bool) -> None:
    state = RobotState(Pose(1.0, 1.0), room="room_0", battery=500.0)
    view = dataclasses.replace(upstairs(LEGS), teammates=(teammate(capability=body, state=state),))
    (hand,) = free_hands(view, [mug()])
    assert ("Mug_0" not in hand.cannot) is serves
