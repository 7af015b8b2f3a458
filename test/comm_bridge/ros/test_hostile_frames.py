# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hostile and malformed frames: the broker drops and counts them, robots hear nothing of them."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.measuring.broker.hostile.attacks import Attack, Attacker
from adhoc_teamwork.measuring.broker.hostile.verdict import Heard, judge
from adhoc_teamwork.measuring.broker.ros.hostile_samples import hostile_samples
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now
from adhoc_teamwork.teamwork.ros.qos import RELIABLE, TEAM
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

LIMIT = 15.0
FRAMES = 600


def test_the_same_seed_draws_the_same_attack() -> None:
    samples = hostile_samples("evil", 5)
    first, again, other = (
        [f for _, f in Attacker(samples, ("tall",), seed).frames(200)] for seed in (1, 1, 2)
    )
    assert first == again != other
    attacker = Attacker(samples, ("tall",), 0)
    assert len(list(attacker.frames(300))) == 300
    assert set(attacker.counts) == set(Attack)


class Stage:
    """A broker, an honest robot, a witness and an attacker, all spun by the test."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.executor = SingleThreadedExecutor(context=context)
        self.nodes: list[Any] = []
        self.broker: Any = None
        self.heard: list[TeamMessage] = []
        self.said: list[TeamMessage] = []
        self.dropped: Counter[str] = Counter()
        self.honest = self.radio("tall", context, lambda _: None)
        self.witness = self.radio("wren", context, self.heard.append)
        evil = self.add(Node("planner", namespace="evil", context=context))
        self.out = evil.create_publisher(RosTeamMessage, "team/out", TEAM)
        evil.create_subscription(DiagnosticArray, "/diagnostics", self.note, RELIABLE)

    def start_broker(self) -> None:
        self.broker = self.add(Broker(context=self.context))
        self.broker.setup()

    def add(self, node: Any) -> Any:
        self.nodes.append(node)
        self.executor.add_node(node)
        return node

    def radio(self, name: str, context: Any, hear: Callable[[TeamMessage], None]) -> RobotRadio:
        node = self.add(Node("planner", namespace=name, context=context))
        radio = RobotRadio(node, hear)
        radio.setup()
        return radio

    def note(self, array: Any) -> None:
        for status in array.status:
            if status.name == "broker":
                values = {v.key: v.value for v in status.values}
                self.dropped = Counter(
                    {k: int(v) for k, v in values.items() if k.startswith("dropped.")}
                )

    def say(self, kind: MessageKind, **parts: Any) -> None:
        stamp = seconds_now(self.nodes[0])
        number = len(self.said) + 1
        message = TeamMessage("tall", self.honest.session, number, stamp, kind, **parts)
        self.said.append(message)
        self.honest.say(message)

    def until(self, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + LIMIT
        while not holds() and time.monotonic() < end:
            self.executor.spin_once(timeout_sec=0.02)
        return holds()

    def close(self) -> None:
        for node in self.nodes:
            self.executor.remove_node(node)
            if node is self.broker:
                node.shutdown()
            node.destroy_node()
        self.executor.shutdown(timeout_sec=1.0)


@pytest.fixture
def stage(ros_context: Any) -> Iterator[Stage]:
    stage = Stage(ros_context)
    yield stage
    stage.close()


def test_hostile_frames_pollute_nothing(stage: Stage) -> None:
    stage.start_broker()
    assert stage.until(lambda: stage.honest.is_heard() and stage.witness.is_heard())
    assert stage.until(lambda: stage.out.get_subscription_count() > 0)
    stage.say(MessageKind.JOIN, capability=Capability("tall"))
    assert stage.until(lambda: any(m.sender == "tall" for m in stage.heard))
    attacker = Attacker(hostile_samples("evil", 5), ("tall",), seed=3)
    for number, (_, frame) in enumerate(attacker.frames(FRAMES)):
        stage.out.publish(frame)
        if number % 60 == 0:
            stage.say(MessageKind.CHAT, text=f"still here, {number}")
        for _ in range(3):
            stage.executor.spin_once(timeout_sec=0.0)
    stage.say(MessageKind.CHAT, text="the last")
    assert stage.until(lambda: any(m.text == "the last" for m in stage.heard))
    reasons = {"unreadable", "wrong_sender", "says_remembered", "duplicate", "oversized"}
    assert stage.until(lambda: {f"dropped.{reason}" for reason in reasons} <= set(stage.dropped))
    wanted = {m.identity for m in stage.said}
    assert stage.until(lambda: wanted <= {m.identity for m in stage.heard})
    heard = [Heard("wren", message) for message in stage.heard]
    verdict = judge(heard, stage.said, {"tall", "evil"}, "wren")
    assert (verdict.strangers, verdict.forged, verdict.unsound) == (0, 0, 0)
    assert (verdict.doubled, verdict.lost) == (0, 0)


def test_without_a_broker_nobody_speaks_for_another_either(stage: Stage) -> None:
    samples = hostile_samples("evil", stage.honest.session)
    forged = [bytes(frame).replace(b"evil", b"tall", 1) for frame in samples]
    stage.say(MessageKind.JOIN, capability=Capability("tall"))
    stage.say(MessageKind.CHAT, text="is nobody here?")
    assert stage.until(lambda: len(stage.heard) == 2)
    assert stage.until(lambda: stage.out.get_subscription_count() > 0)
    for frame in forged:
        stage.out.publish(frame)
    refused = lambda: stage.witness.radio.counts["dropped.wrong_sender"]  # noqa: E731
    assert stage.until(lambda: refused() >= len(forged))
    stage.say(MessageKind.CHAT, text="still me")
    assert stage.until(lambda: any(m.text == "still me" for m in stage.heard))
    assert {m.identity for m in stage.heard} == {m.identity for m in stage.said}
