# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""In how many ways a hand takes something where, of all ways that there are."""

from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.skills.arms.from_urdf import manipulator
from adhoc_teamwork.skills.resume.grasp_shares import find_grasp_shares

OWN = Path(__file__).parents[3] / "config" / "robots" / "quadruped.urdf"


def test_a_hand_that_opens_wider_takes_no_lesser_share() -> None:
    """A hand that also closes on a thing's corners was said to take it in half as many ways."""
    model = load_robot(OWN)
    hand = manipulator(model, find_arms(model)[0], payload=0.0)
    narrow, wide = (
        find_grasp_shares(replace(hand, opening=opening), 0.5, 0.35) for opening in (0.08, 0.14)
    )
    assert wide.shares == narrow.shares
    assert max(map(max, narrow.shares)) > 0.5
