# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is around a planner node: sensors, skills and teammates, on a node of their own."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adhoc_interfaces import msg as ros
from adhoc_interfaces.action import ExecuteSkill
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import Odometry
from rclpy._rclpy_pybind11 import RCLError
from rclpy.action import ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.node import Node
from sensor_msgs.msg import BatteryState, JointState
from small_world import World, two_rooms
from std_msgs.msg import String

from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord
from adhoc_teamwork.adhoc_planner.journal.coding import line_from_json
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.action import arguments_from_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros
from adhoc_teamwork.teamwork.scene import Presence, Room, SceneGraph
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

CARD = """
capability: {robot_type: robot with an arm, can_manipulate: true, camera_height: 0.9,
  camera_pitch: 0.4, payload: 5.0, reach: 0.8, reach_max_height: 1.3}
"""


class Surroundings(Node):  # type: ignore[misc]
    """Be perception, driver, skills and team of a robot."""

    def __init__(self, context: Any, robot: str = "alpha") -> None:
        super().__init__("surroundings", namespace=robot, context=context)
        self._robot = robot
        self.world: World = two_rooms()
        self.held = False
        self.at = (2.0, 0.5)
        self.goals: list[str] = []
        self.cancelled = 0
        self.heard: list[TeamMessage] = []
        self.calls: list[Any] = []
        self.diagnostics: list[Any] = []
        self.records: list[AgentRecord] = []
        self.skill_time = 0.2
        self.changed = threading.Condition()
        self.ending = threading.Event()
        group = ReentrantCallbackGroup()
        self._graph = self.create_publisher(ros.SceneGraph, topics.SCENE_GRAPH, qos.LATCHED)
        self._odom = self.create_publisher(Odometry, topics.ODOM, qos.SENSOR)
        self._joints = self.create_publisher(JointState, topics.JOINT_STATES, qos.SENSOR)
        self._battery = self.create_publisher(BatteryState, topics.BATTERY_STATE, qos.SENSOR)
        self.team_in = self.create_publisher(ros.TeamMessage, topics.TEAM_TOLD, qos.TEAM)
        for kind, topic, log, profile in (
            (ros.TeamMessage, topics.TEAM_OUT, self._hear, qos.TEAM),
            (ros.LlmCall, topics.LLM_CALLS, self.calls.append, qos.LLM_CALLS),
            (DiagnosticArray, topics.DIAGNOSTICS, self.diagnostics.append, qos.RELIABLE),
            (String, topics.PLANNER_JOURNAL, self._read, qos.JOURNAL),
        ):
            self.create_subscription(kind, topic, log, profile, callback_group=group)
        self.create_timer(0.1, self._sense, callback_group=group)
        self._group = group
        self.server: Any = None
        self.serve()

    def serve(self) -> None:
        """Offer `execute_skill`."""
        self.server = ActionServer(
            self,
            ExecuteSkill,
            topics.EXECUTE_SKILL,
            self._execute,
            callback_group=self._group,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )

    def wait(self, condition: Callable[[], bool], seconds: float = 45.0) -> bool:
        """Wait until something came true, for a bounded time."""
        with self.changed:
            return self.changed.wait_for(condition, seconds)

    def said(self, kind: MessageKind) -> list[TeamMessage]:
        """Return what the planner said of one kind."""
        return [m for m in self.heard if m.kind is kind]

    def _hear(self, message: Any) -> None:
        with self.changed:
            self.heard.append(team_message_from_ros(message))
            self.changed.notify_all()

    def _read(self, message: Any) -> None:
        lines = [line_from_json(line, "the test") for line in message.data.splitlines()]
        with self.changed:
            self.records += [line for line in lines if isinstance(line, AgentRecord)]
            self.changed.notify_all()

    def _sense(self) -> None:
        now = self.get_clock().now()
        world, seconds = self.world, now.nanoseconds * 1e-9
        rooms = tuple(Room(r, world.outline(r), t, 0.9, 1.0) for r, t in world.rooms.items())
        things = tuple(
            replace(t, room_type=world.rooms.get(t.room, ""), seen=seconds, seen_by=self._robot)
            for t in world.things.values()
        )
        self._graph.publish(scene_graph_to_ros(SceneGraph(seconds, rooms, things)))
        odom = Odometry()
        odom.header.frame_id = topics.MAP_FRAME
        odom.header.stamp = now.to_msg()
        odom.pose.pose.position.x, odom.pose.pose.position.y = self.at
        self._odom.publish(odom)
        effort = [-5.0 if self.held else 0.0]
        self._joints.publish(JointState(name=[topics.GRIPPER_JOINT], effort=effort))
        self._battery.publish(BatteryState(percentage=0.25))
        with self.changed:
            self.changed.notify_all()

    def _execute(self, handle: Any) -> Any:
        request = handle.request
        given = arguments_from_ros(request.arguments)
        until = time.monotonic() + self.skill_time
        with self.changed:
            self.goals.append(f"{request.skill} {given.get('object_id', '')}".strip())
            self.changed.notify_all()
        while not self.ending.wait(0.02) and time.monotonic() < until:
            if handle.is_cancel_requested:
                break
        if self.ending.is_set():
            raise RuntimeError("the test is over")
        if handle.is_cancel_requested:
            with self.changed:
                self.cancelled += 1
                self.changed.notify_all()
            handle.canceled()
            return ExecuteSkill.Result(cause="cancelled", message="It was cancelled.")
        if request.skill == "GoToObject":
            place = self.world.things[str(given["object_id"])].position
            self.at = (place.x, place.y - 0.6)
        if request.skill == "PickupObject":
            self.held = True
            mug = self.world.things["Mug_0"]
            self.world.things["Mug_0"] = replace(mug, status=Presence.HELD)
        if request.skill == "PutObject":
            self.held = False
            mug = self.world.things["Mug_0"]
            counter = self.world.things[str(given["receptacle_id"])]
            self.world.things["Mug_0"] = replace(
                mug,
                status=Presence.PRESENT,
                receptacle=counter.object_id,
                receptacle_category=counter.category,
                room=counter.room,
                position=replace(counter.position, z=0.95),
            )
        handle.succeed()
        return ExecuteSkill.Result(success=True, duration=0.2)


class Spinning:
    """Spin nodes in a thread of their own."""

    def __init__(self, context: Any, *nodes: Any) -> None:
        self.executor = MultiThreadedExecutor(4, context=context)
        for node in nodes:
            self.executor.add_node(node)
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        is_over = False
        while not is_over:
            try:
                self.executor.spin()
                is_over = True
            except ExternalShutdownException:
                is_over = True
            except RCLError:
                # A server was destroyed between being ready and being read: the others go on.
                continue

    def stop(self) -> None:
        self.executor.shutdown(timeout_sec=2.0)
        self._thread.join(2.0)
