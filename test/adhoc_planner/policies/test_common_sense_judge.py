# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Judging without a model: what is plainly out of place, what is fine, what is not known yet."""

import dataclasses

import pytest
from planner_views import LIFTER, house, intending, mug, replace_, teammate

from adhoc_teamwork.adhoc_planner.policies.assignment import (
    LET_LIE,
    LeftLying,
    own_share,
    too_heavy,
)
from adhoc_teamwork.adhoc_planner.policies.common_sense import CommonSense
from adhoc_teamwork.teamwork.scene import FLOOR, Misplaced
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subtask import IntentStatus


def judged(**changes: object) -> Misplaced:
    return CommonSense().judge(mug(misplaced=Misplaced.UNKNOWN, **changes)).misplaced


def test_a_mug_on_a_bed_is_out_of_place_whatever_the_room():
    assert judged() is Misplaced.YES
    assert judged(room_type="") is Misplaced.YES


def test_a_mug_on_a_counter_is_fine_once_the_room_is_known():
    assert judged(receptacle_category="CounterTop", room_type="Kitchen") is Misplaced.NO
    assert judged(receptacle_category="CounterTop", room_type="") is Misplaced.UNKNOWN


def test_a_thing_on_the_floor_is_out_of_place():
    assert judged(receptacle=FLOOR, receptacle_category=FLOOR) is Misplaced.YES


def test_what_nobody_knows_is_left_where_it_is():
    assert judged(category="Gadget") is Misplaced.NO
    assert judged(receptacle="", receptacle_category="") is Misplaced.UNKNOWN


def beside_who_failed(reason: str, cause: Cause | None):
    """Return what a robot sees beside a stronger one that failed to tidy the mug up."""
    tried = intending(
        teammate(capability=LIFTER),
        replace_("Mug_0", "CounterTop", "Kitchen"),
        IntentStatus.FAILED,
        object_category="Mug",
        object_position=mug().position,
        reason=reason,
        cause=cause,
    )
    return house(teammates=(tried,))


def test_what_a_stronger_teammate_could_not_lift_is_not_tried():
    view = beside_who_failed("PickupObject <Mug_0>: Mug_0 weighs 9 kg", Cause.TOO_HEAVY)
    assert too_heavy(view, [mug()]) == {"Mug_0"}
    assert own_share(view, lambda _: 1.0) is None


@pytest.mark.parametrize("cause", [None, Cause.BLOCKED])
def test_what_a_stronger_teammate_failed_at_for_another_cause_is_tried(cause: Cause | None):
    view = beside_who_failed(f"{Cause.TOO_HEAVY}, it says", cause)
    assert too_heavy(view, [mug()]) == frozenset()
    assert own_share(view, lambda _: 1.0) == mug()


def test_a_free_teammate_that_lets_a_thing_lie_is_not_waited_for_long():
    idle, left = teammate(capability=LIFTER), LeftLying()
    view = house(teammates=(idle,))
    later = dataclasses.replace(view, now=view.now + LET_LIE)
    assert own_share(view, lambda _: 1.0, left=left) is None
    assert left.due == later.now
    assert own_share(later, lambda _: 1.0, left=left) == mug()
    left.asked(later.now)
    assert left.due > later.now
    assert own_share(later, lambda _: 1.0) is None


def test_whoever_has_taken_something_up_meanwhile_is_waited_for_anew():
    idle, left = teammate(capability=LIFTER), LeftLying()
    busy = intending(idle, replace_("Cup_0", "CounterTop", "Kitchen"))
    for now, mate, falls in ((0.0, idle, False), (3.0, busy, True), (LET_LIE, idle, False)):
        view = house(now=now, teammates=(mate,))
        assert (own_share(view, lambda _: 1.0, left=left) is not None) is falls
