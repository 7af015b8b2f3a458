# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""`./adhoc team --where` asks the robots that are there."""

import time
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

import rclpy
from adhoc_interfaces.msg import Sighting, TeamMessage
from adhoc_interfaces.srv import LastSeen
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter

from adhoc_teamwork.comm_bridge.ros import where
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.scene import detection_to_ros
from adhoc_teamwork.teamwork.scene import Detection

LIMIT = 15.0


def test_each_robot_says_where_it_saw_a_thing_last(
    ros_context: Any, ros_domain: int, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(where, "SETTLED", 0.5)
    now = Detection("Mug_0", "Mug", Point(3.0, 2.0, 0.8), room="room_0", seen=50.0)
    before = Detection("Mug_0", "Mug", Point(1.0, 2.0, 0.8), room="room_1", seen=20.0)
    told = Sighting(now=detection_to_ros(now), before=[detection_to_ros(before)])
    dog = Node("perception", namespace="dog", context=ros_context)
    dog.create_publisher(TeamMessage, topics.TEAM_OUT, qos.TEAM)

    def answer(request: Any, response: Any) -> Any:
        assert request.thing == "Mug"
        response.sightings = [told]
        return response

    dog.create_service(LastSeen, topics.LAST_SEEN, answer)
    team = SingleThreadedExecutor(context=ros_context)
    team.add_node(dog)
    own = Context()
    rclpy.init(context=own, domain_id=ros_domain)
    asker = where.Where(context=own, parameter_overrides=[Parameter("thing", value="Mug")])
    asker.setup()
    asking = SingleThreadedExecutor(context=own)
    asking.add_node(asker)
    end = time.monotonic() + LIMIT
    try:
        while own.ok() and time.monotonic() < end:
            team.spin_once(timeout_sec=0.02)
            asking.spin_once(timeout_sec=0.02)
    except ExternalShutdownException:
        assert not own.ok()
    assert asker.exit_code == 0
    said = capsys.readouterr().out
    assert said.startswith("dog: Mug_0 is in room_0 at (3.0, 2.0, 0.8); seen ")
    assert "the same one has moved once, 2.0 m from in room_1" in said
    team.shutdown(timeout_sec=1.0)
    dog.destroy_node()
