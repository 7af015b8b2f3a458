# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from pathlib import Path

import pytest
from real_robots import B1_Z1, IRIS, PANDA, ROBOTS, TIAGO

from adhoc_teamwork.robot_model.arms import find_arms
from adhoc_teamwork.robot_model.limbs import LimbKind, Limbs
from adhoc_teamwork.robot_model.urdf.robot import load_robot


def test_b1_with_z1_has_four_legs_and_an_arm() -> None:
    model = load_robot(B1_Z1)
    limbs = Limbs(model)
    assert len(limbs.of_kind(LimbKind.LEG)) == 4
    (arm,) = find_arms(model)
    assert (arm.base, arm.tip, len(arm.joints)) == ("link00", "gripperStator", 6)
    assert arm.fingers == ("jointGripper",)


def test_tiago_has_wheels_a_head_and_an_arm_on_a_lift() -> None:
    model = load_robot(TIAGO)
    limbs = Limbs(model)
    assert len(limbs.of_kind(LimbKind.WHEEL)) == 2
    assert len(limbs.of_kind(LimbKind.HEAD)) == 1
    (arm,) = find_arms(model)
    assert arm.trunk == ("torso_lift_joint",)
    assert arm.joints == tuple(f"arm_{i}_joint" for i in range(1, 8))
    assert arm.tip == "hand_grasping_frame"


def test_panda_grasps_between_its_fingers() -> None:
    (arm,) = find_arms(load_robot(PANDA))
    assert (arm.name, arm.tip) == ("panda", "panda_hand_tcp")
    assert len(arm.fingers) == 2


@pytest.mark.parametrize("name", ["iris", "iris_simple"])
def test_iris_has_four_rotors_and_no_arm(name: str) -> None:
    model = load_robot(IRIS.with_name(f"{name}.urdf"))
    assert len(Limbs(model).rotors) == 4
    assert find_arms(model) == ()


@pytest.mark.parametrize(
    ("urdf", "legs", "arms"),
    [
        ("solo_description/robots/solo12.urdf", 4, 0),
        ("anymal_b_simple_description/robots/anymal-kinova.urdf", 4, 1),
        ("talos_data/robots/talos_reduced.urdf", 2, 2),
        ("g1_description/urdf/g1_29dof_rev_1_0.urdf", 2, 2),
        ("pr2_description/urdf/pr2.urdf", 0, 2),
        ("ur_description/urdf/ur10_robot.urdf", 0, 1),
    ],
)
def test_limbs_of_other_robots(urdf: str, legs: int, arms: int) -> None:
    limbs = Limbs(load_robot(ROBOTS / urdf))
    assert len(limbs.of_kind(LimbKind.LEG)) == legs
    assert len(limbs.of_kind(LimbKind.ARM)) == arms


def test_a_sensor_that_is_described_twice_is_one_camera() -> None:
    model = load_robot(ROBOTS / "talos_data/robots/talos_reduced.urdf")
    assert [camera.link for camera in model.cameras] == ["rgbd_link"]


def test_tiagos_camera_has_its_optics() -> None:
    (camera,) = load_robot(TIAGO).cameras
    assert camera.link == "xtion_rgb_frame"
    assert camera.horizontal_fov == pytest.approx(1.0996, abs=1e-4)
    assert camera.vertical_fov == pytest.approx(0.8616, abs=1e-4)
    assert camera.range == 8.0


def test_other_sensors_in_a_cameras_housing_are_no_cameras(tmp_path: Path) -> None:
    names = ("color", "gyro", "accel", "imu", "simulated")
    links = "".join(
        f'<link name="{name}_optical_frame"/><joint name="{name}" type="fixed">'
        f'<parent link="base"/><child link="{name}_optical_frame"/></joint>'
        for name in names
    )
    urdf = tmp_path / "r.urdf"
    urdf.write_text(f'<robot name="r"><link name="base"/>{links}</robot>')
    found = {camera.link for camera in load_robot(urdf).cameras}
    assert found == {"color_optical_frame", "simulated_optical_frame"}


def test_what_follows_another_joint_is_no_rotor(tmp_path: Path) -> None:
    """A robot with two arms was said to fly, by the knuckles of its grippers."""
    urdf = tmp_path / "r.urdf"
    urdf.write_text(
        '<robot name="r"><link name="base"/><link name="a"/><link name="b"/>'
        '<joint name="a" type="revolute"><parent link="base"/><child link="a"/>'
        '<axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>'
        '<joint name="b" type="continuous"><parent link="base"/><child link="b"/>'
        '<axis xyz="0 0 1"/><mimic joint="a"/></joint></robot>'
    )
    assert Limbs(load_robot(urdf)).rotors == ()
