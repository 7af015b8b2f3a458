# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures against geometry worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject
from adhoc_teamwork.simulation.manipulation.hand import grasp
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.ray_scene import BACKGROUND, RayScene, category_color
from adhoc_teamwork.simulation.sensors.sensors import ROBOT_CATEGORY, Sensors
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot


@pytest.fixture
def level_card(arm_card: RobotCard) -> RobotCard:
    capability = replace(arm_card.capability, camera_pitch=0.0, camera_height=0.5)
    return replace(arm_card, capability=capability)


def one_box_world(card: RobotCard, box: Box) -> World:
    """Return an empty room with one box and a robot at the origin that looks along x."""
    room = Room("room_0", ((-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)))
    thing = HouseObject("Crate|0", "Crate", box, (box,), room_id="room_0")
    house = House("one box", (room,), (), (), (thing,), bounds=(-9.0, -9.0, 9.0, 9.0))
    task = Task("t", "h", 0, (), (TaskRobot("al", "c", Pose(0.0, 0.0)),))
    world = World.from_task(house, task, {"al": card})
    world.robots["al"].joined = True
    return world


def test_depth_and_id_of_a_box(level_card: RobotCard) -> None:
    world = one_box_world(level_card, Box(2.65, 0.0, 0.5, 1.0, 0.5, 1.0))
    sensors = Sensors(world)
    picture = sensors.picture(world.robots["al"])
    on_box = picture.instances == sensors.instance_of("Crate|0")
    # The front face is 2.15 m from the base, the camera 0.15 m ahead of it.
    assert picture.depth[120, 160] == pytest.approx(2.0, abs=1e-3)
    assert np.abs(picture.depth[on_box] - 2.0).max() < 1e-3
    camera = Camera.of(level_card)
    rows, columns = np.nonzero(on_box)
    width_px = 0.5 / 2.0 * camera.focal[0]
    assert columns.max() - columns.min() + 1 == pytest.approx(width_px, abs=1.5)
    assert rows.max() - rows.min() + 1 == pytest.approx(1.0 / 2.0 * camera.focal[1], abs=1.5)


def test_what_is_left_is_left_and_what_is_up_is_up(level_card: RobotCard) -> None:
    world = one_box_world(level_card, Box(2.0, 0.6, 0.9, 0.2, 0.2, 0.2))
    sensors = Sensors(world)
    rows, columns = np.nonzero(sensors.picture(world.robots["al"]).instances)
    assert columns.mean() < 100
    assert rows.mean() < 90


def test_pitched_camera_sees_the_floor_at_its_height(arm_card: RobotCard) -> None:
    world = one_box_world(arm_card, Box(8.5, 8.5, 0.1, 0.1, 0.1, 0.2))
    camera = Camera.of(arm_card)
    robot = world.robots["al"]
    robot.pose = Pose(0.5, -0.3, 0.7)
    depth = Sensors(world).picture(robot).depth
    (fx, fy), (cx, cy) = camera.focal, camera.centre
    row, column = 230, 40
    local = np.array([1.0, -(column - cx) / fx, -(row - cy) / fy]) * depth[row, column]
    point = camera.rotation(robot.pose) @ local + camera.position(robot.pose)
    assert point[2] == pytest.approx(0.0, abs=1e-3)
    middle = depth[119:121, 160].mean()
    assert middle == pytest.approx(0.6 / np.sin(0.2), rel=5e-3)


def test_beyond_range_is_infinite_and_unlabelled(level_card: RobotCard) -> None:
    near = replace(level_card, capability=replace(level_card.capability, camera_range=1.9))
    world = one_box_world(near, Box(2.65, 0.0, 0.5, 1.0, 0.5, 1.0))
    picture = Sensors(world).picture(world.robots["al"])
    assert np.isposinf(picture.depth[120, 160])
    assert not picture.instances.any()
    assert not np.isnan(picture.depth).any()


def test_filled_pixels_equal_cast_ones(world: World) -> None:
    sensors = Sensors(world)
    robot = world.robots["al"]
    robot.pose = Pose(1.0, 1.0, 0.8)
    picture = sensors.picture(robot)
    rays = sensors._camera_rays(Camera.of(robot.card), robot.pose)
    plain = sensors._still_scene().cast_distance(rays.reshape(-1, 6)).reshape(picture.depth.shape)
    plain[plain > robot.card.capability.camera_range] = np.inf
    both = np.isfinite(plain) & np.isfinite(picture.depth)
    differs = np.abs(plain[both] - picture.depth[both]) > 1e-3
    assert differs.mean() < 1e-3
    assert (np.isfinite(plain) == np.isfinite(picture.depth)).mean() > 0.999


def test_other_robot_is_seen_and_own_body_is_not(world: World) -> None:
    al, bo = world.robots["al"], world.robots["bo"]
    al.pose, bo.pose = Pose(5.0, 1.5, 0.0), Pose(6.5, 1.5, 0.0)
    sensors = Sensors(world)
    picture = sensors.picture(al)
    number = sensors.instance_of("bo")
    assert (picture.instances == number).any()
    assert picture.depth[picture.instances == number].min() == pytest.approx(
        1.1 * np.cos(0.2), abs=0.02
    )
    label = sensors.label(number)
    assert (label.category, label.pickupable, label.is_receptacle) == (ROBOT_CATEGORY, False, False)
    assert not (picture.instances == sensors.instance_of("al")).any()
    bo.joined = False
    assert not (sensors.picture(al).instances == number).any()


def test_grasped_object_leaves_its_place(world: World) -> None:
    al, bo = world.robots["al"], world.robots["bo"]
    al.pose, bo.pose = Pose(0.6, 2.2, -1.5708), Pose(2.0, 1.0)
    sensors = Sensors(world)
    number = sensors.instance_of("Bottle|0")
    assert (sensors.picture(al).instances == number).any()
    al.pose = Pose(0.6, 1.2, -1.5708)
    assert grasp(world, al, Point(0.6, 0.6, 0.1)).success
    al.pose = Pose(0.6, 2.2, -1.5708)
    world.carry(al)
    assert not (sensors.picture(al).instances == number).any()
    # Its teammate sees it on the robot that carries it.
    bo.pose = Pose(0.6, 3.4, -1.5708)
    assert (sensors.picture(bo).instances == number).any()


def test_labels_say_what_things_are(world: World) -> None:
    sensors = Sensors(world)
    table = sensors.label(sensors.instance_of("Table|0"))
    mug = sensors.label(sensors.instance_of("Mug|0"))
    assert (table.category, table.pickupable, table.is_receptacle) == ("Table", False, True)
    assert (mug.category, mug.pickupable, mug.is_receptacle) == ("Mug", True, False)
    assert BACKGROUND not in {sensors.instance_of(name) for name in world.objects}


def test_scan_meets_walls_all_round(world: World) -> None:
    al, bo = world.robots["al"], world.robots["bo"]
    al.pose, bo.pose = Pose(6.0, 2.0, 0.0), Pose(7.0, 0.5, 0.0)
    bo.joined = False
    distances = Sensors(world).scan(al)
    assert distances[180] == pytest.approx(2.0, abs=1e-3)  # ahead: the outer wall
    assert distances[90] == pytest.approx(2.0, abs=1e-3)  # right
    assert distances[0] == pytest.approx(6.0, abs=1e-3)  # behind: through the doorway
    bo.joined, bo.pose = True, Pose(7.0, 2.0, 0.0)
    assert Sensors(world).scan(al)[180] == pytest.approx(0.75, abs=0.02)


def test_empty_scene_answers() -> None:
    rays = np.zeros((4, 6, 6), np.float32)
    rays[..., 3] = 1.0
    hits = RayScene().cast_image(rays)
    assert np.isposinf(hits.distance).all()
    assert not hits.ids.any()


def test_category_colors_are_stable_and_differ() -> None:
    assert category_color("Mug") == category_color("Mug")
    assert category_color("Mug") != category_color("Bowl")
