# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole agents that reflect think again where a teammate does, or has done, what they decided."""

import asyncio
import itertools

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import ARM, EYES, two_rooms

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.channel import OPEN, PAPER, TeamChannel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


class Scene:
    """One robot whose sub-skills last long, and a teammate of which it only hears."""

    def __init__(
        self, policy: str, capability: Capability = EYES, channel: TeamChannel = PAPER
    ) -> None:
        clock, self.world = Clock(), two_rooms()
        model = ScriptedModel(clock, latency=0.2)
        self.robot = Robot(
            "alpha", self.world, clock, model, capability, policy=policy, channel=channel
        )
        self.robot.skill_time = lambda _: 60.0
        self.rig = Rig(clock, self.robot)
        self._numbers = itertools.count(1)

    def doing(self) -> str:
        """Return the robot's sub-task in words."""
        return self.robot.agent.status().doing.split(":")[0]

    async def begin(self, kind: SubTaskKind) -> None:
        """Let the robot take up a sub-task of a kind, beside a teammate with the same body."""
        self.hear(MessageKind.JOIN, capability=self.robot.agent._belief.capability)
        assert await self.rig.run(10.0, lambda: self.doing().startswith(kind.value))

    def hear(self, kind: MessageKind, **parts: object) -> None:
        """Let the teammate say something."""
        number = next(self._numbers)
        self.robot.hear(TeamMessage("beta", 1, number, self.rig.clock(), kind, **parts))  # type: ignore[arg-type]

    def hear_explored(self, room: str) -> None:
        """Let the teammate say that it has explored a room."""
        state = RobotState(Pose(1.0, 1.0), explored_rooms=(room,))
        self.hear(MessageKind.STATE, state=state)

    def hear_taken_up(self, subtask: SubTask) -> None:
        """Let the teammate say that it has taken up a sub-task."""
        thing = self.world.things.get(subtask.object_id)
        place = (thing.category, thing.position) if thing else ()
        intent = Intent(next(self._numbers), IntentStatus.ADOPTED, subtask, *place)
        self.hear(MessageKind.INTENT, intent=intent)


@pytest.mark.parametrize("channel", [OPEN, PAPER], ids=lambda channel: channel.name)
@pytest.mark.parametrize("policy", ["irot", "irot-no-reflection"])
def test_a_room_that_a_teammate_has_explored_by_now_is_left(
    policy: str, channel: TeamChannel
) -> None:
    async def play() -> None:
        scene = Scene(policy, channel=channel)
        await scene.begin(SubTaskKind.EXPLORE)
        before = scene.doing()
        elsewhere = next(r for r in scene.world.rooms if r not in before)
        scene.hear_explored(elsewhere)
        await scene.rig.run(6.0)
        assert scene.doing() == before
        scene.hear_explored(before.split("<")[1].strip(">"))
        await scene.rig.run(6.0)
        assert (scene.doing() != before) is (policy == "irot")

    asyncio.run(play())


@pytest.mark.parametrize("policy", ["irot", "irot-no-reflection"])
def test_what_a_teammate_takes_up_meanwhile_is_left_to_it(policy: str) -> None:
    """Over this channel no rule leaves an object to anybody: who reflects thinks again."""

    async def play() -> None:
        scene = Scene(policy, ARM)
        for room in scene.world.rooms:
            scene.robot.see_room(room)
        await scene.begin(SubTaskKind.REPLACE)
        mug = SubTask(SubTaskKind.REPLACE, "Mug_0", "CounterTop", "Kitchen")
        scene.hear_taken_up(mug.having(object_id="Bed_0"))
        await scene.rig.run(6.0)
        assert scene.doing().startswith("Re-place <Mug_0>")
        scene.hear_taken_up(mug)
        await scene.rig.run(6.0)
        assert scene.doing().startswith("Re-place <Mug_0>") is (policy != "irot")

    asyncio.run(play())


@pytest.mark.parametrize("same", [True, False])
def test_what_was_decided_ahead_is_decided_anew_where_a_teammate_does_it(same: bool) -> None:
    async def play() -> None:
        scene = Scene("irot")
        await scene.begin(SubTaskKind.EXPLORE)
        proposed = lambda: scene.robot.intents(IntentStatus.PROPOSED)  # noqa: E731
        assert await scene.rig.run(10.0, lambda: len(proposed()) > 1)
        ahead = proposed()[-1]
        rooms = [SubTask(SubTaskKind.EXPLORE, room_id=room) for room in scene.world.rooms]
        scene.hear_taken_up(next(r for r in rooms if (str(r) == ahead) is same))
        await scene.rig.run(3.0)
        assert (ahead in scene.robot.intents(IntentStatus.ABANDONED)) is same

    asyncio.run(play())
