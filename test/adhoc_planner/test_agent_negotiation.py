# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole agents of a negotiating team: turns without a chair, late objections, lost teammates."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import ARM, EYES, World, two_rooms

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

Script = dict[str, list[str | Exception]]


def says(plan: str, *agreement: str) -> str:
    return "\n".join(["[analysis] why", "[agreement]", *(agreement or ("yes",)), "[result]", plan])


def team(
    world: World, latency: float = 1.0, **scripts: tuple[Capability, Script]
) -> tuple[Rig, list[Robot]]:
    """Return robots by name, each in a room of its own, with what their models answer first."""
    clock = Clock()
    robots = [
        Robot(
            name,
            world,
            clock,
            ScriptedModel(clock, {"negotiate": list(script.get("negotiate", []))}, latency),
            body,
            room,
            policy="llm",
        )
        for (name, (body, script)), room in zip(scripts.items(), world.rooms, strict=False)
    ]
    return Rig(clock, *robots), robots


def is_tidy(world: World) -> bool:
    return world.things["Mug_0"].receptacle == "CounterTop_0"


def asked(robot: Robot, stage: str = "negotiate") -> list[str]:
    """Return the prompts of one stage that a robot's model was given."""
    pairs = zip(robot.model.asked, robot.model.prompts, strict=True)
    return [prompt[-1].content for what, prompt in pairs if what == stage]


def objections(robot: Robot) -> list[tuple[str, str]]:
    """Return whom a robot objected to with its own words, not in answer to a proposal."""
    said = [m.reflection for m in robot.said(MessageKind.REFLECTION)]
    return [(r.to, r.text) for r in said if r is not None and r.conflict and "because" in r.text]


def play(rig: Rig, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
    return asyncio.run(rig.run(seconds, until))


def test_three_robots_tidy_together_and_none_does_what_another_does() -> None:
    world = two_rooms()
    rig, robots = team(world, alpha=(ARM, {}), beta=(EYES, {}), gamma=(ARM, {}))
    assert play(rig, 200.0, lambda: is_tidy(world))
    picks = Counter(s for r in robots for s in r.skills() if s.startswith("Pickup"))
    assert picks == {"PickupObject <Mug_0>": 1}
    assert set(robots[0].model.asked) <= {"negotiate", "subskill", "judge"}


def test_an_objection_to_what_was_taken_up_makes_a_robot_plan_again() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(
        world,
        alpha=(EYES, {"negotiate": [says("Explore <room_1>"), says("Explore <room_2>")]}),
        beta=(EYES, {"negotiate": [says("Stop")]}),
    )
    alpha.skill_time = beta.skill_time = lambda _: 40.0

    async def scene() -> None:
        await rig.run(5.0)
        assert alpha.agent.status().doing.startswith("Explore <room_1>")
        (intent,) = [m.intent for m in alpha.sent if m.intent and m.intent.status == 2]
        beta.agent._object_to("alpha", intent.intent_id, "not there, because I go")
        await rig.run(5.0)

    asyncio.run(scene())
    assert alpha.agent.status().doing.startswith("Explore <room_2>")
    assert "Explore <room_1>" in alpha.intents(IntentStatus.ABANDONED)
    told = next(p for p in asked(alpha) if "beta objects" in p)
    again = told.split("## Objections to your plans")[1]
    assert "- Explore <room_1> | beta objects" in again
    assert "not there, because I go" in again


def seen_mug(world: World, *robots: Robot) -> None:
    for robot in robots:
        for room in world.rooms:
            robot.see_room(room)


MUG_HOME = "Re-place <Mug_0> <CounterTop> <Kitchen>"


@pytest.mark.parametrize(("wait", "given_up"), [(3.0, True), (18.0, False)])
def test_a_re_place_is_handed_over_until_the_object_is_in_the_hand(
    wait: float, given_up: bool
) -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(
        world,
        alpha=(ARM, {"negotiate": [says(MUG_HOME), says("Stop")]}),
        beta=(EYES, {"negotiate": [says("Stop")]}),
    )
    seen_mug(world, alpha)

    async def scene() -> None:
        assert await rig.run(20.0, lambda: alpha.intents(IntentStatus.ADOPTED) == [MUG_HOME])
        await rig.run(wait)
        assert bool(alpha.held) is not given_up
        (intent,) = [m.intent for m in alpha.sent if m.intent and m.intent.status == 2]
        beta.agent._object_to("alpha", intent.intent_id, "leave it, because I say so")
        await rig.run(20.0)

    asyncio.run(scene())
    assert (MUG_HOME in alpha.intents(IntentStatus.ABANDONED)) is given_up
    assert is_tidy(world) is not given_up


def test_robots_that_object_to_everything_come_to_an_end_and_work() -> None:
    world = two_rooms()
    stubborn: Script = {
        "negotiate": [
            says(f"Explore <room_{i % 3}>", "no: beta: that is mine, because I say so")
            if i
            else says("Explore <room_1>")
            for i in range(40)
        ]
    }
    contrary: Script = {
        "negotiate": [
            says(f"Explore <room_{i % 3}>", "no: alpha: that is mine, because I say so")
            for i in range(40)
        ]
    }
    rig, (alpha, beta) = team(world, alpha=(EYES, stubborn), beta=(EYES, contrary))
    explored = {"room_0", "room_1", "room_2"}
    assert play(rig, 150.0, lambda: alpha.explored | beta.explored == explored)
    for robot in (alpha, beta):
        told = objections(robot)
        assert len(told) <= 3, "one objection to each of three plans at most"
        assert len(asked(robot)) < 40


def test_nobody_waits_for_a_teammate_that_has_fallen_silent() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, alpha=(ARM, {}), beta=(EYES, {}))
    beta.skill_time = lambda _: 60.0

    async def scene() -> None:
        await rig.run(8.0)
        rig.robots.remove(beta)
        assert await rig.run(200.0, lambda: is_tidy(world))

    asyncio.run(scene())
    assert alpha.idle_time < 20.0
    lost = [p for p in asked(alpha) if "beta has not been heard for" in p]
    assert lost
    assert "It had taken up Explore" in lost[0]


def test_who_joins_or_leaves_is_said_with_what_it_can_do_or_had_taken_up() -> None:
    world = two_rooms()
    rig, (alpha, beta) = team(world, alpha=(EYES, {}), beta=(ARM, {}))
    alpha.skill_time = beta.skill_time = lambda _: 10.0
    rig.robots.remove(beta)

    async def scene() -> None:
        await rig.run(5.0)
        rig.robots.append(beta)
        await rig.run(6.0)
        beta.agent.leave("battery empty")
        await rig.run(6.0)

    asyncio.run(scene())
    prompts = asked(alpha)
    assert "## Changes in the team" not in prompts[0]
    joined = [p for p in prompts if "beta joined the team" in p]
    left = [p for p in prompts if "beta left the team" in p]
    assert "a «robot with an arm» that lifts up to 5 kg" in joined[0]
    assert "Reconsider who should do what" in joined[0]
    assert "It had taken up" in left[-1]


def test_what_is_planned_ahead_is_left_to_one_that_would_begin_at_once() -> None:
    world = two_rooms()
    rig, (alpha,) = team(world, alpha=(EYES, {}))
    alpha.skill_time = lambda _: 40.0
    intents = itertools.count(1)

    def propose(sender: str, room: str, status: IntentStatus) -> None:
        subtask = SubTask(SubTaskKind.EXPLORE, room_id=room)
        number = next(intents)
        intent = Intent(number, status, subtask)
        alpha.agent.on_message(
            TeamMessage(sender, 1, number, rig.clock(), MessageKind.INTENT, intent=intent)
        )

    async def scene() -> list[bool]:
        ahead = lambda: len(alpha.intents(IntentStatus.PROPOSED)) == 2  # noqa: E731
        assert await rig.run(20.0, ahead)
        room = alpha.intents(IntentStatus.PROPOSED)[1].split("<")[1].strip(">")
        await rig.run(3.0)
        for sender in ("free", "busy"):
            hello = TeamMessage(
                sender, 1, next(intents), rig.clock(), MessageKind.JOIN, capability=EYES
            )
            alpha.agent.on_message(hello)
        propose("free", room, IntentStatus.PROPOSED)
        propose("busy", "room_2", IntentStatus.ADOPTED)
        propose("busy", room, IntentStatus.PROPOSED)
        answers = [m.reflection.conflict for m in alpha.sent if m.reflection]
        propose("free", room, IntentStatus.ADOPTED)
        await rig.run(3.0)
        assert f"Explore <{room}>" in alpha.intents(IntentStatus.ABANDONED)
        return answers

    assert asyncio.run(scene()) == [False, True]
