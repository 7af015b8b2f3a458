# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""OpenObject, CloseObject, PutIn and TakeFrom between fakes."""

from dataclasses import replace

import pytest
from skills_fakes import ARMLESS_CARD, Bench, scene, table, thing

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.teamwork.geometry import Pose, Size
from adhoc_teamwork.teamwork.scene import Detection, Predicate
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkillKind

OPEN, CLOSE = SubSkillKind.OPEN_OBJECT, SubSkillKind.CLOSE_OBJECT
PUT_IN, TAKE_FROM = SubSkillKind.PUT_IN, SubSkillKind.TAKE_FROM


def fridge(closed: bool | None = True) -> Detection:
    return table("Fridge_0", 1.9, 1.0, Size(0.6, 0.6, 1.8), closed=closed)


def box() -> Detection:
    return replace(thing("Box_0", 1.6, 1.0, 0.1, size=Size(0.3, 0.3, 0.2)), is_receptacle=True)


def bench(*objects: Detection) -> Bench:
    made = Bench()
    made.world.graph = scene(*objects)
    return made


def test_a_door_is_opened_at_its_near_side_within_the_arms_heights() -> None:
    made = bench(fridge())
    result = made.run(OPEN, object_id="Fridge_0")
    assert result.success, result.message
    point = made.hand.points[0]
    assert (point.x, point.y, point.z) == pytest.approx((1.6, 1.0, 0.9))


@pytest.mark.parametrize(
    ("kind", "closed", "cause"),
    [
        (OPEN, False, Cause.BAD_ARGUMENT),
        (CLOSE, True, Cause.BAD_ARGUMENT),
        (OPEN, None, Cause.NOT_OPENABLE),
    ],
)
def test_a_door_that_is_none_or_as_asked_is_refused(
    kind: SubSkillKind, closed: bool | None, cause: Cause
) -> None:
    result = bench(fridge(closed)).run(kind, object_id="Fridge_0")
    assert (result.stage, result.cause) == (Stage.PRECONDITION, cause)


def test_a_door_out_of_reach_is_to_be_gone_to_first() -> None:
    made = bench(fridge())
    made.world.pose = Pose(0.2, 1.0, 0.0)
    result = made.run(OPEN, object_id="Fridge_0")
    assert (result.cause, result.remedy) == (Cause.TOO_FAR, "go_to_it")
    assert "GoToObject <Fridge_0>" in result.message


def test_a_door_that_is_seen_not_to_move_is_a_failure() -> None:
    made = bench(fridge())
    made.world.graph = scene(replace(fridge(), seen=1e6))
    result = made.run(OPEN, object_id="Fridge_0")
    assert (result.stage, result.cause) == (Stage.POSTCONDITION, Cause.BLOCKED)


def test_without_an_arm_nothing_is_opened() -> None:
    made = Bench(ARMLESS_CARD)
    made.world.graph = scene(fridge())
    assert made.run(OPEN, object_id="Fridge_0").cause == Cause.NO_ARM


def test_what_is_held_goes_into_a_container_and_into_open_furniture() -> None:
    for container in (box(), fridge(closed=False)):
        made = bench(container)
        made.hand.feel = True
        call = {"object_id": "Mug_0", "receptacle_id": container.object_id}
        result = made.run(PUT_IN, **call)
        assert result.success, result.message
        assert made.hand.feel is False


def test_put_object_on_what_has_a_door_goes_into_it_once_it_is_open() -> None:
    made = bench(fridge(closed=True))
    made.hand.feel = True
    call = {"object_id": "Mug_0", "receptacle_id": "Fridge_0"}
    result = made.run(SubSkillKind.PUT_OBJECT, **call)
    assert (result.stage, result.cause, result.remedy) == (
        Stage.PRECONDITION, Cause.CLOSED, "open_first",
    )  # fmt: skip
    made.world.graph = scene(fridge(closed=False))
    assert made.run(SubSkillKind.PUT_OBJECT, **call).success


@pytest.mark.parametrize(
    ("receptacle", "feel", "cause"),
    [
        ("Box_0", False, Cause.HAND_EMPTY),
        ("Nothing_0", True, Cause.UNKNOWN_RECEPTACLE),
        ("Mug_0", True, Cause.NOT_RECEPTACLE),
        ("Fridge_0", True, Cause.CLOSED),
    ],
)
def test_put_in_says_what_is_wrong(receptacle: str, feel: bool, cause: Cause) -> None:
    made = bench(box(), fridge())
    made.hand.feel = feel
    result = made.run(PUT_IN, object_id="Mug_0", receptacle_id=receptacle)
    assert (result.stage, result.cause) == (Stage.PRECONDITION, cause)


def test_a_full_container_is_said_to_be_full() -> None:
    made = bench(box())
    made.hand.feel = True
    made.hand.outcomes = [Outcome(False, Cause.NO_SPACE, "Box is full")]
    result = made.run(PUT_IN, object_id="Mug_0", receptacle_id="Box_0")
    assert (result.stage, result.cause, result.remedy) == (
        Stage.EXECUTION, Cause.NO_SPACE, "other_place",
    )  # fmt: skip


def test_take_from_takes_only_what_is_in_there_and_only_while_it_is_open() -> None:
    inside = thing("Mug_0", 1.6, 1.0, 0.2, receptacle="Box_0", relation=Predicate.IN)
    made = bench(box(), inside)
    call = {"object_id": "Mug_0", "receptacle_id": "Box_0"}
    result = made.run(TAKE_FROM, **call)
    assert result.success, result.message
    elsewhere = bench(box(), replace(inside, receptacle="Desk_0"))
    assert elsewhere.run(TAKE_FROM, **call).cause == Cause.NOT_INSIDE
    shut = bench(fridge(), replace(inside, receptacle="Fridge_0"))
    result = shut.run(TAKE_FROM, object_id="Mug_0", receptacle_id="Fridge_0")
    assert result.cause == Cause.CLOSED
