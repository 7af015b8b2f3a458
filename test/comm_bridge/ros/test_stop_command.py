# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`./adhoc stop` stops robots whose skills nodes are gone or alive, and says who stands."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.emergency_stop import StopRelay
from adhoc_teamwork.teamwork.settings.places import CHECKOUT
from adhoc_teamwork.teamwork.team.emergency_stop import EmergencyStop


class Robot:
    """A robot's driver that obeys, its odometry, and a name among those who speak to the team."""

    def __init__(self, context: Any, name: str) -> None:
        self.node = Node("driver", namespace=name, context=context)
        self.stop = EmergencyStop(name, time.monotonic)
        self.moving = ""
        self.node.create_publisher(Odometry, "odom", qos.SENSOR)
        StopRelay(self.node, self.stop, "base", lambda: self.moving, settling=0.0).setup()


@pytest.fixture
def robots(ros_context: Any) -> Iterator[tuple[Robot, Robot]]:
    both = Robot(ros_context, "rex"), Robot(ros_context, "tall")
    executor = SingleThreadedExecutor(context=ros_context)
    for robot in both:
        executor.add_node(robot.node)
    ends = threading.Event()

    def spin() -> None:
        while not ends.is_set():
            executor.spin_once(timeout_sec=0.1)

    thread = threading.Thread(target=spin)
    thread.start()
    yield both
    ends.set()
    thread.join(timeout=5)
    executor.shutdown(timeout_sec=1.0)
    for robot in both:
        robot.node.destroy_node()


def stop(robot: str = "", release: bool = False) -> subprocess.CompletedProcess[str]:
    words = [f"robot:={robot!r}" if robot else "robot:=''", f"release:={str(release).lower()}"]
    options = [word for value in words for word in ("-p", value)]
    return subprocess.run(
        [sys.executable, "-m", "adhoc_teamwork.comm_bridge.ros.stop", "--ros-args", *options],
        cwd=CHECKOUT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_all_stop_one_moves_on_and_is_named_and_a_release_lets_go(
    robots: tuple[Robot, Robot],
) -> None:
    rex, tall = robots
    done = stop()
    assert (done.returncode, rex.stop.stopped, tall.stop.stopped) == (0, True, True)
    assert "rex: stands still, pressed by " in done.stdout
    tall.moving = "the base drives at 0.50 m/s"
    done = stop()
    assert done.returncode == 1
    assert "tall: the base drives at 0.50 m/s" in done.stdout
    done = stop(release=True)
    assert (done.returncode, rex.stop.stopped, tall.stop.stopped) == (0, False, False)


def test_one_stops_and_who_is_not_there_is_said(robots: tuple[Robot, Robot]) -> None:
    rex, tall = robots
    assert stop("rex").returncode == 0
    assert (rex.stop.stopped, tall.stop.stopped) == (True, False)
    done = stop("nobody")
    assert (done.returncode, done.stdout) == (1, "nobody: does not answer\n")
