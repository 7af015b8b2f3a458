# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots' cameras and lasers see: rays cast into walls, furniture, objects and other robots.

Depth is in metres along the optical axis. As REP-118 has it for floating-point depth images, a
pixel with no return within the camera's range is +inf. No other invalid value occurs but where
`simulation.noise` puts NaN. The instance mask is 0 there too, as it is on walls and floor.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.ground_mesh import patch_mesh
from adhoc_teamwork.simulation.sensors.meshes import body_mesh, box_mesh, floor_mesh, wall_mesh
from adhoc_teamwork.simulation.sensors.ray_scene import BACKGROUND, Hits, RayScene, category_color
from adhoc_teamwork.simulation.world import World, WorldObject, WorldRobot
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.states import States

ROBOT_CATEGORY = "Robot"
WALL_COLOR = (0.93, 0.91, 0.86)
FLOOR_COLOR = (0.66, 0.60, 0.53)
STAIRS_COLOR = (0.58, 0.52, 0.46)


@dataclass(frozen=True)
class InstanceLabel:
    """Say what an instance id stands for; `closed` tells of a door or lid, None without one.

    `states` are those that it is in now.
    """

    instance: int
    category: str
    pickupable: bool
    is_receptacle: bool
    closed: bool | None = None
    states: States = ()

    @property
    def condition(self) -> tuple[bool | None, States]:
        """Return what of it can change, and shows only to whoever looks at it."""
        return self.closed, self.states


@dataclass(frozen=True)
class Frame:
    """Hold one picture: `depth` float32 and `instances` uint16 (h, w), `rgb` uint8 (h, w, 3)."""

    depth: NDArray[np.float32]
    instances: NDArray[np.uint16]
    rgb: NDArray[np.uint8]


class Sensors:
    """Render what each robot perceives; scenes are built again only where something moved."""

    def __init__(self, world: World) -> None:
        self._world = world
        names = [*world.objects, *world.robots]
        self._instances = {name: number for number, name in enumerate(names, BACKGROUND + 1)}
        self._labels = {label.instance: label for label in self._all_labels()}
        changing = (*world.holders.shut, *world.states.now)
        self._changing = {self._instances[name]: name for name in changing}
        self._still: tuple[int, RayScene] | None = None
        self._rays: dict[Camera, NDArray[np.float32]] = {}

    def instance_of(self, name: str) -> int:
        """Return the instance id of an object of the house or a robot."""
        return self._instances[name]

    def label(self, instance: int) -> InstanceLabel:
        """Return what an instance id stands for, and how its door and its states are now."""
        label, name = self._labels[instance], self._changing.get(instance)
        if name is None:
            return label
        holders, states = self._world.holders, self._world.states.of(name)
        closed = holders.is_shut(name) if holders.opens(name) else None
        return replace(label, closed=closed, states=states)

    @property
    def labels(self) -> list[InstanceLabel]:
        """Return what all instance ids stand for, objects before robots."""
        return list(self._labels.values())

    def base_height(self, robot: WorldRobot) -> float:
        """Return how high a robot's base is in `map`, metres."""
        return self._world.base_height(robot)

    def picture(self, robot: WorldRobot) -> Frame:
        """Return what a robot's camera sees now; its own body and what it holds are left out."""
        camera = Camera.of(robot.card)
        rays = self._camera_rays(camera, robot.pose, self.base_height(robot))
        hits = self._still_scene().cast_image(rays)
        depth, ids, rgb = hits.distance, hits.ids, hits.rgb
        window = self._moving_window(camera, robot)
        if window is not None:
            moving = self._moving_scene(robot).cast_image(rays[window])
            _merge(Hits(depth[window], ids[window], rgb[window]), moving)
        beyond = depth > camera.range
        depth[beyond] = np.inf
        ids[beyond] = BACKGROUND
        return Frame(depth, ids, rgb)

    def scan(self, robot: WorldRobot, beams: int = 360) -> NDArray[np.float32]:
        """Return distances all round at the body's scan height, metres, +inf beyond its range.

        The first beam points backwards (-pi), the angle grows counter-clockwise.
        """
        body, pose = robot.card.body, robot.pose
        angles = pose.yaw - math.pi + np.arange(beams) * (2.0 * math.pi / beams)
        rays = np.zeros((beams, 6), np.float32)
        height = self.base_height(robot) + body.scan_height - body.hover
        rays[:, :3] = (pose.x, pose.y, height)
        rays[:, 3], rays[:, 4] = np.cos(angles), np.sin(angles)
        distance = self._still_scene().cast_distance(rays)
        if len(self._world.present()) > 1:
            distance = np.minimum(distance, self._moving_scene(robot).cast_distance(rays))
        distance[distance > body.scan_range] = np.inf
        return distance

    def _all_labels(self) -> list[InstanceLabel]:
        labels = [self._label_of(thing) for thing in self._world.objects.values()]
        robots = [
            InstanceLabel(self._instances[name], ROBOT_CATEGORY, False, False)
            for name in self._world.robots
        ]
        return labels + robots

    def _label_of(self, thing: WorldObject) -> InstanceLabel:
        holders, source = self._world.holders, thing.source
        carries = bool(source.surfaces) and not source.pickupable
        return InstanceLabel(
            self._instances[thing.name],
            source.category,
            source.pickupable,
            carries or thing.name in holders.capacity,
            holders.is_shut(thing.name) if holders.opens(thing.name) else None,
            self._world.states.of(thing.name),
        )

    def _camera_rays(
        self, camera: Camera, base: Pose, base_height: float = 0.0
    ) -> NDArray[np.float32]:
        """Return one ray per pixel, in an array that the next call for this camera overwrites."""
        if camera not in self._rays:
            self._rays[camera] = np.empty((camera.height_px, camera.width, 6), np.float32)
        rays = self._rays[camera]
        left, up = camera.slopes()
        rotation = camera.rotation(base).astype(np.float32)
        position = camera.position(base, base_height)
        for axis in range(3):
            rays[..., axis] = position[axis]
            across = rotation[axis, 0] + rotation[axis, 1] * left
            rays[..., 3 + axis] = across[None, :] + (rotation[axis, 2] * up)[:, None]
        return rays

    def _still_scene(self) -> RayScene:
        """Return walls, floor, furniture and objects at rest, built again after a change."""
        if self._still is None or self._still[0] != self._world.objects_changed:
            scene = RayScene()
            scene.add(floor_mesh(self._world.house.bounds), BACKGROUND, FLOOR_COLOR)
            for patch in self._world.house.ground.patches:
                color = STAIRS_COLOR if patch.rises else FLOOR_COLOR
                scene.add(patch_mesh(patch), BACKGROUND, color)
            for wall in self._world.house.walls:
                scene.add(wall_mesh(wall), BACKGROUND, WALL_COLOR)
            for thing in self._world.at_rest():
                color = category_color(thing.source.category)
                for solid in thing.solids():
                    scene.add(box_mesh(solid), self._instances[thing.name], color)
            self._still = (self._world.objects_changed, scene)
        return self._still[1]

    def _moving_scene(self, viewer: WorldRobot) -> RayScene:
        """Return the other robots and what they hold."""
        scene = RayScene()
        for robot in self._world.present():
            if robot is viewer:
                continue
            body = robot.card.body
            foot = self.base_height(robot)
            top = foot + body.height - body.hover
            mesh = body_mesh(robot.pose.x, robot.pose.y, body.radius, top, foot)
            scene.add(mesh, self._instances[robot.name], body.color)
            if robot.held:
                thing = self._world.objects[robot.held]
                color = category_color(thing.source.category)
                for solid in thing.solids():
                    scene.add(box_mesh(solid), self._instances[thing.name], color)
        return scene

    def _moving_window(self, camera: Camera, viewer: WorldRobot) -> tuple[slice, slice] | None:
        """Return the rows and columns in which other robots can appear, or None."""
        boxes = [self._bounding_box(r) for r in self._world.present() if r is not viewer]
        z = self.base_height(viewer)
        windows = [w for w in (_box_window(camera, viewer.pose, z, box) for box in boxes) if w]
        if not windows:
            return None
        rows = slice(min(w[0].start for w in windows), max(w[0].stop for w in windows))
        columns = slice(min(w[1].start for w in windows), max(w[1].stop for w in windows))
        return rows, columns

    def _bounding_box(self, robot: WorldRobot) -> Box:
        """Return an upright box around a robot and what it holds."""
        body, foot = robot.card.body, self.base_height(robot)
        half, top = body.radius, foot + body.height - body.hover
        if robot.held:
            held = self._world.objects[robot.held].box
            foot, top = min(foot, held.bottom), max(top, held.top)
            out = math.dist((held.x, held.y), (robot.pose.x, robot.pose.y))
            half = max(half, out + math.hypot(held.size_x, held.size_y) / 2.0)
        middle = (foot + top) / 2.0
        return Box(robot.pose.x, robot.pose.y, middle, 2 * half, 2 * half, top - foot)


def _box_window(
    camera: Camera, base: Pose, base_height: float, box: Box
) -> tuple[slice, slice] | None:
    """Return the pixels in which an upright box can appear, or None where it cannot."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    corners = np.array([box.x, box.y, box.z]) + signs * [
        box.size_x / 2.0, box.size_y / 2.0, box.size_z / 2.0,
    ]  # fmt: skip
    local = (corners - camera.position(base, base_height)) @ camera.rotation(base)
    ahead = local[:, 0]
    if ahead.max() <= 0.0 or ahead.min() > camera.range:
        return None
    if ahead.min() <= 0.05:
        return slice(0, camera.height_px), slice(0, camera.width)
    (fx, fy), (cx, cy) = camera.focal, camera.centre
    u, v = cx - fx * local[:, 1] / ahead, cy - fy * local[:, 2] / ahead
    first_u, last_u = max(0, math.floor(u.min())), min(camera.width, math.ceil(u.max()) + 1)
    first_v, last_v = max(0, math.floor(v.min())), min(camera.height_px, math.ceil(v.max()) + 1)
    if first_u >= last_u or first_v >= last_v:
        return None
    return slice(first_v, last_v), slice(first_u, last_u)


def _merge(into: Hits, other: Hits) -> None:
    """Write in what the other hits show nearer by; `into` holds views of a whole picture."""
    nearer = other.distance < into.distance
    into.distance[nearer] = other.distance[nearer]
    into.ids[nearer] = other.ids[nearer]
    into.rgb[nearer] = other.rgb[nearer]
