# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert what the simulator holds to ROS messages; frames as in docs/ros_graph.md."""

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import geometry_msgs.msg
import nav_msgs.msg
import numpy as np
import sensor_msgs.msg
import tf2_msgs.msg
from adhoc_interfaces import msg as ros
from control_msgs.action import FollowJointTrajectory, GripperCommand
from numpy.typing import NDArray
from rclpy.duration import Duration

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.events import WorldEvent
from adhoc_teamwork.simulation.houses.house import House, given_plan
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal, Tolerances
from adhoc_teamwork.simulation.manipulation.gripper import GRIP_EFFORT, Gripper
from adhoc_teamwork.simulation.manipulation.joint_trajectory import (
    TrajectoryPoint,
    WantedTrajectory,
)
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.sensors import InstanceLabel
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.geometry import point_to_ros, pose_to_ros
from adhoc_teamwork.teamwork.ros.conversions.scene import door_to_ros, scene_graph_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.topics import GRIPPER_JOINT, MAP_FRAME, frame

OPEN_WIDTH = 0.08


def camera_frame(robot: str) -> str:
    """Return the frame that a robot's images carry."""
    return frame(robot, "camera_optical_frame")


def image_to_ros(pixels: NDArray[Any], encoding: str, frame_id: str, stamp: float) -> Any:
    """Return a sensor_msgs/Image of an array (height, width) or (height, width, channels)."""
    data = array("B")
    data.frombytes(np.ascontiguousarray(pixels).data.cast("B"))
    message = sensor_msgs.msg.Image(
        height=pixels.shape[0],
        width=pixels.shape[1],
        encoding=encoding,
        is_bigendian=0,
        step=len(data) // pixels.shape[0],
        data=data,
    )
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(stamp)
    return message


def camera_to_ros(camera: Camera, frame_id: str, stamp: float) -> Any:
    """Return the sensor_msgs/CameraInfo of a camera without distortion."""
    (fx, fy), (cx, cy) = camera.focal, camera.centre
    message = sensor_msgs.msg.CameraInfo(
        height=camera.height_px,
        width=camera.width,
        distortion_model="plumb_bob",
        d=[0.0] * 5,
        k=[fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0],
        r=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p=[fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
    )
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(stamp)
    return message


def labels_to_ros(labels: Iterable[InstanceLabel], frame_id: str, stamp: float) -> Any:
    """Return adhoc_interfaces/InstanceLabels, by rising id."""
    ordered = sorted(labels, key=lambda label: label.instance)
    message = ros.InstanceLabels(
        ids=[label.instance for label in ordered],
        categories=[text_to_ros(label.category) for label in ordered],
        pickupable=[label.pickupable for label in ordered],
        is_receptacle=[label.is_receptacle for label in ordered],
        doors=[door_to_ros(label.closed) for label in ordered],
        states=[" ".join(map(str, label.states)) for label in ordered],
        tracked=True,
    )
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(stamp)
    return message


def scan_to_ros(
    distances: NDArray[np.float32], range_max: float, frame_id: str, stamp: float
) -> Any:
    """Return a sensor_msgs/LaserScan all round, from -pi, counter-clockwise."""
    step = 2.0 * math.pi / len(distances)
    message = sensor_msgs.msg.LaserScan(
        angle_min=-math.pi,
        angle_max=math.pi - step,
        angle_increment=step,
        range_min=0.02,
        range_max=range_max,
        ranges=array("f", distances.tobytes()),
    )
    message.header.frame_id = frame_id
    message.header.stamp = time_to_ros(stamp)
    return message


def odometry_to_ros(robot: WorldRobot, believed: Pose, stamp: float, height: float = 0.0) -> Any:
    """Return nav_msgs/Odometry: the pose in odom, which is the map, and the twist of the base.

    `height` is that of the base in `map`, metres.
    """
    message = nav_msgs.msg.Odometry(child_frame_id=frame(robot.name, "base_link"))
    message.header.frame_id = frame(robot.name, "odom")
    message.header.stamp = time_to_ros(stamp)
    message.pose.pose = pose_to_ros(believed)
    message.pose.pose.position.z = float(height)
    message.twist.twist.linear.x = float(robot.speed)
    message.twist.twist.angular.z = float(robot.turn_rate)
    return message


def joints_to_ros(robot: WorldRobot, stamp: float) -> Any:
    """Return sensor_msgs/JointState of the gripper: its effort shows whether it holds something."""
    holding = bool(robot.held)
    message = sensor_msgs.msg.JointState(
        name=[GRIPPER_JOINT],
        position=[0.02 if holding else OPEN_WIDTH],
        velocity=[0.0],
        effort=[GRIP_EFFORT if holding else 0.0],
    )
    message.header.stamp = time_to_ros(stamp)
    return message


def battery_to_ros(robot: WorldRobot, stamp: float) -> Any:
    """Return sensor_msgs/BatteryState: the share that is left; nothing electric is simulated."""
    full = robot.card.capability.battery
    message = sensor_msgs.msg.BatteryState(
        percentage=robot.battery / full if full > 0.0 else 0.0,
        power_supply_status=sensor_msgs.msg.BatteryState.POWER_SUPPLY_STATUS_DISCHARGING,
        present=True,
    )
    for electric in ("voltage", "temperature", "current", "charge", "capacity", "design_capacity"):
        setattr(message, electric, math.nan)
    message.header.stamp = time_to_ros(stamp)
    return message


def moving_transforms_to_ros(
    poses: Mapping[str, Pose], stamp: float, heights: Mapping[str, float] | None = None
) -> Any:
    """Return tf2_msgs/TFMessage: odom, which is the map, → base_link of each robot, by its name.

    `heights` are those of the bases in `map`, metres; 0 where none is given.
    """
    transforms = []
    for name, pose in poses.items():
        base = transform_to_ros(frame(name, "odom"), frame(name, "base_link"), stamp, pose)
        base.transform.translation.z = float((heights or {}).get(name, 0.0))
        transforms.append(base)
    return tf2_msgs.msg.TFMessage(transforms=transforms)


def fixed_transforms_to_ros(robots: Sequence[WorldRobot], stamp: float) -> Any:
    """Return tf2_msgs/TFMessage of each robot: what never moves.

    Those are map → odom, the same, and base_link → camera_link → camera_optical_frame.
    """
    transforms = []
    for robot in robots:
        odom = transform_to_ros(MAP_FRAME, frame(robot.name, "odom"), stamp, Pose(0.0, 0.0))
        camera, link = Camera.of(robot.card), frame(robot.name, "camera_link")
        mounted = transform_to_ros(frame(robot.name, "base_link"), link, stamp, Pose(0.0, 0.0))
        mounted.transform.translation.x = float(camera.forward)
        mounted.transform.translation.z = float(camera.height)
        mounted.transform.rotation = geometry_msgs.msg.Quaternion(
            x=0.0, y=math.sin(camera.pitch / 2.0), z=0.0, w=math.cos(camera.pitch / 2.0)
        )
        optical = transform_to_ros(link, camera_frame(robot.name), stamp, Pose(0.0, 0.0))
        optical.transform.rotation = geometry_msgs.msg.Quaternion(x=-0.5, y=0.5, z=-0.5, w=0.5)
        transforms += [odom, mounted, optical]
    return tf2_msgs.msg.TFMessage(transforms=transforms)


def floor_plan_to_ros(house: House) -> Any:
    """Return adhoc_interfaces/SceneGraph: rooms without types, and which are connected."""
    return scene_graph_to_ros(given_plan(house))


def world_event_to_ros(event: WorldEvent, tidied: int, total: int) -> Any:
    """Return an adhoc_interfaces/WorldEvent."""
    return ros.WorldEvent(
        stamp=time_to_ros(event.stamp),
        kind=event.kind.value,
        robot=text_to_ros(event.robot),
        object=text_to_ros(event.object),
        category=text_to_ros(event.category),
        position=point_to_ros(event.position),
        where=text_to_ros(event.where),
        text=text_to_ros(event.text),
        tidied=tidied,
        total=total,
        path_length=float(event.path_length),
    )


def transform_to_ros(parent: str, child: str, stamp: float, pose: Pose) -> Any:
    """Return a geometry_msgs/TransformStamped of a pose on the floor."""
    message = geometry_msgs.msg.TransformStamped(child_frame_id=child)
    message.header.frame_id = parent
    message.header.stamp = time_to_ros(stamp)
    placed = pose_to_ros(pose)
    message.transform.translation.x = placed.position.x
    message.transform.translation.y = placed.position.y
    message.transform.rotation = placed.orientation
    return message


def trajectory_from_ros(message: Any, ahead: float = 0.0) -> WantedTrajectory:
    """Return what a trajectory_msgs/JointTrajectory asks for, unchecked.

    Args:
        message: The trajectory; a stamp of zero means that it starts at once.
        ahead: By how many seconds the sender's clock is ahead.
    """
    points = tuple(
        TrajectoryPoint(
            _seconds(point.time_from_start), tuple(point.positions), tuple(point.velocities)
        )
        for point in message.points
    )
    stamp = time_from_ros(message.header.stamp)
    starts_at = stamp - ahead if stamp > 0.0 else None
    return WantedTrajectory(tuple(message.joint_names), points, starts_at)


def tolerances_from_ros(goal: Any) -> Tolerances:
    """Return the tolerances of a FollowJointTrajectory goal: 0 is the usual one, below 0 any."""
    return Tolerances(
        _by_joint(goal.path_tolerance),
        _by_joint(goal.goal_tolerance),
        max(0.0, _seconds(goal.goal_time_tolerance)),
    )


def trajectory_feedback_to_ros(
    goal: ArmGoal, joints: Iterable[str], now: float, ahead: float = 0.0
) -> Any:
    """Return the feedback of a goal under way at simulated time `now`, to a clock that is ahead."""
    message = FollowJointTrajectory.Feedback(joint_names=list(joints))
    message.header.stamp = time_to_ros(now + ahead)
    for point, positions in (
        (message.desired, goal.desired),
        (message.actual, goal.actual),
        (message.error, goal.desired - goal.actual),
    ):
        point.positions = _listed(positions)
        point.time_from_start = Duration(seconds=max(0.0, now - goal.started)).to_msg()
    return message


def gripper_feedback_to_ros(gripper: Gripper) -> Any:
    """Return the feedback of a command under way."""
    return GripperCommand.Feedback(position=float(gripper.gap), effort=float(gripper.effort))


def arm_joints_to_ros(arm: RobotArm, stamp: float) -> Any:
    """Return sensor_msgs/JointState of arm and fingers; these have effort while they hold a thing.

    Where no finger's joint is called `GRIPPER_JOINT`, the gap itself is told under that name.
    """
    fingers = arm.model.finger_positions(arm.gripper.gap)
    fingers.setdefault(GRIPPER_JOINT, arm.gripper.gap)
    message = sensor_msgs.msg.JointState(
        name=[*arm.model.joints, *fingers],
        position=[*_listed(arm.motion.state), *(float(value) for value in fingers.values())],
        velocity=[*_listed(arm.motion.speed), *(0.0 for _ in fingers)],
        effort=[*(0.0 for _ in arm.model.joints), *(arm.gripper.effort for _ in fingers)],
    )
    message.header.stamp = time_to_ros(stamp)
    return message


def _by_joint(tolerances: Any) -> dict[str, float]:
    return {
        one.name: math.inf if one.position < 0.0 else float(one.position)
        for one in tolerances
        if one.position != 0.0
    }


def _seconds(duration: Any) -> float:
    return float(Duration.from_msg(duration).nanoseconds) * 1e-9


def _listed(values: Floats) -> list[float]:
    return [float(value) for value in values]
