# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""EMOS: shares are checked against bodies, whoever leads, dies, is silent or talks nonsense."""

import asyncio
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import ARM, World, two_rooms

from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError
from adhoc_teamwork.adhoc_planner.notation.expressions import expressions_form, parse_expressions
from adhoc_teamwork.adhoc_planner.policies.with_model.emos import refused_lines
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Goal
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.meta_plan import read_meta_plan
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

GOAL = Goal(text="Bring the Mug to the Bed. Go to the Vase.")
SHORT = replace(ARM, reach_max_height=0.3)
"""An arm that does not get up to what lies on a sofa."""


def world() -> World:
    made = two_rooms()
    counter = made.things["CounterTop_0"].position
    made.put("Vase_0", "Vase", "CounterTop_0", (counter.x, counter.y, 1.0))
    return made


def team(clock: Clock, made: World, policy: str = "emos") -> list[Robot]:
    """Return three robots that know all; the first in the order of names is short of arm."""
    robots = [
        Robot(name, made, clock, ScriptedModel(clock, latency=0.5), body, policy=policy,
            task="mixed_bodies", goal=GOAL)
        for name, body in (("alpha", SHORT), ("beta", ARM), ("gamma", SHORT))
    ]  # fmt: skip
    for robot in robots:
        for room in made.rooms:
            robot.see_room(room)
        robot.look()
    return robots


def begun(robots: list[Robot]) -> set[str]:
    """Return who has begun to carry the mug."""
    take = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
    return {r.name for r in robots if any(step == take for _, step in r.started)}


def counted(robots: list[Robot], name: str) -> int:
    return sum(r.agent.status().counts.get(name, 0) for r in robots)


async def played(robots: list[Robot], clock: Clock, seconds: float = 60.0) -> None:
    await Rig(clock, *robots).run(seconds, lambda: bool(begun(robots)))
    for robot in robots:
        robot.agent.end()


def test_a_share_that_is_refused_goes_to_whose_body_can_do_it() -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        await played(robots, clock)
        assert begun(robots) == {"beta"}
        # The leader saw for itself that it could not, and all numbers were worked out.
        refusal = next(
            p for p in robots[0].model.prompts if "- alpha | «bring the Mug" in p[-1].content
        )
        assert "because «bring the Mug to the Bed: reach(Mug_0) - stand_off(Mug_0)" in (
            refusal[-1].content
        )
        assert counted(robots, "refusals") > 0
        assert counted(robots, "agreed") == 1

    asyncio.run(story())


@pytest.mark.parametrize("moment", ["divide", "compute", "check"])
def test_a_leader_that_dies_is_replaced(moment: str) -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        rig = Rig(clock, *robots)
        assert await rig.run(30.0, lambda: moment in robots[0].model.asked)
        robots[0].agent.end()
        rig.robots.remove(robots[0])
        for robot in robots[1:]:
            robot.agent.on_gone(frozenset({"alpha"}))
        assert await rig.run(120.0, lambda: bool(begun(robots[1:])))
        assert begun(robots[1:]) == {"beta"}
        for robot in robots[1:]:
            robot.agent.end()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("answer", "does"),
    [("[judgement] no: I do not feel like it", False), ("la la la", False),
     ("[judgement] yes", True)],
)  # fmt: skip
def test_whatever_the_able_one_answers_rounds_are_few_and_what_is_refused_is_not_done(
    answer: str, does: bool
) -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        robots[1].model.script["check"] = [answer] * 40
        await played(robots, clock, 90.0)
        assert (begun(robots) == {"beta"}) is does
        assert begun(robots) <= {"beta"}
        talks = counted(robots, "conversations")
        assert talks >= 1
        assert counted(robots, "rounds") <= 4 * talks

    asyncio.run(story())


def test_who_joins_later_has_the_task_divided_again_and_takes_a_share() -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        late = robots.pop(1)
        rig = Rig(clock, *robots)
        assert await rig.run(30.0, lambda: counted(robots, "conversations") > 0)
        assert not begun(robots)
        rig.robots.append(late)
        assert await rig.run(90.0, lambda: bool(begun([*robots, late])))
        assert begun([*robots, late]) == {"beta"}
        for robot in (*robots, late):
            robot.agent.end()

    asyncio.run(story())


def test_an_arm_that_breaks_in_the_middle_hands_its_share_on() -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        robots[2] = Robot(
            "gamma", robots[0].world, clock, ScriptedModel(clock, latency=0.5), ARM, policy="emos",
            task="mixed_bodies", goal=GOAL,
        )  # fmt: skip
        for room in robots[2].world.rooms:
            robots[2].see_room(room)
        robots[2].look()
        rig = Rig(clock, *robots)
        assert await rig.run(60.0, lambda: bool(begun(robots)))
        (first,) = begun(robots)
        (able,) = {"beta", "gamma"} - {first}
        by_name = {robot.name: robot for robot in robots}
        broken = SkillResult(False, Cause.NO_ARM, "its arm is broken")
        by_name[first].fail = lambda step: broken if step.object_id == "Mug_0" else None
        by_name[first].agent.on_body(replace(ARM, can_manipulate=False, payload=0.0, reach=0.0))
        assert await rig.run(90.0, lambda: able in begun(robots))
        # Whoever is told of it by its own body says so, and why.
        told = [
            m for m in by_name[first].sent if m.kind is MessageKind.CAPABILITY and not m.recipient
        ]
        assert [m.capability.can_manipulate for m in told if m.capability] == [False]
        for robot in robots:
            robot.agent.end()

    asyncio.run(story())


def test_what_was_tried_in_vain_is_discussed_again_and_what_nobody_can_is_reported() -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        failing = SkillResult(False, Cause.UNREACHABLE, "no way there")
        robots[1].fail = lambda step: failing if step.object_id == "Mug_0" else None
        await Rig(clock, *robots).run(150.0)
        talks = counted(robots, "conversations")
        assert counted(robots, "divided_again") > 0
        assert counted(robots, "rounds") <= 4 * talks <= 4 * 8
        assert begun(robots) == {"beta"}
        reports = [m.text for r in robots for m in r.sent if m.kind is MessageKind.CHAT]
        (report,) = {text for text in reports if "Nobody can bring the Mug to the Bed" in text}
        assert "beta: bring the Mug to the Bed: I have tried it in vain." in report
        assert "alpha: bring the Mug to the Bed: reach(Mug_0) - stand_off(Mug_0) comes to" in report
        for robot in robots:
            robot.agent.end()

    asyncio.run(story())


def test_hostile_expressions_are_not_worked_out_and_the_discussion_goes_on() -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        hostile = (
            "__import__('os').system('id')", "open('/etc/passwd')", "socket.socket()",
            "while True: pass", "9 ** 9 ** 9 ** 9", "'a' * 10000000000", "r\u0435ach(Mug_0)",
            "(" * 199 + "1" + ")" * 199, "reach.__class__", "lambda: 1", "[0] * 10 ** 10",
        )  # fmt: skip
        lines = "\n".join(f"{number}. {text}" for number, text in enumerate(hostile, start=1))
        for robot in robots:
            robot.model.script["compute"] = [f"[analysis] so\n[result]\n{lines}"] * 40
        await played(robots, clock)
        assert counted(robots, "agreed") >= 1
        checks = [p[-1].content for r in robots for p in r.model.prompts if "## Numbers" in
            p[-1].content and "check your share" in p[-1].content]  # fmt: skip
        assert checks
        assert all(text.count("not worked out: ") == len(hostile) for text in checks)

    asyncio.run(story())


def test_a_silent_member_holds_nobody_up() -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world())
        robots[2].model.is_dead = True
        await played(robots, clock, 120.0)
        assert begun(robots) == {"beta"}

    asyncio.run(story())


@pytest.mark.parametrize(
    ("policy", "without"),
    [
        ("emos-no-numbers", ("step_limit =", "reach_limit", "comes to")),
        ("emos-no-resume", ("step_limit =", "mobility |", "drives over")),
        ("emos-no-discussion", ("Your body",)),
    ],
)
def test_ablations_leave_nothing_of_it_in_prompts(policy: str, without: tuple[str, ...]) -> None:
    async def story() -> None:
        clock = Clock()
        robots = team(clock, world(), policy)
        await Rig(clock, *robots).run(25.0)
        texts = [m.content for r in robots for p in r.model.prompts for m in p]
        assert texts
        assert not [part for part in without if any(part in text for text in texts)]
        stages = {stage for r in robots for stage in r.model.asked}
        assert "compute" not in stages
        assert ("divide" in stages) is (policy != "emos-no-discussion")
        for robot in robots:
            robot.agent.end()

    asyncio.run(story())


def test_expressions_are_read_from_text_and_json_and_refusals_name_their_lines() -> None:
    text = "[analysis] so\n[result]\n1. step_limit - way(Mug_0)\n2) reach(Mug_0) - 1\n- 3 < 4"
    found = ("step_limit - way(Mug_0)", "reach(Mug_0) - 1", "3 < 4")
    assert parse_expressions(text) == found
    json = '{"analysis": "so", "result": ["step_limit - way(Mug_0)", "reach(Mug_0) - 1", "3 < 4"]}'
    assert expressions_form("compute").read(json) == found
    with pytest.raises(AnswerError, match="no expression"):
        parse_expressions("[result]\n")
    plan = read_meta_plan("1. a: go to the Mug\n2. a: go to the Vase\n3. b: go to the Bed")
    assert [line.words for line in refused_lines(plan, "a", "Go to the Vase: too far")] == [
        "go to the Vase"
    ]
    assert len(refused_lines(plan, "a", "no")) == 2


def test_a_visit_is_one_sub_task() -> None:
    visit = SubTask(SubTaskKind.VISIT, object_id="Vase_0")
    assert str(visit) == "Visit <Vase_0>"
    assert visit.is_last(SubSkill(SubSkillKind.GO_TO_OBJECT, "Vase_0"))
