# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is to be taken is judged again from near: whole agents, and the look by itself."""

import asyncio
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import EYES, World, two_rooms

from adhoc_teamwork.teamwork.scene import Misplaced, SceneGraph
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

POLICIES = ("irot", "naive", "llm", "irot-no-planner", "heuristic")
GOING = "GoToObject <Mug_0>"
TAKING = "PickupObject <Mug_0>"
CARRIERS = ("Sofa_0", "CoffeeTable_0", "TVStand_0")


class ShortSighted(Robot):
    """A robot that takes a mug for lying elsewhere until it stands before it."""

    from_afar = "Sofa_0"
    from_near = "CoffeeTable_0"
    forgets = True
    """Whether it falls back on the first belief once it drives somewhere else."""

    def see_room(self, room: str) -> None:
        super().see_room(room)
        self._believe("Mug_0", self.from_afar)

    def _do(self, subskill: SubSkill) -> SkillResult:
        result = super()._do(subskill)
        if subskill.kind is SubSkillKind.GO_TO_OBJECT and subskill.object_id == "Mug_0":
            self._believe("Mug_0", self.from_near)
        elif self.forgets and subskill.kind is not SubSkillKind.PICKUP_OBJECT:
            self._believe("Mug_0", self.from_afar)
        return result

    def _believe(self, name: str, receptacle: str) -> None:
        thing, carrier = self.known.get(name), self.world.things[receptacle]
        if thing is not None and not self.held and thing.receptacle in CARRIERS:
            self.known[name] = replace(
                thing, receptacle=receptacle, receptacle_category=carrier.category
            )


def living_room() -> World:
    world = two_rooms()
    world.furnish("CoffeeTable_0", "CoffeeTable", "room_0", 0.45)
    world.furnish("TVStand_0", "TVStand", "room_0", 0.45)
    return world


def play(policy: str, from_near: str, seconds: float = 200.0) -> ShortSighted:
    clock = Clock()
    robot = ShortSighted("alpha", living_room(), clock, ScriptedModel(clock), policy=policy)
    robot.from_near = from_near
    rig = Rig(clock, robot)
    asyncio.run(rig.run(seconds, lambda: "resting" in robot.agent.status().doing))
    return robot


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_in_place_from_near_stays_there_and_nobody_drives_there_again(policy: str) -> None:
    robot = play(policy, "CoffeeTable_0")
    assert robot.skills().count(GOING) == 1
    assert TAKING not in robot.skills()
    moving = [
        m.intent.status
        for m in robot.said(MessageKind.INTENT)
        if m.intent and m.intent.subtask.object_id == "Mug_0"
    ]
    assert moving[-1] is IntentStatus.ABANDONED
    assert IntentStatus.FAILED not in moving


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_out_of_place_from_near_too_is_taken(policy: str) -> None:
    robot = play(policy, "TVStand_0")
    assert TAKING in robot.skills()
    assert robot.world.things["Mug_0"].receptacle == "CounterTop_0"


@pytest.mark.parametrize("believed_on", ["TVStand_0", "Sofa_0"])
def test_what_one_robot_finds_in_place_from_near_no_teammate_goes_for(believed_on: str) -> None:
    alpha = play("irot", "CoffeeTable_0")
    assert Listener(believed_on).judged_after([]) is Misplaced.YES
    assert Listener(believed_on).judged_after(alpha.sent) is Misplaced.NO


def test_who_sees_a_thing_lie_where_the_teammate_does_keeps_to_the_own_judgement() -> None:
    alpha = play("irot", "CoffeeTable_0")
    other = [
        replace(m, detections=tuple(replace(d, receptacle_category="Sofa") for d in m.detections))
        for m in alpha.sent
    ]
    assert Listener("Sofa_0").judged_after(other) is Misplaced.YES


def test_a_word_of_who_was_not_to_take_the_thing_changes_nothing() -> None:
    alpha = play("irot", "CoffeeTable_0")
    found = [m for m in alpha.sent if m.intent is None]
    assert Listener("TVStand_0").judged_after(found) is Misplaced.YES


class Listener:
    """A robot that hears a teammate out and believes its own eyes of where the mug lies."""

    def __init__(self, believed_on: str) -> None:
        clock = Clock()
        self.robot = ShortSighted(
            "beta", living_room(), clock, ScriptedModel(clock), capability=EYES, policy="heuristic"
        )
        self.robot.from_afar = believed_on
        self.robot.see_room("room_0")
        self.rig = Rig(clock, self.robot)

    def judged_after(self, messages: list[TeamMessage]) -> Misplaced:
        """Return how it judges the mug once it has heard `messages`."""

        async def scene() -> Misplaced:
            await self.rig.run(0.5)
            for message in messages:
                self.robot.agent.on_message(message)
            await self.rig.run(0.5)
            known = self.robot.agent._belief.object("Mug_0")
            assert known is not None
            return known.misplaced

        return asyncio.run(scene())


def test_a_model_is_asked_again_only_where_something_else_is_seen_from_near() -> None:
    judged = [play("irot", near).model.asked.count("judge") for near in ("Sofa_0", "TVStand_0")]
    assert judged[1] == judged[0] + 1


def test_nothing_is_taken_before_the_picture_from_near_is_taken_in() -> None:
    class Slow(ShortSighted):
        """Its scene graph is half a second old."""

        def look(self) -> None:
            super().look()
            graph = self.agent._belief.graph
            assert graph is not None
            self.agent.on_graph(SceneGraph(graph.stamp - 0.5, graph.rooms, graph.objects))

    clock = Clock()
    robot = Slow("alpha", living_room(), clock, ScriptedModel(clock))
    robot.from_near = "Sofa_0"
    ended: list[float] = []
    do = robot._do

    def noted(subskill: SubSkill) -> SkillResult:
        if str(subskill) == GOING:
            ended.append(clock())
        return do(subskill)

    robot._do = noted  # type: ignore[method-assign]
    asyncio.run(Rig(clock, robot).run(100.0, lambda: TAKING in robot.skills()))
    begun = next(t for t, skill in robot.started if str(skill) == TAKING)
    assert 0.5 <= begun - ended[0] < 0.8
