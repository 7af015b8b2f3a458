# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What failed for a reason that still holds is remembered; one that more was seen of is not."""

from dataclasses import replace

import pytest
from small_world import two_rooms

from adhoc_teamwork.adhoc_planner.belief.outcomes import Outcomes
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import Detection, Presence, Room
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind

GO = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
KNOWN = tuple(two_rooms().things.values())
HERE = next(o.room for o in KNOWN if o.object_id == "Mug_0")
ROOMS = (Room(HERE, (), explored=0.5), Room("elsewhere", (), explored=0.1))


def after(cause: Cause) -> Outcomes:
    outcomes = Outcomes()
    outcomes.add(GO, SkillResult(False, cause=cause), KNOWN, ROOMS, 0.0)
    return outcomes


def seen_anew(name: str, **changes: object) -> tuple[Detection, ...]:
    return tuple(
        replace(o, **changes) if o.object_id == name else o  # type: ignore[arg-type]
        for o in KNOWN
    )


@pytest.mark.parametrize(
    "known",
    [
        KNOWN,
        seen_anew("Sofa_0", size=Size(0.84, 0.6, 0.45)),
        seen_anew("Bed_0", size=Size(2.0, 2.0, 0.9)),
        (*KNOWN, replace(KNOWN[0], object_id="New_0")),
    ],
    ids=["as it was", "measured anew", "another room", "something more"],
)
def test_no_place_to_stand_is_remembered_while_shapes_are_as_they_were(
    known: tuple[Detection, ...],
) -> None:
    outcomes = after(Cause.NO_BASE_POSE)
    assert [o.subskill for o in outcomes.telling(known, ROOMS, 0.0)] == [GO]


@pytest.mark.parametrize(
    "known",
    [
        seen_anew("Sofa_0", size=Size(0.8, 0.6, 0.9)),
        seen_anew("Sofa_0", support_height=0.38),
        seen_anew("Sofa_0", status=Presence.GONE),
        seen_anew("Mug_0", position=Point(3.0, 3.0, 0.5)),
    ],
    ids=["a back was seen", "the seat is lower", "no sofa at all", "it lies elsewhere"],
)
def test_it_is_forgotten_for_good_once_more_was_seen(known: tuple[Detection, ...]) -> None:
    outcomes = after(Cause.NO_BASE_POSE)
    assert outcomes.telling(known, ROOMS, 0.0) == ()
    assert outcomes.telling(KNOWN, ROOMS, 0.0) == ()


def test_that_no_way_leads_there_is_forgotten_once_more_of_the_room_was_seen() -> None:
    outcomes = after(Cause.UNREACHABLE)
    elsewhere = (ROOMS[0], Room("elsewhere", (), explored=1.0))
    assert len(outcomes.telling(KNOWN, elsewhere, 0.0)) == 1
    assert len(outcomes.telling(KNOWN, (Room(HERE, (), explored=0.55),), 0.0)) == 1
    assert outcomes.telling(KNOWN, (Room(HERE, (), explored=0.9),), 0.0) == ()
    assert outcomes.telling(KNOWN, ROOMS, 0.0) == ()


def test_a_robot_that_looked_through_the_room_tries_once_more_where_it_found_no_place() -> None:
    outcomes = after(Cause.NO_BASE_POSE)
    for room, success, left in (("elsewhere", True, 1), (HERE, False, 1), (HERE, True, 0)):
        explored = SubSkill(SubSkillKind.EXPLORE, room_id=room)
        outcomes.add(explored, SkillResult(success), KNOWN, ROOMS, 0.0)
        assert [o.subskill for o in outcomes.telling(KNOWN, ROOMS, 0.0)].count(GO) == left
    outcomes.add(GO, SkillResult(False, cause=Cause.NO_BASE_POSE), KNOWN, ROOMS, 0.0)
    outcomes.add(explored, SkillResult(True), KNOWN, ROOMS, 0.0)
    assert [o.subskill for o in outcomes.telling(KNOWN, ROOMS, 0.0)].count(GO) == 1


def test_limits_of_the_body_hold_whatever_is_seen() -> None:
    outcomes = after(Cause.TOO_HEAVY)
    assert len(outcomes.telling(seen_anew("Sofa_0", support_height=0.2), ROOMS, 0.0)) == 1


def test_only_the_latest_are_kept() -> None:
    outcomes = Outcomes()
    for number in range(12):
        outcomes.add(GO, SkillResult(True, message=str(number)), KNOWN, ROOMS, 0.0)
    assert [o.result.message for o in outcomes.telling(KNOWN, ROOMS, 0.0)] == [
        str(n) for n in range(2, 12)
    ]


def looks_around(outcomes: Outcomes, times: int) -> None:
    for _ in range(times):
        looked = SubSkill(SubSkillKind.EXPLORE, room_id="elsewhere")
        outcomes.add(looked, SkillResult(True), KNOWN, ROOMS, 0.0)


def left_of(outcomes: Outcomes, now: float) -> list[SubSkill]:
    told = [o.subskill for o in outcomes.telling(KNOWN, ROOMS, now)]
    return [subskill for subskill in told if subskill.kind is not SubSkillKind.EXPLORE]


def test_furniture_that_it_did_not_get_to_outlives_the_latest_for_some_minutes() -> None:
    outcomes = Outcomes()
    sofa = SubSkill(SubSkillKind.GO_TO_OBJECT, "Sofa_0")
    for going in (GO, sofa):
        outcomes.add(going, SkillResult(False, cause=Cause.UNREACHABLE), KNOWN, ROOMS, 0.0)
    looks_around(outcomes, 9)
    assert left_of(outcomes, 100.0) == [sofa], "a thing has rests of its own"
    looks_around(outcomes, 30)
    assert left_of(outcomes, 299.0) == [sofa]
    assert left_of(outcomes, 301.0) == []
    assert left_of(outcomes, 0.0) == []


def test_that_no_place_serves_the_arm_outlives_the_latest_until_shapes_differ() -> None:
    outcomes = after(Cause.NO_BASE_POSE)
    looks_around(outcomes, 30)
    assert left_of(outcomes, 100.0) == [GO]
    bed = seen_anew("Bed_0", size=Size(2.0, 2.0, 0.9))
    assert GO in [o.subskill for o in outcomes.telling(bed, ROOMS, 100.0)]
    sofa = seen_anew("Sofa_0", support_height=0.38)
    assert GO not in [o.subskill for o in outcomes.telling(sofa, ROOMS, 100.0)]


def test_the_latest_grasp_stays_with_it() -> None:
    outcomes = Outcomes()
    taking = SubSkill(SubSkillKind.PICKUP_OBJECT, "Mug_0")
    sofa = SubSkill(SubSkillKind.GO_TO_OBJECT, "Sofa_0")
    for subskill, result in (
        (taking, SkillResult(True)),
        (sofa, SkillResult(False, cause=Cause.UNREACHABLE)),
        (taking, SkillResult(True)),
        (taking, SkillResult(False, cause=Cause.GRASP_FAILED)),
    ):
        outcomes.add(subskill, result, KNOWN, ROOMS, 0.0)
    looks_around(outcomes, 12)
    assert left_of(outcomes, 0.0) == [sofa, taking]


def test_of_much_furniture_the_latest_is_told() -> None:
    outcomes = Outcomes()
    crowd = [
        replace(two_rooms().things["Sofa_0"], object_id=f"Sofa_{number}") for number in range(40)
    ]
    failed = SkillResult(False, cause=Cause.UNREACHABLE)
    for sofa in crowd:
        going = SubSkill(SubSkillKind.GO_TO_OBJECT, sofa.object_id)
        outcomes.add(going, failed, crowd, ROOMS, 0.0)
    told = [o.subskill.object_id for o in outcomes.telling(crowd, ROOMS, 0.0)]
    assert told == [f"Sofa_{number}" for number in range(10, 40)]
