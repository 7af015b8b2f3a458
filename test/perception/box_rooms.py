# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Box rooms for tests: an analytic ray caster gives the frames of a camera among boxes."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.perception.frames.camera import Frame, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Detection, Room, SceneGraph

OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""Columns: x, y and z of the optical frame in camera_link."""
RANGE = 6.0
ROOM = Room("room_0", ((0.0, 0.0), (5.0, 0.0), (5.0, 4.0), (0.0, 4.0)))
CAPABILITY = Capability(
    "test robot",
    can_manipulate=True,
    camera_range=RANGE,
    reach=0.8,
    reach_min_height=0.0,
    reach_max_height=1.2,
)


@dataclass(frozen=True)
class Block:
    """Hold one upright box: its middle, extents, mask id and label (None: background)."""

    centre: tuple[float, float, float]
    size: tuple[float, float, float]
    instance: int = 0
    label: Label | None = None

    def at(self, x: float, y: float, z: float) -> "Block":
        """Return it with its middle somewhere else."""
        return replace(self, centre=(x, y, z))


@dataclass
class BoxRoom:
    """Hold named blocks in a walled room of 5 m x 4 m, and a robot's camera in it."""

    blocks: dict[str, Block] = field(default_factory=dict)
    camera_height: float = 1.2
    pitch: float = 0.35
    width: int = 160
    height: int = 120
    fov: float = 1.2

    def frame(self, base: Pose, stamp: float) -> Frame:
        """Return what the camera sees from a base pose."""
        pose = self.camera_pose(base)
        focal = self.width / 2.0 / math.tan(self.fov / 2.0)
        camera = Intrinsics(
            self.width, self.height, focal, focal, (self.width - 1) / 2, (self.height - 1) / 2
        )
        u, v = np.meshgrid(np.arange(self.width), np.arange(self.height))
        rays = np.stack(
            [(u - camera.cx) / focal, (v - camera.cy) / focal, np.ones_like(u, float)], axis=-1
        )
        depth, instances = self._cast(pose[:3, 3], rays @ pose[:3, :3].T)
        return Frame(stamp, depth, instances, camera, pose, base, RANGE)

    def camera_pose(self, base: Pose) -> np.ndarray:
        """Return the optical frame's pose in `map`."""
        cos_p, sin_p = math.cos(self.pitch), math.sin(self.pitch)
        cos_y, sin_y = math.cos(base.yaw), math.sin(base.yaw)
        tilt = np.array([[cos_p, 0, sin_p], [0, 1, 0], [-sin_p, 0, cos_p]])
        turn = np.array([[cos_y, -sin_y, 0], [sin_y, cos_y, 0], [0, 0, 1]])
        pose = np.eye(4)
        pose[:3, :3] = turn @ tilt @ OPTICAL
        pose[:3, 3] = (base.x, base.y, self.camera_height)
        return pose

    def labels(self) -> dict[int, Label]:
        """Return the labels of all blocks."""
        return {b.instance: b.label for b in self.blocks.values() if b.label is not None}

    def _cast(self, origin: np.ndarray, rays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        walls = [
            Block((2.5, 2.0, -0.05), (5.4, 4.4, 0.1)),
            Block((2.5, -0.05, 1.25), (5.2, 0.1, 2.5)),
            Block((2.5, 4.05, 1.25), (5.2, 0.1, 2.5)),
            Block((-0.05, 2.0, 1.25), (0.1, 4.2, 2.5)),
            Block((5.05, 2.0, 1.25), (0.1, 4.2, 2.5)),
        ]
        depth = np.full(rays.shape[:2], np.inf)
        instances = np.zeros(rays.shape[:2], np.uint16)
        with np.errstate(divide="ignore", invalid="ignore"):
            for block in (*walls, *self.blocks.values()):
                middle, half = np.array(block.centre), np.array(block.size) / 2.0
                near = (middle - half - origin) / rays
                far = (middle + half - origin) / rays
                enter = np.minimum(near, far).max(axis=-1)
                leave = np.maximum(near, far).min(axis=-1)
                hit = (enter <= leave) & (enter > 0.01) & (enter < depth)
                depth[hit], instances[hit] = enter[hit], block.instance
        beyond = depth > RANGE
        depth[beyond], instances[beyond] = np.inf, 0
        return depth.astype(np.float32), instances


def small(category: str) -> Label:
    """Return the label of something that a hand can carry."""
    return Label(category, pickupable=True)


def furniture(category: str) -> Label:
    """Return the label of something that carries others."""
    return Label(category, is_receptacle=True)


def table_with_mug() -> BoxRoom:
    """Return a room with a mug on a table, both well in view from (1, 2) facing east."""
    return BoxRoom(
        {
            "table": Block((3.0, 2.0, 0.35), (0.8, 1.2, 0.7), 1, furniture("DiningTable")),
            "mug": Block((2.8, 2.1, 0.76), (0.1, 0.1, 0.12), 2, small("Mug")),
        }
    )


class Looker:
    """Drive a `Perception` through frames of a room, half a second apart."""

    def __init__(self, room: BoxRoom, robot: str = "rover", line: ReachLine | None = None) -> None:
        self.room = room
        self.belief = Perception(robot, CAPABILITY, line=line)
        self.belief.set_floor_plan(SceneGraph(rooms=(ROOM,)))
        self.time = 0.0

    def look(
        self, x: float = 1.0, y: float = 2.0, yaw: float = 0.0, times: int = 1
    ) -> tuple[Detection, ...]:
        """Take in frames from one pose and return the last one's detections."""
        detections: tuple[Detection, ...] = ()
        for _ in range(times):
            self.time += 0.5
            self.belief.set_labels(self.room.labels())
            detections = self.belief.process(self.room.frame(Pose(x, y, yaw), self.time))
        return detections

    def graph(self) -> SceneGraph:
        """Return the present scene graph."""
        return self.belief.scene_graph(self.time)

    def object(self, object_id: str) -> Detection:
        """Return a known object."""
        known = self.graph().object(object_id)
        assert known is not None, f"{object_id} is unknown"
        return known

    def ids(self) -> list[str]:
        """Return the ids of all known objects."""
        return sorted(o.object_id for o in self.graph().objects)
