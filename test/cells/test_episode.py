# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Checks name what is wrong, a robot is told what its side sees, and talk moves a rope."""

import asyncio
from dataclasses import replace
from functools import cache

import pytest
from physical import CELLS

from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.cells.actions import read_action
from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.constraints import complaint
from adhoc_teamwork.cells.dialog import Dialog, Round, load_dialog, planned_actions
from adhoc_teamwork.cells.episode import Episode, Played, Rules
from adhoc_teamwork.cells.plan_check import PlanCheck
from adhoc_teamwork.cells.relations import TABLE, Relations
from adhoc_teamwork.cells.task_file import CellTask, load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import pose
from adhoc_teamwork.skills.arms.failure import Step
from adhoc_teamwork.skills.several_arms.plan_text import ArmAction

UP = "(-0.3, 0.0, 1.0), (-0.3, -0.1, 1.0), (-0.3, -0.2, 0.9), (-0.3, -0.22, 0.8)"
BOB_UP = "(0.34, -0.1, 1.15), (0.3, -0.2, 1.1), (0.3, -0.24, 1.0), (0.3, -0.24, 0.85)"

PICK_FRONT = "PICK rope_front"
PUT_FRONT, PUT_BACK = "PUT rope_front groove_left", "PUT rope_back groove_right"
BOTH = {"Alice": "rope_front", "Bob": "rope_back"}


@cache
def episode(name: str) -> Episode:
    return begun(load_task(CELLS / f"{name}.yaml"))


def begun(task: CellTask) -> Episode:
    world = CellWorld(compile_cell(task.cell, load_kinds(task.cell, CELLS)))
    return Episode(task, world, begin(task, world, 1).goal, seed=1)


def plan(alice: str, bob: str) -> str:
    return f"EXECUTE\nNAME Alice ACTION {alice}\nNAME Bob ACTION {bob}"


@pytest.mark.parametrize(
    ("text", "step", "words"),
    [
        ("EXECUTE\nNAME Alice ACTION WAIT", Step.PARSE, "no action for Bob"),
        (plan("PICK rope_middle PATH [(0, 0, 1)]", "WAIT"), Step.TASK, "no end 'rope_middle'"),
        (plan("OPEN rope_front", "WAIT"), Step.TASK, "none of its actions"),
        (plan("PUT rope_front groove_left PATH [(0, 0, 1)]", "WAIT"), Step.TASK, "does not hold"),
        (plan(f"PICK rope_front PATH [{UP}]", "WAIT"), Step.TASK, "by all robots"),
        (plan("PICK rope_front", f"PICK rope_back PATH [{BOB_UP}]"), Step.TASK, "PATH is missing"),
        (
            plan(f"PICK rope_back PATH [{UP}]", f"PICK rope_front PATH [{BOB_UP}]"),
            Step.INVERSE_KINEMATICS,
            "Alice: PICK rope_back: out of reach",
        ),
        (
            plan(f"PICK rope_front PATH [{UP}]", "PICK rope_back PATH [(0.3, 0, 1)]"),
            Step.WAYPOINTS,
            "Alice has 4, Bob has 1",
        ),
        (
            plan(f"PICK rope_front PATH [{UP}]", f"PICK rope_back PATH [{BOB_UP[:18]}, "
                 "(0.3, -0.1, 1.1), (0.3, -0.1, 1.1), (0.3, -0.1, 1.1)]"),
            Step.WAYPOINTS,
            "Bob: its path is uneven",
        ),
    ],
)  # fmt: skip
def test_the_first_failure_of_a_plan_names_robot_and_number(
    text: str, step: Step, words: str
) -> None:
    own = episode("move_rope")
    verdict = PlanCheck(own.script, own.goal).check(text, own.world.observe())
    assert (verdict.plan, verdict.failed) == (None, step)
    assert words in verdict.feedback


def test_what_a_robot_cannot_see_changes_nothing_in_its_first_prompt() -> None:
    own = episode("make_sandwich")
    dialog = Dialog(load_dialog(CELLS), own.known(), lambda _: OfflineModel())
    first = own.own(own.world.observe())
    left = next(
        name
        for name, at in own.world.observe().things.items()
        if at[0, 3] < -0.2 and name in own.task.names["object"]
    )
    assert isinstance(own.world, CellWorld)
    own.world.reset({left: pose((-0.5, 0.5, 0.7))} | {
        name: at
        for name, at in own.world.observe().things.items()
        if name in own.task.names["object"] and name != left
    })  # fmt: skip
    second = own.own(own.world.observe())
    prompts = [dialog.prompt("Chad", Round(0, one)) for one in (first, second)]
    assert prompts[0] == prompts[1]
    assert left not in {line.split()[0] for line in first["Chad"].observation}
    assert first["Dave"] != second["Dave"] or left in str(first["Dave"].observation)


def test_what_a_robot_cannot_see_changes_its_plan_by_words_alone() -> None:
    own, model = episode("make_sandwich"), OfflineModel()
    dialog = Dialog(load_dialog(CELLS), own.known(), lambda _: model)
    nearest = next(one.stack for one in own.goal.success if one.stack is not None)[1]
    prompts = []
    after_words, after_silence = list[list[tuple[str, str]]](), list[list[tuple[str, str]]]()
    # Where Dave does not see it both times: on Chad's side of the table, and on the floor behind.
    for at in ((0.35, 0.02, 0.7), (3.0, 0.0, 0.0)):
        assert isinstance(own.world, CellWorld)
        begin(own.task, own.world, 1, {nearest: pose(at)})
        now = Round(0, own.own(own.world.observe()))
        prompts.append(dialog.prompt("Dave", now))
        words = asyncio.run(model.complete(dialog.prompt("Chad", now))).text
        for said, plans in ((words, after_words), ("PROCEED", after_silence)):
            prompt = dialog.prompt("Dave", now, [("Chad", said)])
            plans.append(planned_actions(asyncio.run(model.complete(prompt)).text))
    assert prompts[0] == prompts[1]
    assert after_silence[0] == after_silence[1] != []
    assert after_words[0] != after_words[1]
    assert ("Chad", f"PICK {nearest}") in after_words[0]
    assert ("Chad", f"PICK {nearest}") not in after_words[1]


def test_two_arms_that_talk_carry_a_rope_over_a_wall() -> None:
    own = episode("move_rope")
    templates, model = load_dialog(CELLS), OfflineModel()
    played = asyncio.run(own.play(lambda known: Dialog(templates, known, lambda _: model), Rules()))
    assert (played.success, played.steps, played.calls) == (True, 2, 4)
    assert [past.result for past in played.rounds] == ["all was carried out"] * 2


def test_an_end_that_a_hand_has_lost_is_taken_up_while_the_other_holds_on() -> None:
    own = begun(replace(load_task(CELLS / "move_rope.yaml"), rounds=1))
    templates, model = load_dialog(CELLS), OfflineModel()

    def next_round() -> Played:
        return asyncio.run(
            own.play(lambda known: Dialog(templates, known, lambda _: model), Rules())
        )

    next_round()
    own.world.open("Bob")
    own.world.step(1.0)
    own.script.settle(own.world.observe())
    assert set(own.script.hands.carried) == {"Alice"}
    taken = next_round()
    assert dict(taken.rounds[0].actions)["Alice"] == "«WAIT»"
    assert set(own.script.hands.carried) == {"Alice", "Bob"}
    assert next_round().success


@pytest.mark.parametrize(
    ("holds", "place", "alice", "bob", "wrong"),
    [
        ({}, {}, PICK_FRONT, "WAIT", "Alice: PICK has to be done by all robots in one round"),
        ({"Bob": "rope_back"}, {}, PICK_FRONT, "WAIT", ""),
        ({"Bob": "rope_back"}, {}, PICK_FRONT, PUT_BACK, "in one round, and Bob does PUT"),
        ({}, {"rope_back": "groove_right"}, PICK_FRONT, "WAIT", ""),
        ({"Alice": "rope_front"}, {}, PUT_FRONT, "WAIT", ""),
        (BOTH, {}, PUT_FRONT, "WAIT", "Alice: PUT has to be done by all robots in one round"),
        (BOTH, {}, PUT_FRONT, PUT_BACK, ""),
    ],
)
def test_who_has_an_end_in_hand_or_in_place_may_wait_for_the_other(
    holds: dict[str, str], place: dict[str, str], alice: str, bob: str, wrong: str
) -> None:
    task = load_task(CELLS / "move_rope.yaml")
    planned = {"Alice": alice, "Bob": bob}
    actions = {
        robot: replace(read_action(task, ArmAction(robot, tuple(words.split()))), path=path)
        for robot, words in planned.items()
        for path in [((0.0, 0.0, 1.0),) if words != "WAIT" else ()]
    }
    ends = {name: TABLE for name in ("rope_front", "rope_back") if name not in holds.values()}
    seen = dict.fromkeys(planned, frozenset({"rope_front", "rope_back", *task.cell.places}))
    now = Relations({**ends, **place}, frozenset(), holds, {}, seen)
    found = complaint(task, task.goals[0], actions, now)
    assert found.endswith(wrong)
    assert bool(found) == bool(wrong)
