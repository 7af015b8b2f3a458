# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot with a camera on its tour through a simulated house, without ROS."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.measuring.perception.tour import VISITS, Stop, Tour
from adhoc_teamwork.perception.frames.camera import Frame as CameraFrame
from adhoc_teamwork.perception.frames.camera import Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.noise import Drift, NoisyPictures
from adhoc_teamwork.simulation.sensors.sensors import Frame as Picture
from adhoc_teamwork.simulation.sensors.sensors import Sensors
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.sensor_noise import SensorNoise
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

ROBOT = "explorer"
OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""Columns: x, y and z of the optical frame in camera_link (REP-103)."""


@dataclass(frozen=True, eq=False)
class Shot:
    """Hold a perfect picture, where it was taken, and when (seconds since the start)."""

    stop: Stop
    picture: Picture


class Exploration:
    """Take the pictures of a tour; nothing moves in the house but the robot."""

    def __init__(self, house: House, card: RobotCard) -> None:
        self.house = house
        self.card = card
        self.tour = Tour.of(house, card)
        self.camera = Camera.of(card)
        task = Task("", house.source, 0, (), (TaskRobot(ROBOT, "", Pose(0.0, 0.0)),))
        self.world = World.from_task(house, task, {ROBOT: card})
        self._robot = self.world.robots[ROBOT]
        self._robot.joined = True
        self.sensors = Sensors(self.world)

    def shots(self, visits: int = VISITS) -> Iterator[Shot]:
        """Yield the pictures of a tour with so many visits to each room, perfect ones."""
        for stop in self.tour.stops(visits):
            self._robot.pose = stop.pose
            yield Shot(stop, self.sensors.picture(self._robot))

    def instance_of(self, name: str) -> int:
        """Return the mask's id of an object of the house."""
        return self.sensors.instance_of(name)

    @property
    def intrinsics(self) -> Intrinsics:
        """Return the camera's intrinsics."""
        return Intrinsics(
            self.camera.width, self.camera.height_px, *self.camera.focal, *self.camera.centre
        )

    def frame(self, picture: Picture, believed: Pose, stamp: float) -> CameraFrame:
        """Return what perception takes in: a picture, and where the robot believes to be."""
        return CameraFrame(
            stamp=stamp,
            depth=picture.depth,
            instances=picture.instances,
            intrinsics=self.intrinsics,
            pose=self.camera_pose(believed),
            base=believed,
            camera_range=self.camera.range,
        )

    def camera_pose(self, base: Pose) -> NDArray[np.float64]:
        """Return the (4, 4) transform of the optical frame into `map` at a pose of the base."""
        pose = np.eye(4)
        pose[:3, :3] = self.camera.rotation(base) @ OPTICAL
        pose[:3, 3] = self.camera.position(base)
        return pose


class Senses:
    """Give perception the frames of an exploration, as imperfect as a noise says."""

    def __init__(self, exploration: Exploration, noise: SensorNoise, seed: int) -> None:
        self._exploration = exploration
        streams = np.random.default_rng(seed).spawn(2)
        self._pictures = NoisyPictures(noise, exploration.sensors.labels, streams[0])
        self._drift = Drift(noise, streams[1])

    def labels(self) -> dict[int, Label]:
        """Return what ids of masks stand for, as the segmenter names them."""
        known = [*self._exploration.sensors.labels, *self._pictures.wrong.values()]
        return {k.instance: Label(k.category, k.pickupable, k.is_receptacle) for k in known}

    def frame(self, shot: Shot) -> CameraFrame:
        """Return the frame of a shot; call it for each shot in order."""
        believed = self._drift.move(shot.stop.pose)
        picture = self._pictures.spoil(shot.picture)
        return self._exploration.frame(picture, believed, shot.stop.stamp)
