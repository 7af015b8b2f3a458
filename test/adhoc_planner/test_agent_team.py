# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Agents in a team: joining, answering, agreeing, falling silent, coming back with a full hand."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot, failure
from scripted_model import Clock, ScriptedModel
from small_world import ARM, EYES, World, two_rooms

from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


def team(world: World, *names: str, latency: float = 2.0) -> tuple[Rig, list[Robot]]:
    clock = Clock()
    robots = [
        Robot(name, world, clock, ScriptedModel(clock, {}, latency), ARM, room=room)
        for name, room in zip(names, world.rooms, strict=False)
    ]
    return Rig(clock, *robots), robots


def is_tidy(world: World) -> bool:
    return world.things["Mug_0"].receptacle == "CounterTop_0"


def test_a_robot_that_joins_is_told_who_is_there() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta")
    rig.robots.remove(beta)

    async def scene() -> None:
        await rig.run(10.0)
        rig.robots.append(beta)
        await rig.run(2.0)

    asyncio.run(scene())
    told = [m for m in alpha.sent if m.recipient == "beta"]
    assert [m.kind for m in told[:2]] == [MessageKind.CAPABILITY, MessageKind.STATE]
    able = told[0].capability
    assert able is not None
    assert replace(able, battery=ARM.battery) == ARM
    assert ARM.battery - 11.0 < able.battery < ARM.battery
    assert beta.agent.status().teammates == ("alpha",)
    assert alpha.agent.status().teammates == ("beta",)


@pytest.mark.parametrize("latency", [0.3, 2.0, 5.0])
def test_two_robots_never_do_the_same_thing(latency: float) -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta", latency=latency)
    assert asyncio.run(rig.run(200.0, lambda: is_tidy(world)))
    picks = Counter(s for r in (alpha, beta) for s in r.skills() if s.startswith("Pickup"))
    assert picks == {"PickupObject <Mug_0>": 1}


def test_the_same_proposal_at_the_same_moment_goes_to_exactly_one() -> None:
    world = two_rooms()
    rig, robots = team(world, "alpha", "beta")
    for robot in robots:
        for room in world.rooms:
            robot.see_room(room)
    assert asyncio.run(rig.run(80.0, lambda: is_tidy(world)))
    adopted = [
        r.name for r in robots if any("Re-place" in s for s in r.intents(IntentStatus.ADOPTED))
    ]
    assert adopted == ["alpha"]
    proposed = [r.name for r in robots if any("Re-place" in s for s in r.intents())]
    assert proposed == ["alpha", "beta"], "both wanted it"


def test_a_proposal_is_answered_at_once_and_without_a_model() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, "alpha")

    async def scene() -> None:
        await rig.run(30.0)
        asked = len(alpha.model.asked)
        room = sorted(alpha.explored)[0]
        intent = Intent(7, IntentStatus.PROPOSED, SubTask(SubTaskKind.EXPLORE, room_id=room))
        alpha.agent.on_message(
            TeamMessage("gamma", 3, 1, rig.clock(), MessageKind.INTENT, intent=intent)
        )
        reply = alpha.sent[-1]
        assert reply.kind is MessageKind.REFLECTION
        assert reply.recipient == "gamma"
        assert reply.reflection is not None
        assert (reply.reflection.to, reply.reflection.intent_id) == ("gamma", 7)
        assert reply.reflection.conflict
        assert room in reply.reflection.explored_rooms
        assert len(alpha.model.asked) == asked

    asyncio.run(scene())


def test_old_and_repeated_proposals_are_not_answered() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, "alpha")

    async def scene() -> None:
        await rig.run(1.0)
        intent = Intent(7, IntentStatus.PROPOSED, SubTask(SubTaskKind.EXPLORE, room_id="room_1"))
        message = TeamMessage("gamma", 3, 1, rig.clock(), MessageKind.INTENT, intent=intent)
        alpha.agent.on_message(replace(message, remembered=True))
        alpha.agent.on_message(replace(message, sequence=2, stamp=rig.clock() - 30.0))
        assert not alpha.said(MessageKind.REFLECTION)
        alpha.agent.on_message(replace(message, sequence=3))
        assert len(alpha.said(MessageKind.REFLECTION)) == 1

    asyncio.run(scene())


def test_nobody_is_waited_for_longer_than_agreed() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta", latency=0.5)

    async def scene() -> None:
        await rig.run(0.5)
        rig.robots.remove(beta)
        await rig.run(10.0)

    asyncio.run(scene())
    proposed = next(m.stamp for m in alpha.said(MessageKind.INTENT))
    reflected = next(c.stamp for c in alpha.calls if c.stage == "reflect")
    assert 1.4 <= reflected - proposed <= 1.9


def test_with_nobody_there_nobody_is_waited_for() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, "alpha", latency=0.5)
    asyncio.run(rig.run(5.0))
    proposed = next(m.stamp for m in alpha.said(MessageKind.INTENT))
    reflected = next(c.stamp for c in alpha.calls if c.stage == "reflect")
    assert reflected - proposed < 0.3


def test_a_teammate_that_falls_silent_blocks_nobody() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta")
    for robot in (alpha, beta):
        for room in world.rooms:
            robot.see_room(room)

    async def scene() -> None:
        taken = lambda: bool(alpha.intents(IntentStatus.ADOPTED))  # noqa: E731
        assert await rig.run(30.0, taken)
        assert any("Re-place" in s for s in alpha.intents(IntentStatus.ADOPTED))
        rig.robots.remove(alpha)
        assert await rig.run(120.0, lambda: is_tidy(world))

    asyncio.run(scene())
    assert "PickupObject <Mug_0>" in beta.skills()


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_a_clock_that_is_set_makes_nobody_silent(
    caplog: pytest.LogCaptureFixture, jump: float
) -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta")
    rig.clock.now = 5000.0

    async def scene() -> None:
        await rig.run(20.0)
        rig.clock.now += jump
        for robot in (alpha, beta):
            running = robot._running
            robot._running = None if running is None else (*running[:2], rig.clock.now + 1.0)
        await rig.run(10.0)
        assert "fallen silent" not in caplog.text
        # Who says nothing any more is still found out.
        rig.robots.remove(alpha)
        await rig.run(20.0)

    asyncio.run(scene())
    assert "beta: alpha has fallen silent" in caplog.text
    assert "alpha: beta has fallen silent" not in caplog.text


def test_what_a_robot_that_is_gone_had_taken_up_is_free_at_once() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta")
    for robot in (alpha, beta):
        for room in world.rooms:
            robot.see_room(room)

    async def scene() -> None:
        assert await rig.run(30.0, lambda: bool(alpha.intents(IntentStatus.ADOPTED)))
        rig.robots.remove(alpha)
        beta.agent.on_gone(frozenset({"alpha"}))
        taken = lambda: any("Re-place" in s for s in beta.intents(IntentStatus.ADOPTED))  # noqa: E731
        # Thinking it over takes its time; by silence alone it would be twice as long.
        assert await rig.run(12.0, taken)

    asyncio.run(scene())


def test_what_a_silent_teammate_holds_stays_its_own() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, "alpha", "beta")
    for robot in (alpha, beta):
        for room in world.rooms:
            robot.see_room(room)

    async def scene() -> None:
        assert await rig.run(60.0, lambda: alpha.held == "Mug_0")
        await rig.run(1.5)
        rig.robots.remove(alpha)
        await rig.run(60.0)

    asyncio.run(scene())
    assert not any("Mug_0" in s for s in beta.skills())


def test_a_planner_that_is_started_again_with_a_full_hand_goes_on() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, "alpha")

    async def scene() -> Robot:
        assert await rig.run(90.0, lambda: alpha.held == "Mug_0")
        await rig.run(1.0)
        last = [m for m in alpha.said(MessageKind.STATE) if m.state][-1]
        again = Robot("alpha", world, rig.clock, ScriptedModel(rig.clock), ARM, session=2)
        again.pose, again.held, again.known = alpha.pose, alpha.held, alpha.known
        again.explored = alpha.explored
        rig.robots[:] = [again]
        await rig.run(0.3)
        assert again.sent[0].kind is MessageKind.JOIN
        again.agent.on_message(replace(last, recipient="alpha", remembered=True))
        assert await rig.run(60.0, lambda: is_tidy(world))
        return again

    again = asyncio.run(scene())
    assert again.intents(IntentStatus.ADOPTED)[0] == "Re-place <Mug_0> <CounterTop> <Kitchen>"
    assert not any(s.startswith("Pickup") for s in again.skills())
    assert not any(s.startswith("Explore") for s in again.skills()[:2])


def test_what_was_held_before_a_start_with_an_empty_hand_is_not_what_it_takes_later() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, "alpha")
    lost: list[SubSkill] = []

    def fail(subskill: SubSkill) -> SkillResult | None:
        if subskill.kind is not SubSkillKind.PICKUP_OBJECT or lost:
            return None
        lost.append(subskill)
        alpha._pick_up(subskill.object_id)
        return failure(Cause.LOST)

    alpha.fail = fail
    state = RobotState(alpha.pose, "room_0", held_object="Vase_3", held_category="Vase")
    last = TeamMessage("alpha", 0, 50, 0.0, MessageKind.STATE, "alpha", state=state)

    async def scene() -> None:
        await rig.run(0.3)
        alpha.agent.on_message(replace(last, remembered=True))
        assert await rig.run(200.0, lambda: bool(lost))
        await rig.run(90.0)

    asyncio.run(scene())
    told = {m.state.held_object for m in alpha.said(MessageKind.STATE) if m.state}
    assert lost[0].object_id in told
    assert "Vase_3" not in told


def test_a_full_hand_that_nobody_can_explain_is_emptied_all_the_same() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, "alpha")

    async def scene() -> Robot:
        assert await rig.run(90.0, lambda: alpha.held == "Mug_0")
        again = Robot("alpha", world, rig.clock, ScriptedModel(rig.clock), ARM, session=2)
        again.pose, again.held, again.known = alpha.pose, alpha.held, alpha.known
        again.explored = alpha.explored
        rig.robots[:] = [again]
        assert await rig.run(90.0, lambda: not again.held)
        return again

    again = asyncio.run(scene())
    assert any(s.startswith("PutObject <Mug_0>") for s in again.skills())


def test_a_helper_without_an_arm_finds_what_another_fetches() -> None:
    world = two_rooms()
    clock = Clock()
    alpha = Robot("alpha", world, clock, ScriptedModel(clock), ARM, room="room_2")
    beta = Robot("beta", world, clock, ScriptedModel(clock), EYES, room="room_0")
    alpha.skill_time = lambda s: 40.0 if s.room_id == "room_2" else 6.0
    rig = Rig(clock, alpha, beta)
    assert asyncio.run(rig.run(150.0, lambda: is_tidy(world)))
    assert "room_0" not in alpha.explored, "it learnt of the mug from its teammate"


def test_who_begins_to_explore_sets_an_arm_free_for_what_had_no_home() -> None:
    """Alone, one looks for a home first; once another looks for it, there is no need to wait."""
    world = two_rooms()
    clock = Clock()
    alpha = Robot("alpha", world, clock, ScriptedModel(clock), ARM, room="room_0")
    beta = Robot("beta", world, clock, ScriptedModel(clock), EYES, room="room_2")
    alpha.see_room("room_0")
    for robot in (alpha, beta):
        robot.skill_time = lambda s: 60.0 if s.kind is SubSkillKind.EXPLORE else 6.0
    rig = Rig(clock, alpha)

    async def scene() -> None:
        await rig.run(15.0)
        rig.robots.append(beta)
        await rig.run(30.0)

    asyncio.run(scene())
    assert alpha.skills()[:2] == ["Explore", "GoToObject <Mug_0>"]
    assert "Explore <room_2>" in beta.intents(IntentStatus.ADOPTED)
