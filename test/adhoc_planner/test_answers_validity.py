# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The guards against made-up answers: each rule refuses what breaks it, and lets the rest pass."""

import dataclasses
import math
from typing import Any

import pytest
from planner_views import (
    BED,
    BEDROOM,
    COUNTER,
    LOOKER,
    STOP,
    TALL_ONLY,
    Misplaced,
    Presence,
    done,
    explore,
    failed,
    furniture,
    house,
    intending,
    mug,
    replace_,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.validity import check_subskill, check_subtask
from adhoc_teamwork.adhoc_planner.validity.subtasks import reachable
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
GO, PICK, PUT = SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT, SubSkillKind.PUT_OBJECT


def knowing(*items: object, **changes: object) -> PlannerView:
    return house(known_objects=items, **changes)


def explored_everything(view: PlannerView) -> PlannerView:
    return with_state(view, explored_rooms=tuple(r.room_id for r in view.rooms))


@pytest.mark.parametrize("subtask", [explore("room_2"), MUG_HOME, replace_("Mug_0", "Shelf", "X")])
def test_what_is_sensible_passes(subtask: SubTask) -> None:
    assert check_subtask(house(), subtask) is None


@pytest.mark.parametrize("cause", [Cause.SERVER_MISSING, Cause.LOST, Cause.NO_POSE, Cause.NO_MAP])
def test_what_failed_while_the_robot_was_not_ready_may_be_tried_again(cause: Cause) -> None:
    often = (failed(SubSkillKind.EXPLORE, cause=cause, room_id="room_2"),) * 5
    assert check_subtask(house(history=often), explore("room_2")) is None


@pytest.mark.parametrize(
    ("view", "subtask", "says"),
    [
        (house(), explore("room_9"), "no room with the id 'room_9'"),
        (house(), explore("room_0"), "explored room_0 already"),
        (house(capability=dataclasses.replace(LOOKER, can_navigate=False)), explore("room_2"),
         "cannot drive"),
        (house(capability=dataclasses.replace(LOOKER, camera_range=0.0)), explore("room_2"),
         "no camera"),
        (house(teammates=(intending(teammate(), explore("room_2")),)), explore("room_2"),
         "tower is exploring"),
        (house(history=(failed(SubSkillKind.EXPLORE, room_id="room_2"),) * 2), explore("room_2"),
         "failed 2 times"),
        (house(), replace_("Mug_9", "CounterTop", "Kitchen"), "no object with the id 'Mug_9'"),
        (house(), replace_("mug_0", "CounterTop", "Kitchen"), "did you mean Mug_0"),
        (house(capability=LOOKER), MUG_HOME, "no arm"),
        (knowing(mug(misplaced=Misplaced.NO)), MUG_HOME, "is in place"),
        (knowing(mug(misplaced=Misplaced.UNKNOWN)), MUG_HOME, "not been judged"),
        (knowing(mug(pickupable=False)), MUG_HOME, "cannot be picked up"),
        (knowing(mug(status=Presence.GONE)), MUG_HOME, "no longer"),
        (knowing(mug(status=Presence.HELD)), MUG_HOME, "teammate's hand"),
        (knowing(mug(position=Point(6.0, 1.0, 1.6))), MUG_HOME, "height 1.60 m"),
        (with_state(house(), held_object="Cup_3"), MUG_HOME, "you hold Cup_3"),
        (house(history=(failed(PICK, "Mug_0", Cause.TOO_HEAVY),)), MUG_HOME, "too_heavy"),
        (house(history=(failed(GO, "Mug_0", Cause.UNREACHABLE),) * 2), MUG_HOME, "failed 2 times"),
        (house(), replace_("Mug_0", "bed", "bedroom"), "lies on a bed in a bedroom already"),
        (explored_everything(house()), replace_("Mug_0", "Shelf", "Kitchen"),
         "no receptacle of type 'Shelf'"),
        (house(capability=LOOKER), STOP, "room_2 has not been explored"),
        (with_state(house(), held_object="Mug_0"), STOP, "put it where it belongs before"),
    ],
)  # fmt: skip
def test_broken_rules_are_named(view: PlannerView, subtask: SubTask, says: str) -> None:
    assert says in (check_subtask(view, subtask) or "")


def test_a_teammates_object_is_found_under_its_own_name() -> None:
    about: dict[str, Any] = {"object_category": "Mug", "object_position": Point(6.2, 1.1, 0.6)}
    taken = intending(teammate(), replace_("Mug_7", "Shelf", "Kitchen"), **about)
    assert check_subtask(house(teammates=(taken,)), MUG_HOME) == "tower has taken up Mug_0"
    about["object_position"] = Point(1.0, 1.0, 0.6)
    other = intending(teammate(), replace_("Mug_7", "Shelf", "Kitchen"), **about)
    assert check_subtask(house(teammates=(other,)), MUG_HOME) is None


def test_a_silent_or_absent_teammate_holds_nothing_back() -> None:
    taken = intending(teammate(), explore("room_2"))
    for mate in (
        dataclasses.replace(taken, last_heard=-200.0),
        dataclasses.replace(taken, left=True),
    ):
        assert check_subtask(house(teammates=(mate,)), explore("room_2")) is None


def test_a_room_seen_only_from_above_is_worth_a_low_look() -> None:
    state = RobotState(house().state.pose, explored_rooms=("room_2",))
    blind_below = teammate(capability=TALL_ONLY, state=state)
    assert check_subtask(house(teammates=(blind_below,)), explore("room_2")) is None
    alike = teammate(capability=house().capability, state=state)
    assert "tower" in (check_subtask(house(teammates=(alike,)), explore("room_2")) or "")


def test_stop_is_right_when_nothing_is_left() -> None:
    assert check_subtask(explored_everything(knowing(COUNTER, BED)), STOP) is None
    assert check_subtask(house(rejected=((explore("room_2"), "y"),)), STOP) is None


def near(name: str) -> PlannerView:
    item = {"Mug_0": mug(), "CounterTop_0": COUNTER}[name]
    pose = dataclasses.replace(house().state.pose, x=item.position.x, y=item.position.y)
    return with_state(house(), pose=pose)


def holding(view: PlannerView) -> PlannerView:
    return with_state(view, held_object="Mug_0", held_category="Mug")


@pytest.mark.parametrize(
    ("view", "subskill"),
    [
        (house(), SubSkill(GO, "Mug_0")),
        (near("Mug_0"), SubSkill(PICK, "Mug_0")),
        (holding(house()), SubSkill(GO, "CounterTop_0")),
        (holding(near("CounterTop_0")), SubSkill(PUT, "Mug_0", "CounterTop_0", "room_0")),
        (holding(house()), SubSkill(SubSkillKind.EXPLORE)),
        (house(), SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_1")),
        (house(), SubSkill(SubSkillKind.GO_TO_POINT, dx=1.0)),
        (house(history=(failed(GO, "Mug_0", Cause.UNREACHABLE),)), SubSkill(SubSkillKind.STOP)),
    ],
)
def test_sensible_subskills_pass(view: PlannerView, subskill: SubSkill) -> None:
    assert check_subskill(view, subskill, MUG_HOME) is None


SHELF = furniture("Shelf_0", "Shelf", 1.0, 1.0, BEDROOM, 1.9)


@pytest.mark.parametrize(
    ("view", "subskill", "says"),
    [
        (house(), SubSkill(GO, "Sofa_9"), "'Sofa_9' is known"),
        (holding(house()), SubSkill(GO, "Mug_0"), "you hold Mug_0 already"),
        (house(), SubSkill(PICK, "Mug_0"), "too far away: GoToObject <Mug_0> first"),
        (house(), SubSkill(PICK, "CounterTop_0"), "not the object of the sub-task"),
        (near("Mug_0"), SubSkill(PUT, "Mug_0", "CounterTop_0", "room_0"), "do not hold Mug_0"),
        (holding(house()), SubSkill(PUT, "Mug_0", "CounterTop_9", "room_0"), "is known"),
        (holding(near("Mug_0")), SubSkill(PUT, "Mug_0", "Bed_0", "room_1"), "is a Bed, not a"),
        (holding(near("CounterTop_0")), SubSkill(PUT, "Mug_0", "CounterTop_0", "room_1"),
         "is in room_0"),
        (house(), SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_9"), "no room"),
        (house(), SubSkill(SubSkillKind.GO_TO_POINT), "more than 0"),
        (house(), SubSkill(SubSkillKind.GO_TO_POINT, dx=50.0), "at most 10 m"),
        (explored_everything(house()), SubSkill(SubSkillKind.EXPLORE), "every room already"),
        (house(), SubSkill(SubSkillKind.STOP), "Mug_0 is still out of place"),
    ],
)  # fmt: skip
def test_broken_subskill_rules_are_named(view: PlannerView, subskill: SubSkill, says: str) -> None:
    assert says in (check_subskill(view, subskill, MUG_HOME) or "")


def test_a_shelf_out_of_reach_takes_nothing() -> None:
    view = holding(house(known_objects=(mug(), SHELF)))
    put = SubSkill(PUT, "Mug_0", "Shelf_0", "room_1")
    assert "range of heights" in (check_subskill(view, put, replace_("Mug_0", "Shelf", "X")) or "")


def test_an_exploration_ends_when_it_was_done_or_failed() -> None:
    stop = SubSkill(SubSkillKind.STOP)
    assert "not been explored" in (check_subskill(house(), stop, explore("room_2")) or "")
    for outcome in (done(SubSkillKind.EXPLORE), failed(SubSkillKind.GO_TO_ROOM, room_id="room_2")):
        assert check_subskill(house(history=(outcome,)), stop, explore("room_2")) is None


@pytest.mark.parametrize(("height", "fine"), [(1.2547, True), (1.256, False), (math.nan, True)])
def test_heights_count_as_prompts_tell_them(height: float, fine: bool) -> None:
    arm = Capability("arm", can_manipulate=True, reach_min_height=0.0, reach_max_height=1.2)
    assert reachable(arm, height) is fine
