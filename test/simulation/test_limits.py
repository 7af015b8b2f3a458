# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""No success by a widened tolerance: limits of evaluator, reach and collision are as they were.

Whoever means to change one changes it here, too, and says why in CHANGELOG.rst.
"""

import hashlib
from pathlib import Path

import pytest

import adhoc_teamwork.simulation
from adhoc_teamwork.simulation.evaluation import contacts, tidiness
from adhoc_teamwork.simulation.manipulation import arm_motion, gripper, hand, reach, tool_hand
from adhoc_teamwork.simulation.motion import navigation, traffic
from adhoc_teamwork.simulation.rules import placing
from adhoc_teamwork.simulation.rules import reach as reach_rules
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.skills.arms import manipulator
from adhoc_teamwork.teamwork.team.task import TidyPlace

DATA = Path(adhoc_teamwork.simulation.__file__).parent / "data"
CONFIG = Path(__file__).parents[2] / "config"
TABLES = {
    "masses.csv": "3fc91bd566d6f958d5ee285108ee774637799dd787ac7790fc333c5e230d03ae",
    "placement_receptacles.csv": "8137afa9391ef9d492252edd515d939b18f22c290f489002140621ec7264d27f",
    "placement_rooms.csv": "9d09fb0e2545d53dd760dfd1ded2e3617724c7c87838698e169ee9a55014a767",
}


def test_what_is_inside_something_else_is_told_from_two_centimetres_on() -> None:
    assert contacts.DEEP == 0.02


@pytest.mark.parametrize(
    ("limit", "metres"),
    [
        (tool_hand.TAKE_DISTANCE, 0.08),
        (tool_hand.HANDLE_DISTANCE, 0.20),
        (tool_hand.BESIDE, 0.05),
        (tool_hand.FRONT, 0.15),
        (gripper.RIM, 0.02),
        (gripper.SLIP, 0.03),
        (hand.GRASP_RADIUS, 0.3),
        (hand.TOUCH, 0.02),
        (hand.SINK, 0.08),
        (hand.FALL, 0.3),
        (reach_rules.SLACK, 0.02),
        (reach.STANDING_ERROR, 0.12),
        (placing.GAP, 0.03),
        (placing.LAYER_SLACK, 0.05),
        (placing.OVERLAP_SLACK, 0.02),
        (arm_motion.PATH_TOLERANCE, 0.1),
        (arm_motion.GOAL_TOLERANCE, 0.01),
        (navigation.GOAL_TOLERANCE, 0.25),
        (navigation.STANDING_GAP, 0.08),
        (traffic.GAP, 0.03),
        (manipulator.MARGIN, 0.01),
    ],
)
def test_hands_arms_and_bases_come_no_farther_by_a_wider_limit(limit: float, metres: float) -> None:
    assert limit == metres


@pytest.mark.parametrize("table", TABLES)
def test_what_counts_as_tidy_is_the_same_table(table: str) -> None:
    content = (DATA / table).read_bytes()
    assert hashlib.sha256(content).hexdigest() == TABLES[table]


def test_what_a_hand_holds_or_lies_elsewhere_is_not_tidy() -> None:
    goal = TidyPlace(("Shelf", "Desk"), ("Bedroom",))
    place = tidiness.ObjectPlace("Desk", "Bedroom")
    assert tidiness.is_tidy(goal, place)
    for other in (
        tidiness.ObjectPlace("Desk", "Bedroom", held_by="al"),
        tidiness.ObjectPlace("Desk", "Kitchen"),
        tidiness.ObjectPlace("Floor", "Bedroom"),
        tidiness.ObjectPlace("", "Bedroom"),
    ):
        assert not tidiness.is_tidy(goal, other)


def test_the_bodies_of_the_demo_reach_no_farther_and_are_no_thinner() -> None:
    cards = {name: load_card(name, CONFIG) for name in ("quadruped", "tall", "small")}
    arm = cards["quadruped"].capability
    assert (arm.reach, arm.reach_min_height, arm.reach_max_height) == (0.8, 0.0, 1.1)
    assert arm.payload == 3.0
    assert {name: card.body.radius for name, card in cards.items()} == {
        "quadruped": 0.25,
        "tall": 0.22,
        "small": 0.2,
    }
