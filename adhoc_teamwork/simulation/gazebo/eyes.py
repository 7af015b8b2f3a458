# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot sees with in Gazebo: an RGB-D camera, a segmentation camera, a laser scanner."""

import math
from xml.etree.ElementTree import Element

from scipy.spatial.transform import Rotation

from adhoc_teamwork.simulation.gazebo.body import SCAN_LINK, laser_mask
from adhoc_teamwork.simulation.gazebo.elements import add, extension
from adhoc_teamwork.simulation.gazebo.names import LABELS_MAP, gazebo_topic
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot
from adhoc_teamwork.teamwork import topics

NEAREST = 0.05
"""Metres before a camera, of which it sees nothing."""
HORIZON = 30.0
"""Metres up to which colours show; depth ends at the card's range."""
BEAMS = 360
SCAN_RATE = 5.0
LEAST_RANGE = 0.08
"""Metres before the laser, of which it sees nothing."""
RGBD = "camera"
"""The RGB-D camera's topics begin so: /image, /depth_image, /camera_info."""
LABELS_SUFFIX = "/labels_map"


def image_size(robot: GazeboRobot) -> tuple[int, int]:
    """Return columns and rows with which pixels are square for the card's fields of view."""
    capability, columns = robot.card.capability, robot.card.body.image_width
    focal = columns / 2.0 / math.tan(capability.horizontal_fov / 2.0)
    return columns, max(2, round(2.0 * focal * math.tan(capability.vertical_fov / 2.0)))


def add_eyes(root: Element, robot: GazeboRobot) -> None:
    """Add the sensors, where the URDF has its camera and at the card's height for the laser."""
    at = extension(root, robot.camera.link)
    _add_rgbd(at, robot)
    _add_labels(at, robot)
    _add_laser(extension(root, SCAN_LINK), robot)


def _add_rgbd(at: Element, robot: GazeboRobot) -> None:
    sensor = _camera_sensor(at, robot, "rgbd", "rgbd_camera")
    add(sensor, "topic", gazebo_topic(robot.name, RGBD))
    camera = _optics(sensor, robot)
    depth = add(add(camera, "depth_camera"), "clip")
    add(depth, "near", NEAREST)
    add(depth, "far", robot.card.capability.camera_range)


def _add_labels(at: Element, robot: GazeboRobot) -> None:
    sensor = _camera_sensor(at, robot, "labels", "segmentation")
    name = gazebo_topic(robot.name, LABELS_MAP)
    add(sensor, "topic", name.removesuffix(LABELS_SUFFIX))
    add(_optics(sensor, robot), "segmentation_type", "semantic")


def _camera_sensor(at: Element, robot: GazeboRobot, name: str, kind: str) -> Element:
    sensor = add(at, "sensor", name=name, type=kind)
    origin = robot.camera.origin
    angles = Rotation.from_matrix(origin[:3, :3]).as_euler("xyz")
    add(sensor, "pose", tuple(float(value) + 0.0 for value in (*origin[:3, 3], *angles)))
    add(sensor, "gz_frame_id", robot.frame(robot.optical_frame))
    add(sensor, "always_on", True)
    add(sensor, "update_rate", robot.card.body.camera_rate)
    return sensor


def _optics(sensor: Element, robot: GazeboRobot) -> Element:
    camera = add(sensor, "camera")
    add(camera, "horizontal_fov", robot.card.capability.horizontal_fov)
    image = add(camera, "image")
    columns, rows = image_size(robot)
    add(image, "width", columns)
    add(image, "height", rows)
    clip = add(camera, "clip")
    add(clip, "near", NEAREST)
    add(clip, "far", HORIZON)
    return camera


def _add_laser(at: Element, robot: GazeboRobot) -> None:
    sensor = add(at, "sensor", name="laser", type="gpu_lidar")
    add(sensor, "topic", gazebo_topic(robot.name, topics.SCAN))
    add(sensor, "gz_frame_id", robot.frame(SCAN_LINK))
    add(sensor, "always_on", True)
    add(sensor, "update_rate", SCAN_RATE)
    laser = add(sensor, "lidar")
    level = add(add(laser, "scan"), "horizontal")
    add(level, "samples", BEAMS)
    add(level, "resolution", 1)
    add(level, "min_angle", -math.pi)
    add(level, "max_angle", math.pi - 2.0 * math.pi / BEAMS)
    reach = add(laser, "range")
    add(reach, "min", LEAST_RANGE)
    add(reach, "max", robot.card.body.scan_range)
    add(reach, "resolution", 0.01)
    add(laser, "visibility_mask", laser_mask(robot))
