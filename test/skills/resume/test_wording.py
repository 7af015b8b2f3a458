# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a resume's text says of an arm's side, and of a hand that gets to nothing."""

import math
from dataclasses import replace

import pytest

from adhoc_teamwork.skills.resume.wording import describe
from adhoc_teamwork.teamwork.bodies.bands import Band
from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import ArmWorkspace, GraspShares, Mobility, Resume

SHARES = GraspShares((0.3, 0.6), (0.0, 0.5), ((0.1, 0.2), (0.0, 0.3)))
ARM = ArmWorkspace("arm", "tool", 5, 0.0, 1.0, 0.8, (Band(0.5, 0.2, 0.7),), grasps=SHARES)


def text_of(shares: GraspShares) -> str:
    body = Mobility(MobilityKind.WHEELED, False, 0.2, 1.0)
    return describe(Resume("robot", body, arms=(replace(ARM, grasps=shares),))).text


@pytest.mark.parametrize(
    ("line", "side"),
    [
        (None, "m ahead."),
        (ReachLine(0.1, 0.3), "m ahead."),
        (ReachLine(-math.pi / 2.0, -0.02), "m to its right."),
        (ReachLine(3.1, 0.0), "m back."),
        (ReachLine(-3.1, 0.0), "m back."),
        (ReachLine(math.pi / 4.0, 0.0), "m ahead to its left."),
    ],
)
def test_the_text_says_to_which_side_an_arm_reaches(line: ReachLine | None, side: str) -> None:
    assert f"at least 0.70 {side}" in text_of(replace(SHARES, line=line))


def test_the_text_says_that_a_hand_takes_nothing() -> None:
    assert "takes a small thing nowhere" in text_of(replace(SHARES, shares=((0.0,) * 2,) * 2))
    assert "nowhere" not in text_of(SHARES)
