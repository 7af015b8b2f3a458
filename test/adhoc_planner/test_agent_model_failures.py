# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A model that is dead, dies, comes back, or talks nonsense: the robot stays useful and says so."""

import asyncio

from agent_rig import Rig, Robot, failure
from scripted_model import Clock, ScriptedModel, stage_of
from small_world import two_rooms

from adhoc_teamwork.llm_port.budget import BudgetedModel, Ledger, read_budget
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, ChatMessage
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind


def robot_in(latency: float = 2.0) -> tuple[Rig, Robot]:
    clock = Clock()
    robot = Robot("alpha", two_rooms(), clock, ScriptedModel(clock, {}, latency))
    return Rig(clock, robot), robot


def chats(robot: Robot) -> list[str]:
    return [m.text for m in robot.said(MessageKind.CHAT)]


def test_without_a_model_it_explores_by_rule_and_says_so_once() -> None:
    rig, robot = robot_in()
    robot.model.is_dead = True
    assert asyncio.run(rig.run(120.0, lambda: len(robot.explored) == 3))
    assert "no usable answer" in chats(robot)[0]
    assert len(chats(robot)) == 1
    assert not robot.agent.status().model_alive
    assert "cannot reach" in robot.agent.status().last_error
    assert any("safe rule" in m.text for m in robot.said(MessageKind.INTENT))


def test_a_dead_model_is_asked_ever_more_rarely() -> None:
    rig, robot = robot_in()
    robot.model.is_dead = True
    asyncio.run(rig.run(120.0))
    assert 4 <= len(robot.model.asked) <= 20
    assert all(call.error for call in robot.calls)


def test_a_re_place_is_brought_to_its_end_by_rule_when_the_model_dies() -> None:
    rig, robot = robot_in()

    async def scene() -> None:
        assert await rig.run(90.0, lambda: "GoToObject <Mug_0>" in robot.skills())
        robot.model.is_dead = True
        done = lambda: robot.world.things["Mug_0"].receptacle == "CounterTop_0"  # noqa: E731
        assert await rig.run(60.0, done)

    asyncio.run(scene())


def test_it_plans_with_the_model_again_when_that_comes_back() -> None:
    rig, robot = robot_in()
    robot.model.is_dead = True

    async def scene() -> None:
        await rig.run(8.0)
        assert not robot.agent.status().model_alive
        robot.model.is_dead = False
        assert await rig.run(60.0, lambda: robot.agent.status().model_alive)
        done = lambda: robot.world.things["Mug_0"].receptacle == "CounterTop_0"  # noqa: E731
        assert await rig.run(120.0, done)

    asyncio.run(scene())
    assert "answers again" in chats(robot)[1]


def test_it_comes_back_even_to_a_robot_that_rests() -> None:
    rig, robot = robot_in()
    robot.model.is_dead = True

    async def scene() -> None:
        assert await rig.run(120.0, lambda: "resting" in robot.agent.status().doing)
        robot.model.is_dead = False
        done = lambda: robot.world.things["Mug_0"].receptacle == "CounterTop_0"  # noqa: E731
        assert await rig.run(120.0, done)

    asyncio.run(scene())


def test_nonsense_is_asked_again_three_times_at_most_and_then_the_rule_acts() -> None:
    rig, robot = robot_in(latency=0.5)
    robot.model.script["generate"] = ["gibberish"] * 3
    asyncio.run(rig.run(20.0, lambda: bool(chats(robot))))
    attempts = [c.attempt for c in robot.calls if c.stage == "generate"]
    assert attempts[:3] == [1, 2, 3]
    assert "3 unusable answers" in chats(robot)[0]


def test_invented_names_are_asked_again_with_the_reason() -> None:
    rig, robot = robot_in(latency=0.5)
    robot.model.script["generate"] = ["[result]\n1. Re-place <Unicorn_7> <Shelf> <Bedroom>"]
    asyncio.run(rig.run(8.0))
    generated = [c for c in robot.calls if c.stage == "generate"]
    assert "Unicorn_7" in generated[0].error
    assert generated[1].attempt == 2
    assert generated[1].error == ""


def test_a_model_that_hangs_does_not_hold_up_a_robot_with_an_errand() -> None:
    rig, robot = robot_in()

    async def scene() -> None:
        assert await rig.run(90.0, lambda: "PickupObject <Mug_0>" in robot.skills())
        robot.model.latency = 1e6
        done = lambda: robot.world.things["Mug_0"].receptacle == "CounterTop_0"  # noqa: E731
        assert await rig.run(60.0, done)

    asyncio.run(scene())


def test_a_model_that_dies_while_it_is_asked_ahead_costs_no_time() -> None:
    rig, robot = robot_in()
    robot.model.script["subskill"] = [ModelUnavailableError("gone")]
    done = lambda: robot.world.things["Mug_0"].receptacle == "CounterTop_0"  # noqa: E731
    assert asyncio.run(rig.run(120.0, done))
    assert robot.agent.status().model_alive


def test_while_a_decision_waits_steps_that_cannot_be_used_are_asked_ever_more_rarely() -> None:
    rig, robot = robot_in(latency=0.0)
    robot.skill_time = lambda _: 30.0
    decision = robot.agent._questions.decision
    answer = robot.model.complete
    ahead = 0

    async def complete(prompt: tuple[ChatMessage, ...]) -> Completion:
        nonlocal ahead
        if stage_of(prompt) == "subskill" and decision.is_answered:
            ahead += 1
            return Completion("gibberish", "scripted", 1, 1)
        return await answer(prompt)

    robot.model.complete = complete  # type: ignore[method-assign]
    asyncio.run(rig.run(120.0))
    assert 0 < ahead <= 60


def test_what_failed_while_the_model_thought_is_no_reason_to_go_on() -> None:
    rig, robot = robot_in(latency=6.0)
    robot.skill_time = lambda _: 1.0
    explores = SubSkillKind.EXPLORE
    robot.fail = lambda s: failure(Cause.UNREACHABLE) if s.kind is explores else None
    robot.world.things.clear()
    assert asyncio.run(rig.run(60.0, lambda: "resting" in robot.agent.status().doing))
    assert chats(robot) == []


def test_when_its_budget_is_spent_it_goes_on_by_rule_and_says_so() -> None:
    clock, ledger = Clock(), Ledger()
    ledger.setup()
    model = ScriptedModel(clock, {}, 0.5)
    budgeted = BudgetedModel(model, read_budget("calls=3"), ledger, robot="alpha")
    robot = Robot("alpha", two_rooms(), clock, budgeted)
    rig = Rig(clock, robot)
    assert asyncio.run(rig.run(120.0, lambda: len(robot.explored) == 3))
    assert "the run's budget of 3 calls does not last" in chats(robot)[0]
    assert "I act by rule" in chats(robot)[0]
    assert len(model.asked) == 3
    spent_at = next(n for n, call in enumerate(robot.calls) if call.error.startswith(NOT_ASKED))
    assert all(call.error.startswith(NOT_ASKED) for call in robot.calls[spent_at:])
    assert any("safe rule" in m.text for m in robot.said(MessageKind.INTENT))
