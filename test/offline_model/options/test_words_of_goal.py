# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the offline model and the safe rule make of a goal in free words."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from offline_pieces import GO, PICK, PUT, STOP_HERE
from planner_views import COUNTER, chat, done, explore, failed, furniture, house, mug, with_state

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill, choose_subtask
from adhoc_teamwork.adhoc_planner.notation.answers import parse_candidates, parse_subskill
from adhoc_teamwork.adhoc_planner.policies.with_model.available_plans import available_plans
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.options.words_of_goal import (
    Order,
    Request,
    orders_in,
    requests_in,
)
from adhoc_teamwork.teamwork.scene import Misplaced, Presence
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

FOLDER = Path(__file__).resolve().parents[3] / "config" / "tasks" / "open_ended"
TASK = load_task(FOLDER)
WORDS = dataclasses.replace(TASK.goal, text="Put a mug on the counter top.")
PROMPTS = load_prompts(FOLDER)
SHELF = furniture("Shelf_0", "Shelf", 2.0, 1.0, ("room_0", "Kitchen"), 0.7)


def do(words: str) -> SubTask:
    return SubTask(SubTaskKind.DO, text=words)


def wanting(**changes: Any) -> PlannerView:
    """Return a view of a mug on a bed that the goal wants on the counter."""
    task = dataclasses.replace(TASK, goal=WORDS)
    return dataclasses.replace(house(task=task), **changes)


def holding(**changes: Any) -> PlannerView:
    held = mug(status=Presence.HELD, receptacle="", receptacle_category="")
    view = wanting(known_objects=(COUNTER, SHELF, held), **changes)
    return with_state(view, held_object="Mug_0", held_category="Mug")


def candidates(view: PlannerView) -> tuple[SubTask, ...]:
    found = parse_candidates(answer(chat(PROMPTS.generate(view, 3))))
    assert all(check_subtask(view, subtask) is None for subtask in found)
    return found


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Put a mug on the counter top.", [("mug", 1, "countertop")]),
        ("Bring two pens and the book to a desk.", [("pens", 2, "desk"), ("book", 1, "desk")]),
        ("Put it on the desk and place 3 cups in the sink",
         [("it", 1, "desk"), ("cups", 3, "sink")]),
        ("Be quick.", []),
    ],
)  # fmt: skip
def test_orders_are_read(text: str, orders: list[tuple[str, int, str]]) -> None:
    assert orders_in(text) == tuple(Order(*order) for order in orders)


def test_what_the_goal_asks_for_is_proposed_in_words() -> None:
    assert do("Put Mug_0 on CounterTop_0") in candidates(wanting())


def test_what_is_held_goes_where_the_goal_wants_it_and_else_where_it_can() -> None:
    first, *others = candidates(holding())
    assert first == do("Put Mug_0 on CounterTop_0")
    assert do("Put Mug_0 on Shelf_0") in others
    twice = 2 * (failed(PUT, "Mug_0", receptacle_id="CounterTop_0", room_id="room_0"),)
    assert candidates(holding(history=twice))[0] == do("Put Mug_0 on Shelf_0")


def test_the_rule_frees_the_hand_in_words_and_carries_it_out() -> None:
    view = holding()
    chosen = choose_subtask(view, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert chosen == do("Put Mug_0 on Shelf_0")
    there = SubSkill(GO, "Shelf_0")
    assert choose_subskill(view, chosen) == there
    arrived = dataclasses.replace(view, history=(done(GO, "Shelf_0"),))
    assert choose_subskill(arrived, chosen) == SubSkill(PUT, "Mug_0", "Shelf_0", "room_0")
    other = choose_subtask(view, lambda _: None, lambda s: "in vain" if s == chosen else None)
    assert other == do("Put Mug_0 on CounterTop_0")
    empty = with_state(view, held_object="", held_category="")
    assert choose_subskill(empty, chosen) == STOP_HERE


def test_the_rule_moves_nothing_by_a_subtask_that_the_task_has_not() -> None:
    view = with_state(wanting(), explored_rooms=("room_0", "room_1", "room_2"))
    chosen = choose_subtask(view, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert chosen.kind is SubTaskKind.STOP
    nowhere = dataclasses.replace(holding(), known_objects=())
    assert choose_subtask(nowhere, lambda _: None, lambda _: None) == explore("room_2")


ERRANDS = Path(__file__).resolve().parents[3] / "config" / "tasks" / "mixed_bodies"
ERRAND_PROMPTS = load_prompts(ERRANDS)


def errands(text: str, **changes: Any) -> PlannerView:
    """Return a view of a mug on a bed, of a counter and a shelf, and a goal of errands."""
    task = load_task(ERRANDS)
    task = dataclasses.replace(task, goal=dataclasses.replace(task.goal, text=text))
    view = house(task=task, known_objects=(COUNTER, SHELF, mug(misplaced=Misplaced.UNKNOWN)))
    return dataclasses.replace(view, **changes)


def errand_candidates(view: PlannerView) -> tuple[SubTask, ...]:
    found = parse_candidates(answer(chat(ERRAND_PROMPTS.generate(view, 3))))
    assert all(check_subtask(view, subtask) is None for subtask in found)
    return found


VISIT = SubTask(SubTaskKind.VISIT, object_id="Shelf_0")
BRING = SubTask(
    SubTaskKind.PLACE_ON, object_id="Mug_0", receptacle_type="CounterTop", room_type="any"
)


@pytest.mark.parametrize(
    ("text", "requests"),
    [
        ("Go to the Mug. Look at the Vase.", [("go to", "Mug"), ("look at", "Vase")]),
        ("Bring the Mug to the Bed.", [("bring", "Mug", "Bed")]),
        ("go to the Mug, then bring the Pen to the Desk",
         [("go to", "Mug"), ("bring", "Pen", "Desk")]),
        ("Be quick.", []),
    ],
)  # fmt: skip
def test_errands_are_read_in_their_order(text: str, requests: list[tuple[str, ...]]) -> None:
    assert requests_in(text) == tuple(Request(*request) for request in requests)


def test_errands_are_proposed_as_the_task_has_them() -> None:
    text = "Look at the Shelf. Bring the Mug to the CounterTop."
    assert set(errand_candidates(errands(text))) >= {VISIT, BRING}
    # Another word in the prompt, another answer.
    assert VISIT not in errand_candidates(errands(text.replace("Shelf", "Sofa")))


def test_what_is_to_be_put_somewhere_is_put_by_the_subtask_that_the_task_has() -> None:
    view = errands("Put a mug on the counter top.")
    assert BRING in errand_candidates(view)
    assert BRING in available_plans(view)
    lying = mug(
        misplaced=Misplaced.UNKNOWN, receptacle="CounterTop_0", receptacle_category="CounterTop"
    )
    there = dataclasses.replace(view, known_objects=(COUNTER, SHELF, lying))
    assert BRING not in errand_candidates(there)
    assert BRING not in available_plans(there)


def test_where_a_robot_has_been_it_does_not_go_again() -> None:
    view = errands("Look at the Shelf.", history=(done(GO, "Shelf_0"),))
    assert VISIT not in errand_candidates(view)
    assert VISIT not in available_plans(view)


def test_what_somebody_has_visited_is_not_visited_again() -> None:
    text = "Look at the Shelf."
    intent = Intent(4, IntentStatus.DONE, VISIT, "Shelf", SHELF.position)
    message = TeamMessage("tall", 1, 1, 12.0, MessageKind.INTENT, intent=intent)
    assert VISIT in errand_candidates(errands(text))
    assert VISIT not in errand_candidates(errands(text, messages=(message,)))


def test_an_errand_is_carried_out_step_by_step() -> None:
    view = errands("Look at the Shelf. Bring the Mug to the CounterTop.")

    def step(view: PlannerView, subtask: SubTask) -> SubSkill:
        return parse_subskill(answer(chat(ERRAND_PROMPTS.subskill(view, subtask))))

    assert step(view, VISIT) == SubSkill(GO, "Shelf_0")
    there = dataclasses.replace(view, history=(done(GO, "Shelf_0"),))
    assert step(there, VISIT) == STOP_HERE
    assert step(view, BRING) == SubSkill(GO, "Mug_0")
    at_mug = dataclasses.replace(view, history=(done(GO, "Mug_0"),))
    assert step(at_mug, BRING) == SubSkill(PICK, "Mug_0")


def test_lists_of_plans_name_what_a_goal_in_words_names() -> None:
    plans = available_plans(errands("Look at the Shelf. Bring the Mug to the CounterTop."))
    assert VISIT in plans
    assert BRING in plans
    assert SubTask(SubTaskKind.VISIT, object_id="CounterTop_0") in plans
    assert not any(
        plan.receptacle_type == "Shelf"
        for plan in available_plans(errands("Bring the Mug to the CounterTop."))
    )
