# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker node between robots of its own domain that may say what they like."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from diagnostic_msgs.msg import DiagnosticArray
from node_manager import ACTIVATE, DEACTIVATE, NodeManager
from rclpy.node import Node
from ros_stage import Stage

from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.qos import RELIABLE, TEAM
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

LIMIT = 10.0


class Robot(Node):
    """Stand for a robot's planner: say things, keep what is heard."""

    def __init__(self, name: str, context: Any) -> None:
        super().__init__("planner", namespace=name, context=context)
        self.robot = name
        self.heard: list[TeamMessage] = []
        self._radio = RobotRadio(self, self.heard.append, session=1)
        self._radio.setup()
        self._wire = self.create_publisher(RosTeamMessage, "team/out", TEAM)
        self._sequence = 0

    def say(self, kind: MessageKind, **parts: Any) -> None:
        self._sequence += 1
        stamp = seconds_now(self)
        self._radio.say(TeamMessage(self.robot, 1, self._sequence, stamp, kind, **parts))

    def join(self) -> None:
        self.say(MessageKind.JOIN, capability=Capability(self.robot))

    def say_raw(self, **fields: Any) -> None:
        self._wire.publish(RosTeamMessage(**fields))

    def texts(self) -> list[str]:
        return [message.text for message in self.heard if message.text]


@pytest.fixture
def stage(ros_context: Any) -> Iterator[Stage]:
    stage = Stage(ros_context, LIMIT)
    yield stage
    stage.close()


def test_relays_and_tells_a_late_joiner(stage: Stage) -> None:
    stage.broker()
    tall = stage.add(Robot("tall", stage.context))
    tall.join()
    arm = stage.add(Robot("arm", stage.context))
    arm.join()
    assert stage.until(lambda: any(m.sender == "arm" for m in tall.heard))
    assert stage.until(lambda: any(m.sender == "tall" for m in arm.heard))
    tall.say(MessageKind.CHAT, text="to all")
    tall.say(MessageKind.CHAT, text="to nobody", recipient="ghost")
    assert stage.until(lambda: "to all" in arm.texts())
    assert not next(m for m in arm.heard if m.text == "to all").remembered
    late = stage.add(Robot("late", stage.context))
    late.join()
    assert stage.until(lambda: {m.sender for m in late.heard} == {"tall", "arm"})
    remembered = [m for m in late.heard if m.remembered]
    assert all(m.recipient == "late" for m in remembered)
    assert {m.sender for m in remembered if m.capability} == {"tall", "arm"}
    assert "to nobody" not in late.texts()


def test_survives_malformed_messages_and_counts_them(stage: Stage) -> None:
    stage.broker()
    tall, arm = (stage.add(Robot(name, stage.context)) for name in ("tall", "arm"))
    reports: list[dict[str, str]] = []

    def keep(array: Any) -> None:
        reports.extend({v.key: v.value for v in s.values} for s in array.status)

    tall.create_subscription(DiagnosticArray, "/diagnostics", keep, RELIABLE)
    tall.say_raw(sender="tall", session=1, sequence=901, kind=99)
    tall.say_raw(sender="", session=1, sequence=902, kind=6, text="anonymous")
    tall.say_raw(sender="arm", session=1, sequence=903, kind=6, text="forged")
    tall.say_raw(sender="tall", session=1, sequence=904, kind=2)
    tall.say(MessageKind.CHAT, text="sound")
    assert stage.until(lambda: "sound" in arm.texts())
    expected = {"unreadable", "no_sender", "wrong_sender", "missing_part"}
    assert stage.until(
        lambda: any(all(f"dropped.{name}" in report for name in expected) for report in reports)
    )
    assert arm.texts() == ["sound"]


def test_a_new_broker_finds_what_was_said_before_and_while_it_was_away(stage: Stage) -> None:
    first = stage.broker()
    tall, arm = (stage.add(Robot(name, stage.context)) for name in ("tall", "arm"))
    tall.join()
    assert stage.until(lambda: any(m.sender == "tall" for m in arm.heard))
    stage.remove(first)
    tall.say(MessageKind.CHAT, text="anybody there?")
    stage.broker()
    assert stage.until(lambda: "anybody there?" in arm.texts())
    late = stage.add(Robot("late", stage.context))
    late.join()
    assert stage.until(lambda: any(m.sender == "tall" and m.capability for m in late.heard))


# Who sends less than a flood for want of a processor floods nobody.
@pytest.mark.alone
def test_who_floods_is_not_listened_to_for_a_while(stage: Stage) -> None:
    stage.broker()
    tall, arm = (stage.add(Robot(name, stage.context)) for name in ("tall", "arm"))
    tall.join()
    arm.join()
    assert stage.until(lambda: any(m.sender == "tall" for m in arm.heard))

    def listeners() -> int:
        return tall.count_subscribers("/tall/team/out")

    def flood() -> bool:
        for sequence in range(100):
            tall.say_raw(sender="tall", session=1, sequence=1000 + sequence, kind=6, text="!")
        return listeners() == 0

    assert stage.until(flood)
    arm.say(MessageKind.CHAT, text="still there?")
    assert stage.until(lambda: "still there?" in tall.texts())
    assert stage.until(lambda: listeners() == 1)
    tall.say(MessageKind.CHAT, text="I am calm now")
    assert stage.until(lambda: "I am calm now" in arm.texts())


def test_an_inactive_broker_is_silent_and_then_tells_what_was_said(
    stage: Stage, manage: Callable[..., NodeManager]
) -> None:
    broker = stage.broker()
    tall, arm = (stage.add(Robot(name, stage.context)) for name in ("tall", "arm"))
    manager = manage("/broker", spin=lambda: stage.executor.spin_once(timeout_sec=0.01))
    tall.join()
    assert stage.until(lambda: any(m.sender == "tall" for m in arm.heard))
    assert manager.change(DEACTIVATE)
    assert stage.until(lambda: tall.count_subscribers("/tall/team/out") == 1)  # arm's alone
    assert manager.status("broker", "inactive: waits to be activated")
    tall.say(MessageKind.CHAT, text="past the broker")
    assert stage.until(lambda: "past the broker" in arm.texts())
    assert manager.change(ACTIVATE)
    assert stage.until(lambda: "tall" in broker._relay.presence.present)
    late = stage.add(Robot("late", stage.context))
    late.join()
    assert stage.until(lambda: any(m.sender == "tall" and m.capability for m in late.heard))
    assert arm.texts() == ["past the broker"]


def test_a_changed_rate_takes_effect(stage: Stage, manage: Callable[..., NodeManager]) -> None:
    broker = stage.broker()
    tall, arm = (stage.add(Robot(name, stage.context)) for name in ("tall", "arm"))
    manager = manage("/broker", spin=lambda: stage.executor.spin_once(timeout_sec=0.01))
    assert manager.refusal(rate__chat=5.0, expiry__chat=30.0) == ""
    rule = broker._relay.rules[MessageKind.CHAT]
    assert (rule.rate, rule.expiry, rule.burst) == (5.0, 30.0, 60)
    assert manager.refusal(rate__chat=0.0) == ""
    assert broker._relay.rules[MessageKind.CHAT].rate == 20.0
    assert "out of range" in manager.refusal(rate__chat=-1.0)
    assert "read-only" in manager.refusal(kinds="other.yaml")
    tall.say(MessageKind.CHAT, text="still here")
    assert stage.until(lambda: "still here" in arm.texts())
