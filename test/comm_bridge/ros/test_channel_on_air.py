# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots over a broker with each channel: what reaches who was there, and who joins late."""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from rclpy.node import Node
from rclpy.parameter import Parameter
from ros_stage import Stage

from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.channel import CHANNELS, Language, TeamChannel, find_channel
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)
from adhoc_teamwork.teamwork.team.utterance import Act, Topic, Utterance

K = MessageKind
LIMIT = 40.0
"""Seconds for which anything is waited for: a busy machine has its broker answer late."""
CARRIED = {
    "open": set(K),
    "paper": set(K) - {K.CHAT, K.SAY},
    "asked": {K.INTENT, K.REFLECTION},
    "silent": set(),
    "text": {K.CHAT, *(kind for kind in K if kind.act)},
    "template": set(),
}
"""The kinds that cross with words of one's own, by channel."""
SENTENCE = "Now I want to do Explore <room_1>."
MUG = Detection("Mug_0", "Mug", Point(1.0, 2.0, 0.5), pickupable=True)
ROOM = SubTask(SubTaskKind.EXPLORE, room_id="room_1")


class Robot(Node):
    """Stand for a robot's planner: say a message of each kind, keep what is heard."""

    def __init__(self, name: str, channel: TeamChannel, context: Any) -> None:
        super().__init__("planner", namespace=name, context=context)
        self.robot = name
        self.heard: list[TeamMessage] = []
        self.radio = RobotRadio(self, self.heard.append, session=1, channel=channel)
        self.radio.setup()
        self._sequence = 0

    def say(self, kind: MessageKind, **parts: Any) -> None:
        self._sequence += 1
        stamp = seconds_now(self)
        self.radio.say(TeamMessage(self.robot, 1, self._sequence, stamp, kind, **parts))

    def join(self) -> None:
        self.say(K.JOIN, capability=Capability(self.robot))

    def say_all(self, mark: str, to: str) -> None:
        """Say something of each kind but JOIN, the last of it LEAVE."""
        self.say(K.CAPABILITY, capability=Capability(self.robot), text=mark)
        state = RobotState(Pose(0.0, 0.0), explored_rooms=("room_1",))
        self.say(K.STATE, state=state, text=mark)
        self.say(K.INTENT, intent=Intent(1, IntentStatus.PROPOSED, ROOM), text=mark)
        self.say(K.REFLECTION, recipient=to, reflection=Reflection(to, 1, False), text=mark)
        self.say(K.DETECTION, detections=(MUG,), text=mark)
        self.say(K.CHAT, text=mark)
        for act in Act:
            turn = Utterance(act, "meeting", Topic(1.0, self.robot, 1), 1, mark)
            self.say(K.of(act), utterance=turn)
        self.say(K.LEAVE, text=mark)

    def kinds(self, mark: str) -> set[MessageKind]:
        return {message.kind for message in self.heard if mark_of(message) == mark}


def mark_of(message: TeamMessage) -> str:
    """Return the mark that a message was said with."""
    return message.text if message.utterance is None else message.utterance.text


@pytest.fixture
def stage(ros_context: Any) -> Iterator[Stage]:
    stage = Stage(ros_context, LIMIT)
    yield stage
    stage.close()


@pytest.mark.parametrize("name", CHANNELS)
def test_a_team_hears_what_its_channel_carries_and_nothing_else(stage: Stage, name: str) -> None:
    channel, carried = find_channel(name), CARRIED[name]
    broker = Broker(
        context=stage.context, parameter_overrides=[Parameter("channel", value=channel.name)]
    )
    broker.setup()
    stage.add(broker)
    # One that knows of no channel cannot speak past it, either.
    loud = stage.add(Robot("loud", find_channel("open"), stage.context))
    tall, arm = (stage.add(Robot(who, channel, stage.context)) for who in ("tall", "arm"))
    for robot in (loud, tall, arm):
        robot.join()
    everyone = {"loud", "tall", "arm"}
    assert stage.until(lambda: everyone <= {m.name for m in arm.radio.radio.members})
    tall.say_all("before", "arm")
    loud.say_all("before", "arm")
    expected = carried - {K.JOIN}
    assert stage.until(lambda: arm.kinds("before") == expected)

    late = stage.add(Robot("late", channel, stage.context))
    late.join()
    assert stage.until(lambda: late.radio._question.is_answered)
    assert stage.until(lambda: {m.name for m in late.radio.radio.members} >= everyone)
    tall.say_all("after", "late")
    assert stage.until(lambda: late.kinds("after") >= expected)
    assert late.kinds("after") == expected
    history = [m for m in late.heard if m.remembered or mark_of(m) == "before"]
    assert bool(history) == channel.tells_history
    assert {m.sender for m in arm.heard if mark_of(m) == "before"} == ({"tall", "loud"} & everyone
        if carried else set())  # fmt: skip
    explored = [m.state.explored_rooms for m in late.heard if m.state is not None and m.text]
    if name == "paper":
        assert explored == [()]
    taken_up = Intent(2, IntentStatus.ADOPTED, ROOM)
    tall.say(K.INTENT, intent=taken_up)
    if channel.language is Language.RECORDS:
        return
    assert stage.until(lambda: any(m.text.startswith(SENTENCE) for m in late.heard))
    (told,) = (m for m in late.heard if m.text.startswith(SENTENCE))
    understood = told.intent.subtask if told.intent is not None else None
    assert (told.kind, understood) == (K.CHAT, ROOM if name == "template" else None)
    assert not any(m.state or m.reflection for m in late.heard)
    bodies = {m.capability.robot_type for m in late.heard if m.capability is not None}
    assert "tall" in bodies
