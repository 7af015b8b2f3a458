# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The suites by name."""

from adhoc_teamwork.benchmark.suites.suite import Suite
from adhoc_teamwork.simulation.lattice.actions import ActionKind
from adhoc_teamwork.simulation.lattice.terms import Timing
from adhoc_teamwork.teamwork.settings.config import ConfigError

TIDYING = Suite()
"""The suite of tasks that name none: tidying up, and goals drawn for any house."""

C_WAH = Suite(
    "c-wah",
    Timing(
        horizon=250,
        ticks=4,
        lasts=dict.fromkeys(
            (
                ActionKind.PICK_UP,
                ActionKind.PUT_DOWN,
                ActionKind.DROP,
                ActionKind.OPEN,
                ActionKind.CLOSE,
            ),
            4,
        ),
        clocks=True,
    ),
    sees_rooms=True,
    hands=2,
)
"""Communicative Watch-And-Help (CoELA, 4.1.1): a hand's action is a step, as is a metre of way."""

TDW_MAT = Suite(
    "tdw-mat",
    Timing(
        horizon=3000,
        unit="frame",
        beat=5,
        lasts={
            ActionKind.ROTATE_LEFT: 10,
            ActionKind.ROTATE_RIGHT: 10,
            ActionKind.PICK_UP: 10,
            ActionKind.PUT_DOWN: 30,
            ActionKind.DROP: 10,
        },
        clocks=True,
    ),
    hands=2,
    rated=True,
)
"""ThreeDWorld multi-agent transport (CoELA, 4.1.2): actions last, and robots act when they can."""

HABITAT_MAS = Suite("habitat-mas", bodies=True)
"""Errands for robots of different bodies (EMOS, section 4): an action lasts a step."""

SUITES = {suite.name: suite for suite in (C_WAH, TDW_MAT, HABITAT_MAS)}


def find_suite(name: str) -> Suite:
    """Return the suite of a name; an empty one is that of the tidying-up benchmark.

    Raises:
        ConfigError: There is none.
    """
    if not name:
        return TIDYING
    if name not in SUITES:
        raise ConfigError(f"suite {name:.80}: no such suite; expected {', '.join(SUITES)}")
    return SUITES[name]
