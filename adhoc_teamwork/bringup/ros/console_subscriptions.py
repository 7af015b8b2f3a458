# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hear a team for the console: what came is taken a few times a second, without an executor.

An executor's round for each message is dear, and a person sees but a few pictures a second.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from adhoc_interfaces.msg import LlmCall as RosLlmCall
from adhoc_interfaces.msg import SceneGraph as RosSceneGraph
from adhoc_interfaces.msg import StopState
from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from adhoc_interfaces.msg import WorldEvent as RosWorldEvent
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import Odometry
from rclpy.serialization import deserialize_message
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.bringup.diagnostics import DiagnosticChanges, robot_of
from adhoc_teamwork.bringup.ros.team_subscription import BURST, RATE
from adhoc_teamwork.bringup.ros.world_events import world_event
from adhoc_teamwork.bringup.run_record.events import Event
from adhoc_teamwork.bringup.run_record.team_events import floor_plan_event, team_event
from adhoc_teamwork.bringup.team_console.picture import Picture
from adhoc_teamwork.llm_port.budget import read_budget
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.maps.pose_in_map import PoseInMap
from adhoc_teamwork.teamwork.maps.transform_buffer import TransformBuffer
from adhoc_teamwork.teamwork.rate_limit import RateLimit
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.emergency_stop import stop_report_from_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import pose_from_ros
from adhoc_teamwork.teamwork.ros.conversions.llm_call import llm_call_from_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import room_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_bytes
from adhoc_teamwork.teamwork.ros.drain import take_waiting
from adhoc_teamwork.teamwork.ros.speakers import can_move
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.stop_states import RobotStop, StopStates

LLM_BUDGET = "llm_budget"
"""Under which a planner's diagnostics tell its parameter of that name."""

_AT_ONCE = 400
"""Messages of one topic that are taken at one look; what is more waits for the next."""


class PolledSubscription:
    """Take what waits on a topic; with `newest` only the last of it."""

    def __init__(
        self, node: Any, kind: Any, topic: str, profile: Any, take: Callable[[bytes], None],
        newest: bool,
    ) -> None:  # fmt: skip
        self._kind, self._take, self._newest = kind, take, newest
        self._subscription = node.create_subscription(kind, topic, _never, profile, raw=True)

    def listen(self) -> None:
        """Take in what has come since."""
        waiting = take_waiting(self._subscription, self._kind, _AT_ONCE)
        for data in waiting[-1:] if self._newest else waiting:
            self._take(data)


def _never(_message: Any) -> None:
    """Do nothing: no executor turns this node."""


class TeamSubscriptions:
    """Hear the team's topics and those of each robot, and tell a picture.

    Args:
        node: Whose subscriptions they are; it is in no executor.
        picture: Told of it.
        now: Returns seconds of the ROS clock.
    """

    def __init__(self, node: Any, picture: Picture, now: Callable[[], float]) -> None:
        self._node, self._picture, self._now = node, picture, now
        self._robots: dict[str, list[PolledSubscription]] = {}
        self._transforms = TransformBuffer()
        self._places: dict[str, PoseInMap] = {}
        self._hears_moving = False
        self._changes = DiagnosticChanges()
        self._plan: Event | None = None
        self._team: list[PolledSubscription] = []
        self.stops = StopStates()
        self._heard: list[tuple[float, int, Callable[[], None]]] = []

    @property
    def robots(self) -> tuple[str, ...]:
        """Return the names of those that are listened to."""
        return tuple(self._robots)

    def setup(self) -> None:
        """Subscribe to what is the team's."""
        self._team = [
            self._ear(RosSceneGraph, topics.FLOOR_PLAN, qos.LATCHED, self._hear_plan),
            self._ear(RosWorldEvent, topics.WORLD_EVENTS, qos.EVENTS, self._hear_world),
            self._ear(DiagnosticArray, topics.DIAGNOSTICS, qos.RELIABLE, self._hear_diagnostics),
            self._ear(StopState, topics.STOP_STATES, qos.STOPS, self._hear_stop),
            self._ear(TFMessage, "/tf_static", qos.TF_STATIC, partial(self._hear_frames, True)),
        ]

    def listen(self) -> None:
        """Take in what has come since, and tell it in the order in which it happened."""
        for ear in (*self._team, *(ear for ears in self._robots.values() for ear in ears)):
            ear.listen()
        if not self._hears_moving and any(place.needs_moving for place in self._places.values()):
            # Every robot's motion goes over it: only where the fixed ones do not do.
            self._hears_moving = True
            self._team.insert(
                0, self._ear(TFMessage, "/tf", qos.TF, partial(self._hear_frames, False))
            )
        # Whoever comes late hears all at once; what was asked at a moment follows what was said.
        heard, self._heard = self._heard, []
        for _, _, tell in sorted(heard, key=lambda item: item[:2]):
            tell()
        self._picture.take_stops(self.stop_states(), self._now())

    def stop_states(self) -> tuple[RobotStop, ...]:
        """Return how everyone who can move stands to the emergency stop."""
        movers = [robot for robot in self._robots if can_move(self._node, robot)]
        return self.stops.all_of(movers, time.monotonic())

    def begin_anew(self) -> None:
        """Tell again what is said but once: the picture has begun anew."""
        self._transforms.clear()
        self._places = {robot: PoseInMap(self._transforms) for robot in self._robots}
        self._changes = DiagnosticChanges()
        if self._plan is not None:
            self._picture.take(self._plan)

    def add(self, robot: str) -> None:
        """Listen to a robot."""
        if robot in self._robots:
            return
        self._places[robot] = PoseInMap(self._transforms)
        limit = RateLimit(RATE, BURST)

        def hear_message(data: bytes) -> None:
            if limit.take(time.monotonic()):
                self._hear_message(robot, data)

        def on(name: str) -> str:
            return f"/{robot}/{name}"

        self._robots[robot] = [
            self._ear(RosTeamMessage, on(topics.TEAM_OUT), qos.TEAM_EARS, hear_message),
            self._ear(RosLlmCall, on(topics.LLM_CALLS), qos.LLM_CALLS, self._hear_call),
            self._ear(
                Odometry, on(topics.ODOM), qos.SENSOR, partial(self._hear_odometry, robot), True
            ),
        ]

    def _ear(
        self,
        kind: Any,
        topic: str,
        profile: Any,
        take: Callable[[bytes], None],
        newest: bool = False,
    ) -> PolledSubscription:
        return PolledSubscription(self._node, kind, topic, profile, take, newest)

    def _hear_message(self, robot: str, data: bytes) -> None:
        try:
            message = team_message_from_bytes(data)
        except ValueError:
            # The broker and the observer tell of it; a page has nothing to show.
            return
        if message.sender == robot:
            event = team_event(message)
            self._heard.append((event.time, 0, lambda: self._picture.take(event)))

    def _hear_call(self, data: bytes) -> None:
        message = deserialize_message(data, RosLlmCall)
        if len(message.roles) == len(message.contents):
            call = llm_call_from_ros(message)
            self._heard.append((call.stamp, 1, lambda: self._picture.take_call(call)))

    def _hear_odometry(self, robot: str, data: bytes) -> None:
        message = deserialize_message(data, Odometry)
        place = self._places[robot]
        place.drive(message.header.frame_id, pose_from_ros(message.pose.pose))
        pose = place.pose()
        if pose is not None:
            stamp = time_from_ros(message.header.stamp)
            self._picture.take_pose(robot, stamp, pose.x, pose.y, pose.yaw)

    def _hear_frames(self, fixed: bool, data: bytes) -> None:
        # Perception tells of what is unusable; a page has nothing to show.
        self._transforms.take(deserialize_message(data, TFMessage), fixed)

    def _hear_plan(self, data: bytes) -> None:
        message = deserialize_message(data, RosSceneGraph)
        rooms = [room_from_ros(room) for room in message.rooms]
        self._plan = floor_plan_event(time_from_ros(message.header.stamp), rooms)
        self._picture.take(self._plan)

    def _hear_world(self, data: bytes) -> None:
        event = world_event(deserialize_message(data, RosWorldEvent))
        self._heard.append((event.time, 0, lambda: self._picture.take(event)))

    def _hear_diagnostics(self, data: bytes) -> None:
        for status in deserialize_message(data, DiagnosticArray).status:
            robot = robot_of(status.name, self._robots)
            level = int.from_bytes(status.level, "little")
            event = self._changes.update(status.name, level, status.message, robot, self._now())
            if event is not None:
                self._picture.take(event)
            for item in status.values:
                if robot and item.key == LLM_BUDGET:
                    self._hear_budget(robot, item.value)

    def _hear_budget(self, robot: str, text: str) -> None:
        try:
            budget = read_budget(text)
        except ConfigError:
            # Not of a planner of ours, which takes no such budget.
            return
        self._picture.take_budget(robot, budget, self._now())

    def _hear_stop(self, data: bytes) -> None:
        self.stops.take(
            stop_report_from_ros(deserialize_message(data, StopState)), time.monotonic()
        )
