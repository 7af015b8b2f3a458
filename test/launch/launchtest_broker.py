# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Start the broker by its launch file, have it relay, and end it (run by launch_testing)."""

import time
import unittest
from pathlib import Path
from typing import Any

import launch_testing
import launch_testing.actions
import launch_testing.asserts
import rclpy
from adhoc_interfaces.msg import TeamMessage
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource

from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.ros.qos import TEAM, TEAM_LIVE
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.message import TeamMessage as PlainMessage

WAIT = 20.0
FILE = Path(__file__).parents[2] / "launch" / "broker.launch.py"


def generate_test_description() -> LaunchDescription:
    source = PythonLaunchDescriptionSource(str(FILE))
    ready = launch_testing.actions.ReadyToTest()
    return LaunchDescription([IncludeLaunchDescription(source), ready])


class TestRelay(unittest.TestCase):
    def test_what_one_robot_says_reaches_the_other(self) -> None:
        rclpy.init()
        node = rclpy.create_node("launch_test")
        heard: list[Any] = []
        out = node.create_publisher(TeamMessage, "/one/team/out", TEAM)
        node.create_publisher(TeamMessage, "/two/team/out", TEAM)
        node.create_subscription(TeamMessage, "/team/told", heard.append, TEAM_LIVE)
        deadline, sequence = time.monotonic() + WAIT, 0
        while not any(m.text == "hello" for m in heard) and time.monotonic() < deadline:
            # Without a radio, what is said before the listener was found is not said again.
            sequence += 1
            words = PlainMessage("one", 1, sequence, time.time(), MessageKind.CHAT, text="hello")
            out.publish(team_message_to_ros(words))
            rclpy.spin_once(node, timeout_sec=0.2)
        node.destroy_node()
        rclpy.shutdown()
        assert "hello" in [message.text for message in heard]


@launch_testing.post_shutdown_test()
class TestEnd(unittest.TestCase):
    def test_the_broker_ends_cleanly(self, proc_info: Any) -> None:
        launch_testing.asserts.assertExitCodes(proc_info)
