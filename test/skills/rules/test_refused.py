# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A refused action of the hand keeps its cause and says what to do about it."""

import pytest
from skills_fakes import Bench

from adhoc_teamwork.skills.rules.refused import (
    door_refused,
    grasp_refused,
    put_in_refused,
    put_refused,
)
from adhoc_teamwork.teamwork.team.causes import Cause

REFUSALS = (put_refused, put_in_refused, door_refused)


def test_what_is_too_heavy_is_for_a_stronger_teammate() -> None:
    robot = Bench().robot
    refusal = grasp_refused(robot, "Anvil_0", Cause.TOO_HEAVY, "Anvil_0 weighs 90.00 kg")
    assert refusal.cause is Cause.TOO_HEAVY
    assert f"{robot.capability.payload:g} kg" in refusal.message
    assert "stronger teammate" in refusal.message


@pytest.mark.parametrize("refuse", REFUSALS[:2])
def test_what_is_out_of_reach_is_to_be_gone_to(refuse: object) -> None:
    refusal = refuse("Desk_0", Cause.TOO_FAR, "Desk_0 is 2.00 m away")  # type: ignore[operator]
    assert (refusal.cause, "GoToObject <Desk_0>" in refusal.message) == (Cause.TOO_FAR, True)


def test_what_is_closed_is_to_be_opened_first() -> None:
    assert "OpenObject <Fridge_0>" in put_in_refused("Fridge_0", Cause.CLOSED, "shut").message


@pytest.mark.parametrize("refuse", REFUSALS)
def test_what_has_no_advice_is_said_as_the_driver_said_it(refuse: object) -> None:
    refusal = refuse("Desk_0", Cause.BLOCKED, "a chair is in the way.")  # type: ignore[operator]
    assert refusal.cause is Cause.BLOCKED
    assert "a chair is in the way" in refusal.message
    assert ".." not in refusal.message
    assert refusal.message.endswith(".")


def test_a_failure_without_a_cause_is_the_hands() -> None:
    assert grasp_refused(Bench().robot, "Mug_0", None, "slipped").cause is Cause.GRASP_FAILED
    assert put_refused("Desk_0", None, "stuck").cause is Cause.RELEASE_FAILED
    assert put_in_refused("Box_0", None, "stuck").cause is Cause.RELEASE_FAILED
    assert door_refused("Fridge_0", None, "jammed").cause is Cause.BLOCKED
