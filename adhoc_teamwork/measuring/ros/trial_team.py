# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team that only talks, to measure what listening to it costs (executable)."""

import math
import sys
from typing import Any

from adhoc_interfaces.msg import LlmCall as RosLlmCall
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from rclpy.clock import Clock as RclpyClock
from rclpy.clock import ClockType
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

BEAT = 0.05
"""Seconds between two messages of odometry, and of /clock."""
_PROMPT = "What is known of the house, and what would be a good thing to do next? " * 120
_EXPLORE = SubTask(SubTaskKind.EXPLORE, room_id="room_1")
_STATUSES = ("skills", "perception", "planner")


class _Robot:
    """Say what a busy robot says: odometry at 20 Hz, a state every 3 s, a decision every 5 s."""

    def __init__(self, node: Node, name: str) -> None:
        self._name, self._spoken, self._asked = name, 0, 0

        def publisher(kind: Any, topic: str, profile: Any) -> Any:
            return node.create_publisher(kind, f"/{name}/{topic}", profile)

        self._out = publisher(RosTeamMessage, topics.TEAM_OUT, qos.TEAM)
        self._calls = publisher(RosLlmCall, topics.LLM_CALLS, qos.LLM_CALLS)
        self._odometry = publisher(Odometry, topics.ODOM, qos.SENSOR)
        self._tf = node.create_publisher(TFMessage, "/tf", qos.TF)
        self._diagnostics = node.create_publisher(DiagnosticArray, topics.DIAGNOSTICS, qos.RELIABLE)

    def beat(self, count: int, now: float, mate: str) -> None:
        """Say what is due at the beat of that number, `now` seconds."""
        pose = Pose(5.0 * math.cos(0.1 * now), 5.0 * math.sin(0.1 * now), 0.1 * now)
        odometry = Odometry()
        odometry.header.stamp = time_to_ros(now)
        odometry.header.frame_id = topics.frame(self._name, "odom")
        odometry.pose.pose = pose_to_ros(pose)
        self._odometry.publish(odometry)
        placed = TransformStamped(child_frame_id=odometry.header.frame_id)
        placed.header.stamp, placed.header.frame_id = odometry.header.stamp, topics.MAP_FRAME
        placed.transform.rotation.w = 1.0
        self._tf.publish(TFMessage(transforms=[placed]))
        if count == 0:
            self._say(now, MessageKind.JOIN, capability=Capability("robot", battery=3600.0))
        if count % 20 == 0:
            self._report()
        if count % 60 == 0:
            self._say(now, MessageKind.STATE, state=RobotState(pose, subtask=str(_EXPLORE)))
        if count % 40 == 0:
            place = Point(pose.x, pose.y, 0.5)
            self._say(now, MessageKind.DETECTION, detections=(Detection("Mug_0", "Mug", place),))
        if count % 100 == 0:
            self._decide(now, count, mate)

    def _decide(self, now: float, number: int, mate: str) -> None:
        for stage in ("generate", "rank", "reflect"):
            self._asked += 1
            prompt = (ChatMessage("user", _PROMPT),)
            answer = f"[analysis] It is near.\n[result]\n1. {_EXPLORE}"
            call = LlmCall(now, self._name, self._asked, stage, "offline", 0.0, prompt, answer)
            self._calls.publish(llm_call_to_ros(call))
        for status in (IntentStatus.PROPOSED, IntentStatus.ADOPTED):
            self._say(now, MessageKind.INTENT, intent=Intent(number, status, _EXPLORE))
        self._say(now, MessageKind.REFLECTION, reflection=Reflection(mate, number, False))

    def _report(self) -> None:
        for name in _STATUSES:
            values = [KeyValue(key=f"value {i}", value=str(i)) for i in range(8)]
            status = DiagnosticStatus(name=f"{self._name}: {name}", message="ok", values=values)
            self._diagnostics.publish(DiagnosticArray(status=[status]))

    def _say(self, now: float, kind: MessageKind, **parts: Any) -> None:
        self._spoken += 1
        message = TeamMessage(self._name, 1, self._spoken, now, kind, **parts)
        self._out.publish(team_message_to_ros(message))


class TrialTeam(Node):
    """Let `robots` robots talk."""

    def __init__(self, **arguments: Any) -> None:
        """Declare parameters; `arguments` are those of rclpy's Node."""
        super().__init__("trial_team", **arguments)
        self._count = int(self.declare_parameter("robots", 6).value)
        self._beats = 0

    def setup(self) -> None:
        """Connect, and begin to talk."""
        self._clock_out = self.create_publisher(Clock, "/clock", qos.CLOCK)
        self._robots = [_Robot(self, f"robot_{i}") for i in range(self._count)]
        self.create_timer(BEAT, self._beat, clock=RclpyClock(clock_type=ClockType.STEADY_TIME))

    def shutdown(self) -> None:
        """Nothing is left to end."""

    def _beat(self) -> None:
        now = self._beats * BEAT
        self._clock_out.publish(Clock(clock=time_to_ros(now)))
        for index, robot in enumerate(self._robots):
            # Not all at once: each robot is at another place of its own round.
            robot.beat(max(0, self._beats - 7 * index), now, f"robot_{(index + 1) % self._count}")
        self._beats += 1


def main() -> int:
    """Talk until told to end."""
    return run_node(TrialTeam, quick=True)


if __name__ == "__main__":
    sys.exit(main())
