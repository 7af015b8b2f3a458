# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import math
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.teamwork.bodies.capability import MobilityKind
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.maps.ground import LOWEST_STEP, Ground, Patch

CARDS = Path(__file__).parents[3] / "config" / "robots"
FLOOR = ((4.0, 0.0), (8.0, 0.0), (8.0, 3.0), (4.0, 3.0))
WAY = ((2.0, 0.0), (4.0, 0.0), (4.0, 3.0), (2.0, 3.0))
LEGS = Footing(MobilityKind.LEGGED, 0.13, math.radians(30.0))
XS, YS = np.arange(0.025, 8.0, 0.05), np.arange(0.525, 2.5, 0.05)


def _ground(rise: float, steps: int) -> Ground:
    return Ground((Patch("room_1", FLOOR, rise), Patch("stairs", WAY, 0.0, rise, 0.0, steps)))


def test_cards_say_what_bodies_get_over() -> None:
    footing = {n: Footing.of(load_robot_card(CARDS / f"{n}.yaml")) for n in ("quadruped", "small")}
    assert footing["quadruped"].kind is MobilityKind.LEGGED
    assert footing["quadruped"].step > 0.1
    assert footing["small"] == Footing(MobilityKind.WHEELED, LOWEST_STEP)


@pytest.mark.parametrize(
    ("footing", "rise", "steps", "passes"),
    [
        (LEGS, 0.48, 4, True),
        (LEGS, 0.48, 2, False),
        (LEGS, 0.30, 0, True),
        (Footing(), 0.48, 4, False),
        (Footing(), 0.30, 0, True),
        (Footing(), 0.48, 0, False),
        (Footing(MobilityKind.AERIAL, math.inf), 2.0, 1, True),
    ],
)
def test_bodies_get_up_what_they_can(
    footing: Footing, rise: float, steps: int, passes: bool
) -> None:
    ground = _ground(rise, steps)
    blocked = footing.blocked(ground, XS, YS)
    assert (not blocked.any(axis=0).any()) is passes
    assert (not footing.refusal(ground.patches[1])) is passes


def test_a_ledge_stops_legs_as_well() -> None:
    ledge = Ground((Patch("room_1", FLOOR, 0.48),))
    blocked = LEGS.blocked(ledge, XS, YS)
    assert blocked[:, np.abs(XS - 4.0) < 0.05].all()
    assert not blocked[:, np.abs(XS - 4.0) > 0.06].any()


def test_a_refusal_holds_both_numbers() -> None:
    patch = _ground(0.48, 4).patches[1]
    assert Footing().refusal(patch) == ("4 steps of 0.12 m; wheels climb steps of at most 0.03 m")
    ramp = _ground(0.8, 0).patches[1]
    assert Footing().refusal(ramp) == "a ramp of 22°; wheels climb ramps of at most 10°"
