# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The chat between a pipe and the team."""

import contextlib
import io
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

import rclpy
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter

from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.comm_bridge.ros.chat import Chat
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

LIMIT = 15.0


class Stage:
    """A broker and a robot in one context, a chat in another, as it ends its own."""

    def __init__(self, context: Any, domain: int) -> None:
        self.executor = SingleThreadedExecutor(context=context)
        self.broker = Broker(context=context)
        self.broker.setup()
        self.robot = Node("planner", namespace="tall", context=context)
        self.heard: list[TeamMessage] = []
        self.radio = RobotRadio(self.robot, self.heard.append, session=3)
        self.radio.setup()
        for node in (self.broker, self.robot):
            self.executor.add_node(node)
        self.context = Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.talking = SingleThreadedExecutor(context=self.context)
        self.chat: Any = None

    def open_chat(self) -> None:
        linger = Parameter("linger", value=1.0)
        self.chat = Chat(context=self.context, namespace="anna", parameter_overrides=[linger])
        self.chat.setup()
        self.talking.add_node(self.chat)

    def say(self, number: int, kind: MessageKind, **parts: Any) -> None:
        stamp = seconds_now(self.robot)
        self.radio.say(TeamMessage("tall", 3, number, stamp, kind, **parts))

    def until(self, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + LIMIT
        while not holds() and time.monotonic() < end:
            self.executor.spin_once(timeout_sec=0.02)
            if self.context.ok():
                # It ends its context itself.
                with contextlib.suppress(ExternalShutdownException):
                    self.talking.spin_once(timeout_sec=0.02)
        return holds()

    def close(self) -> None:
        self.broker.shutdown()
        for node in (self.broker, self.robot):
            self.executor.remove_node(node)
            node.destroy_node()
        self.executor.shutdown(timeout_sec=1.0)
        if self.chat is not None:
            self.chat.destroy_node()
        self.talking.shutdown(timeout_sec=1.0)
        rclpy.try_shutdown(context=self.context)


@pytest.fixture
def stage(ros_context: Any, ros_domain: int) -> Iterator[Stage]:
    stage = Stage(ros_context, ros_domain)
    yield stage
    stage.close()


def test_a_pipe_takes_part_in_a_team(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "hello\n/do explore room_1\n/fly\n/wait 2\n/no tall I am there\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    stage.say(1, MessageKind.JOIN, capability=Capability("tall"))
    stage.open_chat()
    # What is more urgent overtakes the rest on its way.
    said = {MessageKind.JOIN, MessageKind.CHAT, MessageKind.INTENT}
    assert stage.until(lambda: said <= {m.kind for m in stage.heard})
    assert {m.sender for m in stage.heard} == {"anna"}
    subtask = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
    plan = Intent(1, IntentStatus.PROPOSED, subtask)
    stage.say(2, MessageKind.INTENT, intent=plan)
    assert stage.until(lambda: any(m.reflection for m in stage.heard))
    answer = next(m for m in stage.heard if m.reflection)
    assert answer.reflection is not None
    assert (answer.reflection.conflict, answer.text) == (True, "I am there")
    assert stage.until(lambda: any(m.kind is MessageKind.LEAVE for m in stage.heard))
    assert stage.until(lambda: not stage.context.ok())
    assert [m.intent.status for m in stage.heard if m.intent] == [
        IntentStatus.ADOPTED, IntentStatus.ABANDONED,
    ]  # fmt: skip
    assert stage.chat.exit_code == 2
    shown = capsys.readouterr().out
    assert "tall: intent 1: proposes Explore <room_1>" in shown
    assert "/fly: no such command" in shown
