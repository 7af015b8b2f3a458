# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What somebody found too heavy is not given to who lifts no more, and is to who lifts more."""

import dataclasses

import pytest
from planner_views import LIFTER, house, mug, replace_, teammate

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.assignment import free_hands, too_heavy
from adhoc_teamwork.adhoc_planner.policies.with_model.emos import value_of
from adhoc_teamwork.adhoc_planner.prompt_context.body_numbers import BodyNumbers
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus

HOME = replace_("Mug_0", "CounterTop", "Kitchen")


def tried(payload: float, cause: Cause = Cause.TOO_HEAVY, at: Point | None = None) -> PlannerView:
    """Return the house where a teammate that lifts so many kilograms has tried the mug in vain."""
    where = at or mug().position
    failed = Intent(1, IntentStatus.FAILED, HOME, "Mug", where, "it did not move", cause)
    body = dataclasses.replace(LIFTER, payload=payload)
    return house(teammates=(teammate(capability=body, intents={1: failed}),))


@pytest.mark.parametrize(("payload", "may"), [(2.0, True), (3.0, False), (9.0, False)])
def test_who_lifts_more_than_who_tried_may_try(payload: float, may: bool) -> None:
    view = tried(payload)
    refused = check_subtask(view, HOME)
    assert (refused is None) is may
    assert (too_heavy(view, [mug()]) == frozenset()) is may
    if refused:
        assert f"at least {payload + 0.01:.2f} kg" in refused
        assert "your arm lifts 3.00 kg" in refused
    numbers = BodyNumbers.of(view)
    assert (value_of("payload - weight(Mug_0) >= 0", numbers) == "true") is may
    assert value_of("weight(Mug_0)", numbers) == f"{payload + 0.01:g}"


@pytest.mark.parametrize(
    "view", [tried(9.0, Cause.BLOCKED), tried(9.0, at=Point(1.0, 3.5, 0.9)), house()]
)
def test_what_failed_for_another_reason_or_is_another_thing_weighs_nothing_known(
    view: PlannerView,
) -> None:
    assert check_subtask(view, HOME) is None
    assert value_of("weight(Mug_0)", BodyNumbers.of(view)) == "0"


@pytest.mark.parametrize(("payload", "serves"), [(2.0, False), (3.0, False), (5.0, True)])
def test_a_teammate_that_lifts_less_is_no_hand_for_it(payload: float, serves: bool) -> None:
    view = tried(3.0)
    state = RobotState(Pose(1.0, 1.0), room="room_0", battery=500.0)
    body = dataclasses.replace(LIFTER, payload=payload)
    other = teammate("strong", capability=body, state=state)
    view = dataclasses.replace(view, teammates=(*view.teammates, other))
    (hand,) = [hand for hand in free_hands(view, [mug()]) if hand.name == "strong"]
    assert ("Mug_0" not in hand.cannot) is serves
