# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stranger's proxy between the stranger's own topics and the team."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from std_msgs.msg import String
from visualization_msgs.msg import Marker, MarkerArray

from adhoc_teamwork.comm_bridge.ros.generic_messages import fill, message_class
from adhoc_teamwork.comm_bridge.ros.stranger import Stranger
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros, team_message_to_ros
from adhoc_teamwork.teamwork.ros.qos import RELIABLE, TEAM
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

CONFIG = Path(__file__).parents[3] / "config" / "strangers"
LIMIT = 10.0


class Stage:
    """A proxy of one stranger, and a node that is both the stranger and its team."""

    def __init__(self, context: Any, name: str) -> None:
        self.executor = SingleThreadedExecutor(context=context)
        config = Parameter("config", value=str(CONFIG / f"{name}.yaml"))
        self.proxy = Stranger(context=context, parameter_overrides=[config])
        self.proxy.setup()
        self.other = Node("other", context=context)
        self.said: list[TeamMessage] = []
        self.reports: list[dict[str, str]] = []
        self.other.create_subscription(RosTeamMessage, f"/{name}/team/out", self._hear, TEAM)
        self.other.create_subscription(DiagnosticArray, "/diagnostics", self._note, RELIABLE)
        self.team = self.other.create_publisher(RosTeamMessage, f"/{name}/team/told", TEAM)
        for node in (self.proxy, self.other):
            self.executor.add_node(node)

    def _hear(self, message: Any) -> None:
        self.said.append(team_message_from_ros(message))

    def _note(self, array: Any) -> None:
        self.reports.extend({v.key: v.value for v in s.values} for s in array.status)

    def until(self, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + LIMIT
        while not holds() and time.monotonic() < end:
            self.executor.spin_once(timeout_sec=0.05)
        return holds()

    def matched(self, publisher: Any) -> bool:
        return self.until(lambda: publisher.get_subscription_count() > 0)

    def close(self) -> None:
        self.proxy.shutdown()
        for node in (self.proxy, self.other):
            self.executor.remove_node(node)
            node.destroy_node()
        self.executor.shutdown(timeout_sec=1.0)


@pytest.fixture
def make_stage(ros_context: Any) -> Iterator[Callable[[str], Stage]]:
    stages: list[Stage] = []

    def make(name: str) -> Stage:
        stages.append(Stage(ros_context, name))
        return stages[-1]

    yield make
    for stage in stages:
        stage.close()


def team_intent() -> TeamMessage:
    subtask = SubTask(
        SubTaskKind.REPLACE, room_type="Bedroom", object_id="Mug_0", receptacle_type="Shelf"
    )
    intent = Intent(7, IntentStatus.ADOPTED, subtask, "Mug", Point(1.0, 2.0))
    return TeamMessage("tall", 1, 1, 2.0, MessageKind.INTENT, intent=intent)


def test_a_robot_that_speaks_json_is_a_teammate(make_stage: Callable[[str], Stage]) -> None:
    stage = make_stage("porter")
    heard: list[Any] = []
    stage.other.create_subscription(
        String, "/porter/in", lambda m: heard.append(json.loads(m.data)), RELIABLE
    )
    speak = stage.other.create_publisher(String, "/porter/out", RELIABLE)
    assert stage.matched(speak)
    job = {"type": "job", "task": "search", "phase": "started", "id": 4, "room": "room_1"}
    speak.publish(String(data="{ this is no JSON"))
    speak.publish(String(data=json.dumps(job)))
    assert stage.until(lambda: any(m.intent for m in stage.said))
    assert [m.kind for m in stage.said] == [MessageKind.JOIN, MessageKind.INTENT]
    assert stage.said[1].intent is not None
    assert str(stage.said[1].intent.subtask) == "Explore <room_1>"
    stage.team.publish(team_message_to_ros(team_intent()))
    assert stage.until(lambda: bool(heard))
    assert heard[0]["who"] == "tall"
    assert heard[0]["item"] == {"kind": "Mug", "x_cm": 100.0, "y_cm": 200.0}
    assert stage.until(lambda: any("not JSON" in r["last_not_understood"] for r in stage.reports))
    assert stage.reports[-1]["not_understood"] == "1"


def test_a_robot_that_speaks_typed_messages_is_a_teammate(
    make_stage: Callable[[str], Stage],
) -> None:
    stage = make_stage("scout")
    told: list[Any] = []
    stage.other.create_subscription(MarkerArray, "/scout/team_found", told.append, RELIABLE)
    drive = stage.other.create_publisher(Odometry, "/scout/odom", RELIABLE)
    find = stage.other.create_publisher(MarkerArray, "/scout/found", RELIABLE)
    assert stage.matched(drive)
    assert stage.matched(find)
    odometry = Odometry()
    odometry.pose.pose.position.x = 1.5
    drive.publish(odometry)
    marker = Marker(ns="Mug")
    marker.pose.position.x = 2.5
    find.publish(MarkerArray(markers=[marker]))
    assert stage.until(lambda: any(m.state and m.state.pose.x == 1.5 for m in stage.said))
    assert stage.until(lambda: any(m.detections for m in stage.said))
    mug = next(m.detections[0] for m in stage.said if m.detections)
    assert (mug.category, mug.position.x, mug.seen_by) == ("Mug", 2.5, "scout")
    seen = Detection("Cup_0", "Cup", Point(3.0, 1.0, 0.5))
    message = TeamMessage("tall", 1, 1, 2.0, MessageKind.DETECTION, detections=(seen,))
    stage.team.publish(team_message_to_ros(message))
    assert stage.until(lambda: bool(told))
    assert told[0].markers[0].ns == "Cup"
    assert told[0].markers[0].pose.position.x == 3.0


def test_a_stranger_that_falls_silent_leaves_and_its_intents_are_free(
    make_stage: Callable[[str], Stage],
) -> None:
    stage = make_stage("porter")
    speak = stage.other.create_publisher(String, "/porter/out", RELIABLE)
    assert stage.matched(speak)
    job = {"type": "job", "task": "search", "phase": "started", "id": 4, "room": "room_1"}
    speak.publish(String(data=json.dumps(job)))
    assert stage.until(lambda: any(m.intent for m in stage.said))
    stage.proxy._heard_at -= 60.0
    assert stage.until(lambda: any(m.kind is MessageKind.LEAVE for m in stage.said))
    ended = [m.intent.status for m in stage.said if m.intent]
    assert ended == [IntentStatus.ADOPTED, IntentStatus.ABANDONED]


def test_whatever_reading_raises_is_reported_and_the_next_message_is_read(
    make_stage: Callable[[str], Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = make_stage("porter")
    speak = stage.other.create_publisher(String, "/porter/out", RELIABLE)
    assert stage.matched(speak)
    read = stage.proxy._format.read

    async def fail(_topic: int, _published: object) -> Any:
        monkeypatch.setattr(stage.proxy._format, "read", read)
        raise RecursionError("too deep")

    monkeypatch.setattr(stage.proxy._format, "read", fail)
    job = {"type": "job", "task": "search", "phase": "started", "id": 4, "room": "room_1"}
    speak.publish(String(data=json.dumps(job)))
    speak.publish(String(data='{"type": "note", "text": ' + "[" * 600 + "]" * 600 + "}"))
    speak.publish(String(data=json.dumps(job)))
    assert stage.until(lambda: any(m.intent for m in stage.said))
    assert stage.until(lambda: any(r["not_understood"] == "2" for r in stage.reports))
    assert "RecursionError: too deep" in stage.reports[-1]["last_not_understood"]
    assert "nested too deeply" in stage.reports[-1]["last_not_understood"]


def test_messages_are_filled_field_by_field() -> None:
    values = {"header": {"frame_id": "map", "stamp": {"sec": 3}}, "ns": "a", "id": 2.0}
    marker = fill(Marker(), {**values, "points": [{"x": 1}], "colors": [{"r": 1}]})
    assert (marker.header.frame_id, marker.header.stamp.sec, marker.id) == ("map", 3, 2)
    assert marker.points[0].x == 1.0
    with pytest.raises(ValueError, match="no field colour"):
        fill(Marker(), {"colour": 1})
    for wrong in ({"id": 2**40}, {"ns": {"a": 1}}, {"points": 3}, {"header": "map"}, {"id": "x"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            fill(Marker(), wrong)
    with pytest.raises(ValueError, match="covariance"):
        fill(Odometry(), {"pose": {"covariance": [1.0]}})
    with pytest.raises(ConfigError, match="not installed"):
        message_class("no_such_msgs/msg/Thing")


@pytest.mark.parametrize(
    "name", ["this/msg/String", "json/msg/Encoder", "std_msgs/msg/importlib", "std_msgs/msg/x"]
)
def test_what_has_no_messages_is_refused_and_not_run(name: str) -> None:
    sys.modules.pop("this", None)
    with pytest.raises(ConfigError, match=f"message type {name}: not installed"):
        message_class(name)
    assert "this" not in sys.modules
    assert message_class("std_msgs/msg/String") is String
