# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is to be taken is judged again from near: whole agents, and the look by itself."""

import asyncio
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import World, two_rooms

from adhoc_teamwork.teamwork.scene import SceneGraph
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

POLICIES = ("irot", "naive", "llm", "irot-no-planner", "heuristic")
GOING = "GoToObject <Mug_0>"
TAKING = "PickupObject <Mug_0>"


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


CARRIERS = ("Sofa_0", "CoffeeTable_0", "TVStand_0")


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
