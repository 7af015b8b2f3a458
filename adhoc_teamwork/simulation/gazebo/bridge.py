# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ros_gz_bridge carries between Gazebo and ROS: topics of the team's contract, with types."""

from dataclasses import asdict, dataclass

from adhoc_teamwork.simulation.gazebo.drive import TF_TOPIC
from adhoc_teamwork.simulation.gazebo.eyes import RGBD
from adhoc_teamwork.simulation.gazebo.names import LABELS_MAP, MOTION, gazebo_topic
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.enums import StrEnum


class Direction(StrEnum):
    """Say which way messages go, as ros_gz_bridge spells it."""

    TO_ROS = "GZ_TO_ROS"
    TO_GAZEBO = "ROS_TO_GZ"


@dataclass(frozen=True)
class Bridged:
    """Describe one entry of ros_gz_bridge's configuration file, by its keys.

    A relative ROS name is in the bridge's namespace, which is the robot's.
    """

    ros_topic_name: str
    gz_topic_name: str
    ros_type_name: str
    gz_type_name: str
    direction: Direction = Direction.TO_ROS

    def entry(self) -> dict[str, str]:
        """Return it as it stands in the file."""
        return {key: str(value) for key, value in asdict(self).items()}


CLOCK = Bridged("/clock", "/clock", "rosgraph_msgs/msg/Clock", "gz.msgs.Clock")
_IMAGE = ("sensor_msgs/msg/Image", "gz.msgs.Image")
_ODOMETRY = ("nav_msgs/msg/Odometry", "gz.msgs.Odometry")


def bridged(robot: GazeboRobot) -> tuple[Bridged, ...]:
    """Return what one robot's bridge carries."""

    def there(ros: str, gazebo: str, types: tuple[str, str]) -> Bridged:
        return Bridged(ros, gazebo_topic(robot.name, gazebo), *types)

    info = ("sensor_msgs/msg/CameraInfo", "gz.msgs.CameraInfo")
    twist = ("geometry_msgs/msg/Twist", "gz.msgs.Twist")
    found = [
        there(topics.COLOR_IMAGE, f"{RGBD}/image", _IMAGE),
        there(topics.DEPTH_IMAGE, f"{RGBD}/depth_image", _IMAGE),
        there(topics.CAMERA_INFO, f"{RGBD}/camera_info", info),
        there(LABELS_MAP, LABELS_MAP, _IMAGE),
        there(topics.SCAN, topics.SCAN, ("sensor_msgs/msg/LaserScan", "gz.msgs.LaserScan")),
        Bridged(
            topics.CMD_VEL, gazebo_topic(robot.name, topics.CMD_VEL), *twist, Direction.TO_GAZEBO
        ),
    ]
    if robot.wheels:
        states = ("sensor_msgs/msg/JointState", "gz.msgs.Model")
        transforms = ("tf2_msgs/msg/TFMessage", "gz.msgs.Pose_V")
        found += [
            there(topics.ODOM, topics.ODOM, _ODOMETRY),
            there("/tf", TF_TOPIC, transforms),
            there(topics.JOINT_STATES, topics.JOINT_STATES, states),
        ]
    else:
        found.append(there(MOTION, MOTION, _ODOMETRY))
    return tuple(found)
