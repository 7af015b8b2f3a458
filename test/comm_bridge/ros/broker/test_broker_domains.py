# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A broker that joins several ROS domains, between robots that have one each."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter

from adhoc_teamwork.bringup.process_control.domains import hold_domain
from adhoc_teamwork.comm_bridge.ros.broker.domains import read_domains
from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.comm_bridge.ros.radio import RobotRadio
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

LIMIT = 15.0


@pytest.fixture
def further() -> Iterator[Any]:
    """Yield a context in a domain that nobody else uses."""
    hold = hold_domain({})
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=hold.domain)
    yield context
    rclpy.try_shutdown(context=context)
    hold.release()


def test_robots_of_different_domains_hear_each_other(ros_context: Any, further: Any) -> None:
    listed = [Parameter("domains", value=str(further.get_domain_id()))]
    broker = Broker(context=ros_context, parameter_overrides=listed)
    broker.setup()
    executor = SingleThreadedExecutor(context=ros_context)
    heard: dict[str, list[str]] = {"near": [], "far": []}
    nodes: list[Any] = [broker, *broker.companions]
    radios = []
    for name, context in (("near", ros_context), ("far", further)):
        node = Node("planner", namespace=name, context=context)
        nodes.append(node)
        radios.append(RobotRadio(node, lambda m, name=name: heard[name].append(m.text)))
        radios[-1].setup()
    for node in nodes:
        executor.add_node(node)
    for radio in radios:
        words = TeamMessage(
            radio.robot, radio.session, 1, time.time(), MessageKind.CHAT, text=radio.robot
        )
        radio.say(words)
    end = time.monotonic() + LIMIT
    while not (heard["near"] and heard["far"]) and time.monotonic() < end:
        executor.spin_once(timeout_sec=0.05)
    executor.shutdown(timeout_sec=1.0)
    for radio in radios:
        radio.shutdown()
    broker.shutdown()
    for node in nodes:
        if node not in broker.companions:
            node.destroy_node()
    assert heard == {"near": ["far"], "far": ["near"]}


@pytest.mark.parametrize(
    ("text", "numbers"), [("", ()), ("7", (7,)), ("[7,8]", (7, 8)), ("7 232", (7, 232))]
)
def test_domains_are_listed_in_words(text: str, numbers: tuple[int, ...]) -> None:
    assert read_domains(text) == numbers


@pytest.mark.parametrize("text", ["x", "[7,7]", "233", "-1", "1.5"])
def test_wrong_domains_are_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="parameter domains: expected"):
        read_domains(text)
