# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The emulated air of a node, told by the simulator's topic."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces import msg as ros
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from adhoc_teamwork.comm_bridge.ros.link_emulation import SimulatedAir
from adhoc_teamwork.teamwork.ros.qos import LATCHED
from adhoc_teamwork.teamwork.topics import RADIO_LINKS

LIMIT = 10.0


@pytest.fixture
def node(ros_context: Any) -> Iterator[Node]:
    node = Node("ears", context=ros_context)
    yield node
    node.destroy_node()


def spin_until(node: Node, holds: Callable[[], bool]) -> bool:
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    end = time.monotonic() + LIMIT
    while not holds() and time.monotonic() < end:
        executor.spin_once(timeout_sec=0.05)
    executor.shutdown(timeout_sec=1.0)
    return holds()


def test_hears_at_once_then_late_then_nothing(node: Node) -> None:
    air = SimulatedAir(node, "tall")
    heard: list[str] = []
    air("small", lambda: heard.append("first"))
    assert heard == ["first"]
    links = [
        ros.RadioLink(sender="small", receiver="tall", reachable=True, delay=0.2),
        ros.RadioLink(sender="", receiver="tall", reachable=False),
        ros.RadioLink(sender="small", receiver="other", reachable=False),
    ]
    topic = node.create_publisher(ros.RadioLinks, RADIO_LINKS, LATCHED)
    topic.publish(ros.RadioLinks(links=links))

    def is_lost() -> bool:
        air("", lambda: heard.append("broker"))
        return air.lost > 0

    assert spin_until(node, is_lost)
    heard.clear()
    began = time.monotonic()
    arrived: list[float] = []
    for _ in range(3):
        air("small", lambda: arrived.append(time.monotonic() - began))
    air("", lambda: heard.append("broker"))
    assert not arrived
    assert spin_until(node, lambda: len(arrived) == 3)
    assert min(arrived) >= 0.2
    assert not heard
