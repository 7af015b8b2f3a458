# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots with radios around a broker that comes, dies and comes back."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.srv import QueryTeam
from rclpy.node import Node
from ros_stage import Stage

from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.qos import TEAM
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

LIMIT = 30.0


class Robot(Node):
    """Stand for a robot's planner: say things through a radio, keep what is heard."""

    def __init__(self, name: str, context: Any, **options: Any) -> None:
        super().__init__("planner", namespace=name, context=context)
        self.heard: list[TeamMessage] = []
        self.gone: frozenset[str] = frozenset()
        self.radio = RobotRadio(
            self, self.heard.append, session=1, told_gone=self._note_gone, **options
        )
        self.radio.setup()
        self._sequence = 0

    def _note_gone(self, gone: frozenset[str]) -> None:
        self.gone = gone

    def say(self, kind: MessageKind, recipient: str = "", **parts: Any) -> None:
        self._sequence += 1
        stamp = seconds_now(self)
        self.radio.say(
            TeamMessage(self.radio.robot, 1, self._sequence, stamp, kind, recipient, **parts)
        )

    def chat(self, *texts: str) -> None:
        for text in texts:
            self.say(MessageKind.CHAT, text=text)

    def texts(self) -> Counter[str]:
        return Counter(message.text for message in self.heard if message.text)


class RadioStage(Stage):
    """A stage that makes robots, too."""

    def robot(self, name: str, **options: Any) -> Robot:
        return self.add(Robot(name, self.context, **options))


@pytest.fixture
def stage(ros_context: Any) -> Iterator[RadioStage]:
    stage = RadioStage(ros_context, LIMIT)
    yield stage
    stage.close()


def test_each_message_is_heard_once_and_by_the_robots_other_nodes(stage: RadioStage) -> None:
    stage.broker()
    tall, arm = stage.robot("tall"), stage.robot("arm")
    skills: list[Any] = []
    arm.create_subscription(RosTeamMessage, "team/in", skills.append, TEAM)
    words = [f"word {n}" for n in range(30)]
    tall.chat(*words)
    tall.say(MessageKind.CHAT, "arm", text="for arm")
    assert stage.until(lambda: set(arm.texts()) == {*words, "for arm"})
    assert stage.until(lambda: tall.radio.radio.waiting == 0)
    assert set(arm.texts().values()) == {1}
    assert not tall.heard
    assert stage.until(lambda: len(skills) == 31)


def test_a_joining_robot_asks_what_it_must_know(stage: RadioStage) -> None:
    stage.broker()
    tall = stage.robot("tall")
    tall.say(MessageKind.JOIN, capability=Capability("tall"))
    assert stage.until(lambda: tall.radio.radio.waiting == 0)
    late = stage.robot("late")
    assert stage.until(lambda: any(m.capability and m.remembered for m in late.heard))
    assert len(late.heard) == 1
    client = late.create_client(QueryTeam, "/team/query")
    assert stage.until(client.service_is_ready)
    future = client.call_async(QueryTeam.Request(robot="late"))
    assert stage.until(future.done)
    assert [message.sender for message in future.result().messages] == ["tall"]
    assert "tall" in {member.name for member in future.result().members}


def test_a_broker_goes_on_where_the_one_before_it_ended(stage: RadioStage, tmp_path: Path) -> None:
    log = tmp_path / "broker.sqlite"
    first = stage.broker(log)
    tall, arm = stage.robot("tall"), stage.robot("arm")
    tall.chat("one")
    assert stage.until(lambda: arm.texts()["one"] == 1 and tall.radio.radio.waiting == 0)
    stage.remove(first)
    tall.chat("two")
    # Long enough for the broker to be missed, and for the robots to hear each other directly.
    assert stage.until(lambda: arm.texts()["two"] == 1)
    stage.broker(log)
    assert stage.until(lambda: tall.radio.radio.waiting == 0)
    tall.chat("three")
    assert stage.until(lambda: arm.texts()["three"] == 1)
    assert arm.texts() == Counter(("one", "two", "three"))


def test_what_the_air_loses_is_sent_again(stage: RadioStage) -> None:
    stage.broker()
    dropped = iter([True, True, False, True] + [False] * 1000)
    tall = stage.robot("tall")
    arm = stage.robot(
        "arm",
        air=lambda sender, arrive: None if sender == "" and next(dropped) else arrive(),
    )
    tall.chat(*"abcd")
    assert stage.until(lambda: set(arm.texts()) == set("abcd"))
    assert set(arm.texts().values()) == {1}


@pytest.mark.alone
def test_a_robot_that_falls_silent_is_told_as_gone_within_five_seconds(stage: RadioStage) -> None:
    stage.broker()
    tall, arm = stage.robot("tall"), stage.robot("arm")
    arm.chat("here")
    assert stage.until(lambda: tall.texts()["here"] == 1)
    assert stage.until(lambda: "arm" in {m.name for m in tall.radio.radio.members})
    assert tall.gone == frozenset()
    stage.remove(arm)
    fell_silent = time.monotonic()
    assert stage.until(lambda: tall.gone == {"arm"})
    assert time.monotonic() - fell_silent < 5.5


def test_twenty_robots_hear_each_other_once(stage: RadioStage) -> None:
    stage.broker()
    robots = [stage.robot(f"robot_{index}") for index in range(20)]
    names = {robot.radio.robot for robot in robots}
    for robot in robots:
        robot.chat(robot.radio.robot)
    assert stage.until(lambda: all(set(r.texts()) | {r.radio.robot} == names for r in robots))
    assert all(set(robot.texts().values()) == {1} for robot in robots)
