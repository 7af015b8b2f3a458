# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole agents in a small world with a goal: what they tell, what wakes them, how searches end."""

import asyncio

from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import EYES, World, two_rooms

from adhoc_teamwork.teamwork.team.goal import Goal, Place
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind

WORDS = Goal(text="Put a mug on the counter top.")


def is_done(world: World) -> bool:
    return world.things["Mug_0"].receptacle == "CounterTop_0"


def robot(world: World, clock: Clock, name: str = "alpha", **how: object) -> Robot:
    how = {"task": "open_ended", "goal": WORDS, **how}
    return Robot(name, world, clock, ScriptedModel(clock, {}), **how)  # type: ignore[arg-type]


def rests(one: Robot) -> bool:
    return "resting" in one.agent.status().doing


def test_what_a_goal_in_words_may_be_about_is_told_to_the_team() -> None:
    clock, world = Clock(), two_rooms()
    eyes = robot(world, clock, "eyes", capability=EYES)
    asyncio.run(Rig(clock, eyes).run(120.0, lambda: rests(eyes)))
    told = {d.object_id for m in eyes.said(MessageKind.DETECTION) for d in m.detections}
    assert {"Mug_0", "CounterTop_0"} <= told


def test_a_robot_that_rests_wakes_for_what_a_goal_in_words_may_be_about() -> None:
    clock, world = Clock(), two_rooms()
    mug = world.things.pop("Mug_0")
    alpha = robot(world, clock)
    rig = Rig(clock, alpha)

    async def scene() -> None:
        assert await rig.run(120.0, lambda: rests(alpha))
        world.things["Mug_0"] = mug
        alpha.see_room("room_0")
        assert await rig.run(90.0, lambda: is_done(world))

    asyncio.run(scene())


def test_a_place_that_the_goal_wants_ends_the_search_for_it() -> None:
    clock, world = Clock(), two_rooms()
    counter = world.things.pop("CounterTop_0")
    goal = Goal(objects={"Mug": 1}, place=Place("CounterTop"))
    alpha = robot(world, clock, task="transport", goal=goal)
    alpha.see_room("room_0")
    alpha.model.script["generate"] = ["[result]\n1. Transport <Mug_0>"]
    rig = Rig(clock, alpha)

    async def scene() -> None:
        assert await rig.run(120.0, lambda: alpha.held == "Mug_0")
        alpha.skill_time = lambda s: 60.0 if s.kind is SubSkillKind.EXPLORE else 4.0
        assert await rig.run(20.0, lambda: alpha.skills()[-1] == "Explore")
        at = clock.now
        alpha.known["CounterTop_0"] = world.things["CounterTop_0"] = counter
        assert await rig.run(20.0, lambda: alpha.skills()[-1] == "GoToObject <CounterTop_0>")
        assert clock.now - at < 10.0
        assert await rig.run(60.0, lambda: is_done(world))

    asyncio.run(scene())
