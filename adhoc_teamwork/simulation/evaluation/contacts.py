# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Notice what no real world would let pass: a held object inside another, a robot in a robot.

Joints follow their trajectories here and stop at nothing; that hands keep clear of things is the
planner's doing. So it is checked, and told as an event.
"""

import math
from collections.abc import Collection
from itertools import combinations

import numpy as np

from adhoc_teamwork.robot_model.arrays import Floats
from adhoc_teamwork.simulation.events import EventKind
from adhoc_teamwork.simulation.houses.boxes import middle
from adhoc_teamwork.simulation.houses.house import Box
from adhoc_teamwork.simulation.world import World, WorldRobot

DEEP = 0.02
"""Things that are inside one another by this, metres, and not just about to touch."""


class Contacts:
    """Record an event, once each time, when something comes to be inside something else.

    What lay inside another thing's box when it was taken, as books in a row do, may come out again.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._told: set[tuple[str, str]] = set()
        self._grips: dict[str, tuple[str, dict[str, float]]] = {}
        self._solids: tuple[int, list[tuple[str, Box]], Floats] = (-1, [], np.empty((0, 4)))

    def check(self) -> None:
        """Look at every hand and every pair of robots as they are now."""
        robots = self._world.present()
        for one, other in combinations(robots, 2):
            apart = math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y)
            overlap = one.radius + other.radius - apart
            level = abs(self._world.base_height(one) - self._world.base_height(other))
            if level < min(one.card.body.height, other.card.body.height):
                self._tell((one.name, other.name), overlap, f"{one.name} and {other.name}", one)
        for robot in robots:
            if robot.grip is None:
                self._grips.pop(robot.name, None)
            else:
                self._check_hand(robot)

    def _check_hand(self, robot: WorldRobot) -> None:
        grip, tool, held = robot.grip, robot.tool, self._world.objects[robot.held]
        if grip is None or tool is None:
            return
        pose = tool @ grip.middle
        half = np.array([grip.box.size_x, grip.box.size_y, grip.box.size_z]) / 2.0
        depths = self._depths(pose, half, self._world.holders.with_contents(held.name))
        taken, since = self._grips.get(robot.name, ("", {}))
        if taken != held.name:
            since = depths
        apart = self._world.objects.keys() - depths.keys()
        self._told -= {(robot.name, name) for name in apart}
        for name, depth in depths.items():
            beyond = depth - since.get(name, 0.0)
            self._tell(
                (robot.name, name),
                beyond if depth > DEEP else 0.0,
                f"{held.source.category} in the hand of {robot.name} and "
                f"{self._world.objects[name].source.category}",
                robot,
            )
        # What has come out of another thing has no more right to be inside it.
        since = {name: min(was, depths.get(name, 0.0)) for name, was in since.items()}
        self._grips[robot.name] = held.name, since

    def _tell(self, pair: tuple[str, str], overlap: float, who: str, robot: WorldRobot) -> None:
        if overlap <= DEEP / 2.0:
            self._told.discard(pair)
        elif overlap > DEEP and pair not in self._told:
            self._told.add(pair)
            text = f"{who} are inside one another by {overlap:.2f} m"
            self._world.record(EventKind.CONTACT, text, robot)

    def _depths(self, pose: Floats, half: Floats, own: Collection[str]) -> dict[str, float]:
        """Return how deep a box is inside each thing at rest that it touches, metres, by name."""
        solids, bounds = self._at_rest()
        reach = float(np.linalg.norm(half))
        near = np.linalg.norm(bounds[:, :3] - pose[:3, 3], axis=1) < bounds[:, 3] + reach
        found: dict[str, float] = {}
        for index in np.flatnonzero(near).tolist():
            name, box = solids[index]
            if name in own:
                continue
            size = np.array([box.size_x, box.size_y, box.size_z]) / 2.0
            depth = depth_inside((pose, half), (middle(box), size))
            if depth > 0.0:
                found[name] = max(depth, found.get(name, 0.0))
        return found

    def _at_rest(self) -> tuple[list[tuple[str, Box]], Floats]:
        """Return the solids of all things at rest, and their middles and radii, (n, 4), metres."""
        world = self._world
        if self._solids[0] != world.objects_changed:
            solids = [(t.name, solid) for t in world.at_rest() for solid in t.solids()]
            rows = [
                (b.x, b.y, b.z, math.hypot(b.size_x, b.size_y, b.size_z) / 2) for _, b in solids
            ]
            bounds = np.array(rows, np.float64).reshape(-1, 4)
            self._solids = world.objects_changed, solids, bounds
        return self._solids[1], self._solids[2]


def depth_inside(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> float:
    """Return by how much two boxes overlap, metres, negative where they are apart.

    Each is the pose of its middle, (4, 4), and its half extents, (3,). It is the least way by which
    one has to move to come out of the other (separating axes).
    """
    (pose, half), (their_pose, their_half) = one, other
    mine, theirs = pose[:3, :3], their_pose[:3, :3]
    edges = np.cross(mine.T[:, None, :], theirs.T[None, :, :]).reshape(-1, 3)
    axes = np.concatenate([mine.T, theirs.T, edges])
    length = np.linalg.norm(axes, axis=1)
    axes = axes[length > 1e-6] / length[length > 1e-6, None]
    reach = np.abs(axes @ mine) @ half + np.abs(axes @ theirs) @ their_half
    apart = np.abs(axes @ (their_pose[:3, 3] - pose[:3, 3]))
    return float((reach - apart).min())
