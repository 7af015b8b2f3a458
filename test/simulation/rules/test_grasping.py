# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a hand can take."""

from adhoc_teamwork.simulation.rules.grasping import why_empty, why_full, why_no_arm, why_too_heavy
from adhoc_teamwork.teamwork.team.causes import Cause


def test_a_hand_takes_what_its_arm_lifts() -> None:
    assert why_too_heavy(1.0, 1.0, "Pot") is None
    refusal = why_too_heavy(1.01, 1.0, "Pot")
    assert refusal is not None
    assert (refusal.cause, refusal.message) == (
        Cause.TOO_HEAVY, "Pot weighs 1.01 kg, the payload is 1.00 kg",
    )  # fmt: skip


def test_a_hand_takes_one_thing_and_lets_go_of_what_it_has() -> None:
    assert why_full("", "al") is why_empty("Mug", "al") is why_no_arm(True, "al") is None
    for refusal, cause in (
        (why_full("Mug", "al"), Cause.HAND_FULL),
        (why_empty("", "al"), Cause.HAND_EMPTY),
        (why_no_arm(False, "al"), Cause.NO_ARM),
    ):
        assert refusal is not None
        assert refusal.cause is cause
