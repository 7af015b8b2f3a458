# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots as Gazebo spawns them: sensors, drive, controllers, and bodies that physics can move."""

import math
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from adhoc_teamwork.robot_model.urdf.robot import load_robot
from adhoc_teamwork.simulation.gazebo.arm_control import controller_parameters, controllers
from adhoc_teamwork.simulation.gazebo.description import robot_description
from adhoc_teamwork.simulation.gazebo.robot import GazeboRobot, load_gazebo_robot
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

KNOWN = {
    "gz-sim-diff-drive-system": "gz::sim::systems::DiffDrive",
    "gz-sim-velocity-control-system": "gz::sim::systems::VelocityControl",
    "gz-sim-odometry-publisher-system": "gz::sim::systems::OdometryPublisher",
    "gz-sim-joint-state-publisher-system": "gz::sim::systems::JointStatePublisher",
    "gz-sim-label-system": "gz::sim::systems::Label",
    "gz_ros2_control-system": "gz_ros2_control::GazeboSimROS2ControlPlugin",
}
"""Files and classes as the sources of gz-sim 8 and gz_ros2_control (jazzy) name them."""


def described(robot: GazeboRobot) -> Element:
    return ElementTree.fromstring(robot_description(robot, "/run/controllers.yaml"))


def plugins(root: Element) -> dict[str, Element]:
    return {str(one.get("filename")): one for one in root.iterfind("gazebo/plugin")}


def sensors(root: Element) -> dict[str, Element]:
    return {str(one.get("type")): one for one in root.iterfind("gazebo/sensor")}


def number(element: Element, path: str) -> float:
    return float(element.findtext(path) or "nan")


def test_only_what_something_moves_can_move(robot: GazeboRobot, tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(robot_description(robot))
    model = load_robot(path)
    assert {joint.name for joint in model.joints.values() if joint.moves} == set(robot.moving)
    assert set(robot.model.links) | {"scan_link"} == set(model.links)


def test_every_system_is_one_that_gazebo_has(robot: GazeboRobot) -> None:
    found = plugins(described(robot))
    assert {name: str(one.get("name")) for name, one in found.items()}.items() <= KNOWN.items()
    assert "gz-sim-label-system" in found
    assert ("gz-sim-diff-drive-system" in found) is bool(robot.wheels)
    assert ("gz-sim-velocity-control-system" in found) is not bool(robot.wheels)
    assert ("gz_ros2_control-system" in found) is (robot.arm is not None)


def test_the_camera_is_the_cards(robot: GazeboRobot) -> None:
    found = sensors(described(robot))
    assert set(found) == {"rgbd_camera", "segmentation", "gpu_lidar"}
    capability, body = robot.card.capability, robot.card.body
    for kind in ("rgbd_camera", "segmentation"):
        camera = found[kind]
        assert number(camera, "update_rate") == body.camera_rate
        assert number(camera, "camera/horizontal_fov") == pytest.approx(capability.horizontal_fov)
        width, height = number(camera, "camera/image/width"), number(camera, "camera/image/height")
        focal = width / 2.0 / math.tan(capability.horizontal_fov / 2.0)
        seen = 2.0 * math.atan(height / 2.0 / focal)
        assert seen == pytest.approx(capability.vertical_fov, abs=0.01)
        assert camera.findtext("gz_frame_id") == f"{robot.name}/camera_optical_frame"
    depth = found["rgbd_camera"]
    assert number(depth, "camera/depth_camera/clip/far") == capability.camera_range
    assert found["segmentation"].findtext("camera/segmentation_type") == "semantic"


def test_the_laser_looks_all_round_past_its_own_robot(robot: GazeboRobot) -> None:
    root = described(robot)
    laser = sensors(root)["gpu_lidar"]
    beams, low, high = (
        number(laser, f"lidar/scan/horizontal/{name}")
        for name in ("samples", "min_angle", "max_angle")
    )
    assert high - low == pytest.approx(2.0 * math.pi * (1.0 - 1.0 / beams), abs=1e-4)
    assert number(laser, "lidar/range/max") == robot.card.body.scan_range
    (origin,) = [
        joint.find("origin")
        for joint in root.iterfind("joint")
        if joint.find("child[@link='scan_link']") is not None
    ]
    assert origin is not None
    assert origin.get("xyz") == f"0 0 {robot.card.body.scan_height:g}"
    mask = int(laser.findtext("lidar/visibility_mask") or "0")
    flags = [int(flag.text or "0") for flag in root.iterfind("gazebo/visual/visibility_flags")]
    assert len(flags) == sum(link.find("visual") is not None for link in root.iterfind("link"))
    assert all(flag > 0 and not flag & mask for flag in flags)


def test_no_robot_is_hidden_from_anothers_laser() -> None:
    file = config_dir() / "robots" / "small.yaml"
    roots = [described(load_gazebo_robot(f"r{n}", n, file)) for n in range(3)]
    masks = [int(sensors(r)["gpu_lidar"].findtext("lidar/visibility_mask") or 0) for r in roots]
    flags = [int(r.findtext("gazebo/visual/visibility_flags") or 0) for r in roots]
    for laser, mask in enumerate(masks):
        assert [bool(flag & mask) for flag in flags] == [body != laser for body in range(3)]
    labels = [plugins(r)["gz-sim-label-system"].findtext("label") for r in roots]
    assert len(set(labels)) == 3


def test_wheels_roll_as_they_stand(gazebo_robot: Callable[[str], GazeboRobot]) -> None:
    for card, separation, radius in (("small", 0.24, 0.05), ("tall", None, None)):
        robot = gazebo_robot(card)
        drive = plugins(described(robot))["gz-sim-diff-drive-system"]
        sides = [
            [one.text for one in drive.findall(side)] for side in ("left_joint", "right_joint")
        ]
        assert sorted(str(name) for side in sides for name in side) == sorted(robot.wheels)
        assert all("left" in str(name) for name in sides[0])
        if separation is not None:
            assert number(drive, "wheel_separation") == pytest.approx(separation)
            assert number(drive, "wheel_radius") == pytest.approx(radius)
        assert number(drive, "max_linear_velocity") == robot.card.capability.max_speed
        assert drive.findtext("frame_id") == f"{robot.name}/odom"
        assert drive.findtext("child_frame_id") == f"{robot.name}/base_footprint"


def test_what_slides_on_the_floor_has_no_friction(
    gazebo_robot: Callable[[str], GazeboRobot],
) -> None:
    root = described(gazebo_robot("quadruped"))
    slides = {
        str(one.get("reference"))
        for one in root.iterfind("gazebo")
        if one.findtext("mu1") == "0" and one.findtext("mu2") == "0"
    }
    assert {f"{end}_{side}_foot" for end in ("front", "rear") for side in ("left", "right")} <= (
        slides
    )
    assert not any(name.startswith(("arm_", "gripper_")) for name in slides)


def test_the_arm_begins_stowed_under_its_controllers(
    gazebo_robot: Callable[[str], GazeboRobot],
) -> None:
    robot = gazebo_robot("quadruped")
    assert robot.arm is not None
    control = described(robot).find("ros2_control")
    assert control is not None
    assert control.findtext("hardware/plugin") == "gz_ros2_control/GazeboSimSystem"
    joints = {str(one.get("name")): one for one in control.iterfind("joint")}
    assert set(joints) == {*robot.arm.joints, *robot.arm.fingers}
    start = [number(joints[name], "state_interface/param") for name in robot.arm.joints]
    assert start == pytest.approx(list(robot.card.stowed))
    # A finger that mimics another is not commanded.
    assert joints["gripper_mirror_joint"].find("command_interface") is None
    parameters = controller_parameters(robot)
    assert set(parameters) == {
        f"/{robot.name}/{node}" for node in ("controller_manager", *controllers(robot))
    }
    arm = parameters[f"/{robot.name}/arm_controller"]["ros__parameters"]
    assert arm["joints"] == list(robot.arm.joints)
    gripper = parameters[f"/{robot.name}/gripper_controller"]["ros__parameters"]
    assert gripper["joint"] == "gripper_joint"


@pytest.mark.parametrize(
    ("mass", "inertia", "complaint"),
    [
        ("0", "1 1 1", "above 0"),
        ("1", "1 1 0", "above 0"),
        ("1", "1 1 3", "the sum of the other two"),
        ("", "", "has mass"),
    ],
)
def test_a_body_that_cannot_be_is_refused(
    tmp_path: Path, mass: str, inertia: str, complaint: str
) -> None:
    inertial = ""
    if mass:
        xx, yy, zz = inertia.split()
        inertial = (
            f'<inertial><mass value="{mass}"/><inertia ixx="{xx}" ixy="0" ixz="0" iyy="{yy}" '
            f'iyz="0" izz="{zz}"/></inertial>'
        )
    (tmp_path / "r.urdf").write_text(
        f'<robot name="r"><link name="base_link">{inertial}</link></robot>'
    )
    card = (config_dir() / "robots" / "small.yaml").read_text()
    lines = [line for line in card.splitlines() if not line.startswith(("urdf:", "resume:"))]
    (tmp_path / "r.yaml").write_text("\n".join([*lines, "urdf: r.urdf"]))
    with pytest.raises(ConfigError, match=complaint):
        load_gazebo_robot("r", 0, tmp_path / "r.yaml")


def test_gazebos_own_parser_takes_it(
    robot: GazeboRobot, parse: Callable[[Path], str], tmp_path: Path
) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(robot_description(robot, str(tmp_path / "controllers.yaml")))
    links = {line.split()[0]: line.split()[1:] for line in parse(path).splitlines()}
    # What is fixed becomes one body; what moves stays a body of its own.
    ends = {robot.model.joints[name].child for name in robot.moving}
    assert set(links) == {robot.model.root, *ends}
    assert all(valid == "1" and float(mass) > 0.0 for valid, mass, _ in links.values())
    assert sum(int(sensors) for _, _, sensors in links.values()) == 3
