# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""From text to text: a team of robots, each planning through the prompts, tidies a house up.

The world here is a pretend one in which every sub-skill succeeds; what is shown is that prompts,
offline model, parsers and guards together lead to the end, however the robots' turns fall.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest
from planner_views import (
    BEDROOM,
    KITCHEN,
    LIFTER,
    LOOKER,
    STOP,
    TEMPLATES,
    Misplaced,
    chat,
    furniture,
    house,
    intending,
    mug,
    square,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView, SkillOutcome
from adhoc_teamwork.adhoc_planner.decisions.next_subskill import complete
from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_placements,
    parse_ranking,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.validity import check_subskill, check_subtask
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Presence, Room
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

PROMPTS = load_prompts(TEMPLATES)
LIVING = ("room_2", "LivingRoom")
ROOMS = (
    Room("room_0", square(0, 0), "Kitchen", 0.9),
    Room("room_1", square(4, 0), "Bedroom", 0.9),
    Room("room_2", square(0, 4), "LivingRoom", 0.9),
    Room("room_3", square(4, 4), "Bathroom", 0.9),
)
FURNITURE = (
    furniture("CounterTop_0", "CounterTop", 1, 3, KITCHEN),
    furniture("GarbageCan_0", "GarbageCan", 3, 3, KITCHEN, 0.4),
    furniture("Bed_0", "Bed", 6, 1, BEDROOM, 0.5),
    furniture("Sofa_0", "Sofa", 1, 6, LIVING, 0.4),
    furniture("CoffeeTable_0", "CoffeeTable", 2, 6, LIVING, 0.4),
)
THINGS = (
    mug(),
    mug(object_id="EmptyBottle_0", category="EmptyBottle", position=Point(1, 6, 0.5),
        room="room_2", room_type="LivingRoom", receptacle="Sofa_0", receptacle_category="Sofa"),
    mug(object_id="Pillow_0", category="Pillow", position=Point(3, 1, 0.1), room="room_0",
        room_type="Kitchen", receptacle=FLOOR, receptacle_category=""),
    mug(object_id="Book_0", category="Book", position=Point(2, 6, 0.5), room="room_2",
        room_type="LivingRoom", receptacle="CoffeeTable_0", receptacle_category="CoffeeTable"),
)  # fmt: skip


def judged(things: tuple[Detection, ...]) -> tuple[Detection, ...]:
    """Return `things` with the offline model's judgement on them."""
    unknown = tuple(dataclasses.replace(t, misplaced=Misplaced.UNKNOWN, reason="") for t in things)
    view = house(known_objects=(*FURNITURE, *unknown), rooms=ROOMS)
    found = {p.object_id: p for p in parse_placements(ask(PROMPTS.judge(view, unknown)))}
    return tuple(
        dataclasses.replace(
            t,
            misplaced=Misplaced.YES if found[t.object_id].misplaced else Misplaced.NO,
            reason=found[t.object_id].reason,
        )
        for t in unknown
    )


def ask(messages: Sequence[ChatMessage]) -> str:
    return answer(chat(messages))


def decide(view: PlannerView) -> SubTask:
    """Return the first of the ranked candidates, each checked."""
    found = parse_candidates(ask(PROMPTS.generate(view, 3)))
    for subtask in found:
        assert check_subtask(view, subtask) is None
    return parse_ranking(ask(PROMPTS.rank(view, found)), found)[0]


def carry_out(view: PlannerView, subtask: SubTask) -> PlannerView:
    """Do sub-skills, all of which succeed, until the model ends the sub-task."""
    view = dataclasses.replace(view, subtask=subtask)
    for _ in range(8):
        subskill = complete(parse_subskill(ask(PROMPTS.subskill(view, subtask))), subtask, view)
        assert check_subskill(view, subskill, subtask) is None
        if subskill.kind is SubSkillKind.STOP:
            return dataclasses.replace(view, subtask=None)
        view = assume(view, subskill)
        outcome = SkillOutcome(subskill, SkillResult(True, duration=1.0))
        view = dataclasses.replace(view, history=(*view.history, outcome)[-10:])
    raise AssertionError(f"{subtask} has no end")


def start(things: tuple[Detection, ...], **changes: Any) -> PlannerView:
    view = house(known_objects=(*FURNITURE, *things), rooms=ROOMS, current_objects=(), **changes)
    return with_state(view, explored_rooms=())


def place_of(view: PlannerView, object_id: str) -> str:
    return next(o for o in view.known_objects if o.object_id == object_id).receptacle_category


def test_judging_finds_what_is_out_of_place() -> None:
    wrong = {t.object_id for t in judged(THINGS) if t.misplaced is Misplaced.YES}
    assert wrong == {"Mug_0", "EmptyBottle_0", "Pillow_0"}


def test_one_robot_tidies_up_and_stops() -> None:
    view = start(judged(THINGS))
    done: list[SubTask] = []
    while (subtask := decide(view)) != STOP:
        assert subtask not in done
        done.append(subtask)
        view = carry_out(view, subtask)
    assert place_of(view, "Mug_0") == "CounterTop"
    assert place_of(view, "EmptyBottle_0") == "GarbageCan"
    assert place_of(view, "Pillow_0") == "Bed"
    assert place_of(view, "Book_0") == "CoffeeTable"
    assert set(view.state.explored_rooms) == {room.room_id for room in ROOMS}
    assert not view.state.held_object


def test_a_robot_without_an_arm_explores_all_and_stops() -> None:
    view = start(judged(THINGS), capability=LOOKER)
    for _ in ROOMS:
        view = carry_out(view, decide(view))
    assert set(view.state.explored_rooms) == {room.room_id for room in ROOMS}
    assert decide(view) == STOP


@pytest.mark.parametrize("first", ["dog", "cat"])
def test_two_robots_share_the_work(first: str) -> None:
    names = ("dog", "cat") if first == "dog" else ("cat", "dog")
    views = {n: start(judged(THINGS), robot=n) for n in names}
    chosen: dict[str, SubTask] = {}
    for name in names:
        mates = tuple(
            intending(teammate(n, capability=LIFTER), subtask, **about(views[n], subtask))
            for n, subtask in chosen.items()
        )
        chosen[name] = decide(dataclasses.replace(views[name], teammates=mates))
    assert chosen["dog"] != chosen["cat"]
    assert chosen["dog"].object_id != chosen["cat"].object_id


def about(view: PlannerView, subtask: SubTask) -> dict[str, Any]:
    item = next((o for o in view.known_objects if o.object_id == subtask.object_id), None)
    if item is None:
        return {}
    return {"object_category": item.category, "object_position": item.position}


def test_what_others_hold_or_did_is_left_alone() -> None:
    held = tuple(dataclasses.replace(t, status=Presence.HELD) for t in judged(THINGS))
    state = RobotState(house().state.pose, explored_rooms=tuple(r.room_id for r in ROOMS))
    mate = teammate(capability=LIFTER, state=state)
    assert decide(start(held, teammates=(mate,))) == STOP
