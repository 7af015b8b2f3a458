# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The bridge carries the contract's topics, and only what Gazebo has under those names."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from adhoc_teamwork.simulation.gazebo.bridge import CLOCK, Direction, bridged
from adhoc_teamwork.simulation.gazebo.description import robot_description
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics

PAIRS = {
    ("rosgraph_msgs/msg/Clock", "gz.msgs.Clock"),
    ("sensor_msgs/msg/Image", "gz.msgs.Image"),
    ("sensor_msgs/msg/CameraInfo", "gz.msgs.CameraInfo"),
    ("sensor_msgs/msg/LaserScan", "gz.msgs.LaserScan"),
    ("sensor_msgs/msg/JointState", "gz.msgs.Model"),
    ("nav_msgs/msg/Odometry", "gz.msgs.Odometry"),
    ("tf2_msgs/msg/TFMessage", "gz.msgs.Pose_V"),
    ("geometry_msgs/msg/Twist", "gz.msgs.Twist"),
}
"""Types that ros_gz_bridge (jazzy) converts into each other."""
ARCHITECTURE = Path(__file__).parents[3] / "docs" / "ros_graph.md"


def test_types_are_ones_that_the_bridge_knows(robot: GazeboRobot) -> None:
    for entry in (CLOCK, *bridged(robot)):
        assert (entry.ros_type_name, entry.gz_type_name) in PAIRS
        assert entry.direction in (Direction.TO_ROS, Direction.TO_GAZEBO)


def test_everything_a_driver_owes_the_team_is_there(robot: GazeboRobot) -> None:
    carried = {entry.ros_topic_name: entry for entry in bridged(robot)}
    owed = {topics.COLOR_IMAGE, topics.DEPTH_IMAGE, topics.CAMERA_INFO, topics.SCAN}
    by_wheels = {topics.ODOM, topics.JOINT_STATES, "/tf"}
    assert owed <= set(carried)
    assert by_wheels <= set(carried) if robot.wheels else by_wheels.isdisjoint(carried)
    incoming = [e.ros_topic_name for e in carried.values() if e.direction is Direction.TO_GAZEBO]
    assert incoming == ["cmd_vel"]
    # As Nav2, twist_mux and base_stop are told to send it, in every distribution.
    assert carried["cmd_vel"].ros_type_name == "geometry_msgs/msg/Twist"
    table = ARCHITECTURE.read_text()
    for name in owed:
        assert name.rsplit("/", 1)[-1] in table


def test_gazebo_has_every_topic_that_the_bridge_asks_for(robot: GazeboRobot) -> None:
    root = ElementTree.fromstring(robot_description(robot))
    told = {element.text for element in root.iter() if "topic" in str(element.tag)}
    (rgbd,) = root.iterfind("gazebo/sensor[@type='rgbd_camera']")
    (labels,) = root.iterfind("gazebo/sensor[@type='segmentation']")
    told |= {f"{rgbd.findtext('topic')}/{end}" for end in ("image", "depth_image", "camera_info")}
    told |= {f"{labels.findtext('topic')}/labels_map"}
    for entry in bridged(robot):
        assert entry.gz_topic_name in told
        assert entry.gz_topic_name.startswith(f"/{robot.name}/")


def test_an_entry_is_written_with_the_bridges_keys(robot: GazeboRobot) -> None:
    keys = {"ros_topic_name", "gz_topic_name", "ros_type_name", "gz_type_name", "direction"}
    for entry in bridged(robot):
        assert set(entry.entry()) == keys
        assert entry.entry()["direction"] in ("GZ_TO_ROS", "ROS_TO_GZ")
    with pytest.raises(AttributeError):
        CLOCK.direction = Direction.TO_GAZEBO  # type: ignore[misc]
