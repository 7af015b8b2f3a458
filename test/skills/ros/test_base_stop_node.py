# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot without its skills node is kept standing while it is stopped."""

from collections.abc import Iterator
from typing import Any

import pytest
from geometry_msgs.msg import Twist, TwistStamped
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionClient
from rclpy.node import Node
from rclpy.parameter import Parameter
from scripted_servers import ScriptedNav2, ScriptedRobot, Spinner, eventually, new_name

from adhoc_teamwork.skills.ros.base_stop_node import BaseStopNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.stop_speaker import StopSpeaker
from adhoc_teamwork.teamwork.settings.config import ConfigError


class Stage:
    """A robot that drives, the node that stops it, and a person."""

    def __init__(self, context: Any, stamped: bool = False) -> None:
        self.name = new_name()
        self.driver = Node("scripted", namespace=self.name, context=context)
        self.nav = ScriptedNav2(self.driver)
        self.robot = ScriptedRobot(self.driver, self.nav, f"{self.name}/odom")
        overrides = [Parameter("stop_settling", value=0.0), Parameter("stamped", value=stamped)]
        self.node = BaseStopNode(
            context=context, namespace=self.name, parameter_overrides=overrides
        )
        self.node.setup()
        self.person = Node("person", namespace=self.name, context=context)
        self.speaker = StopSpeaker(self.person, "anna", "test")
        self.speaker.setup()
        self.commands: list[Any] = []
        kind = TwistStamped if stamped else Twist
        self.person.create_subscription(
            kind, topics.CMD_VEL_STOP, self.commands.append, qos.RELIABLE
        )
        self.client = ActionClient(self.person, NavigateToPose, topics.NAVIGATE_TO_POSE)
        self.spinner = Spinner(context, self.driver, self.node, self.person)
        assert self.client.wait_for_server(timeout_sec=15.0)

    def drive(self) -> None:
        self.nav.mode, self.nav.speed = "silent", 0.3
        goal = NavigateToPose.Goal()
        goal.pose.pose.position.x = 9.0
        self.client.send_goal_async(goal)
        assert eventually(lambda: self.nav.moving)

    def close(self) -> None:
        self.spinner.close()
        for node in (self.node, self.driver, self.person):
            node.destroy_node()


@pytest.fixture(params=[False, True], ids=["plain", "stamped"])
def stage(ros_context: Any, request: Any) -> Iterator[Stage]:
    stage = Stage(ros_context, request.param)
    yield stage
    stage.close()


def test_a_press_ends_the_drive_and_commands_no_velocity_until_it_is_released(stage: Stage) -> None:
    stage.drive()
    assert not stage.commands
    press = stage.speaker.press("")
    assert eventually(lambda: not stage.nav.moving)
    assert eventually(lambda: len(stage.commands) > 5)
    last = stage.commands[-1]
    twist = last.twist if isinstance(last, TwistStamped) else last
    assert twist == Twist()
    stage.speaker.release([press])
    assert eventually(lambda: not stage.node._stop.stopped)
    count = len(stage.commands)
    stage.drive()
    begin = stage.nav.pose.x
    assert eventually(lambda: stage.nav.pose.x > begin + 0.1)
    assert len(stage.commands) <= count + 1


def test_a_node_of_no_robot_is_refused(ros_context: Any) -> None:
    node = BaseStopNode(context=ros_context)
    with pytest.raises(ConfigError, match="namespace"):
        node.setup()
    node.destroy_node()
