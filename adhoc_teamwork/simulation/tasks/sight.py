# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a team's cameras can show a misplaced thing from where its robots can drive to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from adhoc_teamwork.simulation.houses.house import Box, House
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot

PIXELS = 16
"""A thing of which a picture has fewer pixels than this is not counted as shown."""
_APART, _CLOSE = 0.3, 0.05
"""Places that are tried lie so far apart, but for those that are as close as can be; metres."""
_MOST = 80
"""Pictures that each robot takes at the most."""


@dataclass(frozen=True)
class Sight:
    """Say what the cameras of one team show in one house, by pictures of the simulator."""

    house: House
    robots: tuple[TaskRobot, ...]
    cards: Mapping[str, RobotCard]
    floors: tuple[Reach, ...]

    @classmethod
    def of(
        cls,
        house: House,
        robots: Sequence[TaskRobot],
        cards: Mapping[str, RobotCard],
        openings: Mapping[str, float],
    ) -> "Sight":
        """Return the sight of robots that start where the task has them.

        Args:
            house: In which they are.
            robots: All of the team.
            cards: Theirs, by name.
            openings: How wide their fingers open, metres, by the name of who has an arm.
        """
        floors = tuple(
            Reach.of(
                house,
                cards[robot.name],
                (robot.pose.x, robot.pose.y),
                openings.get(robot.name, math.inf),
            )
            for robot in robots
        )
        return cls(house, tuple(robots), cards, floors)

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """Return what those reach of the robots that have a hand."""
        return tuple(floor for floor in self.floors if floor.capability.can_manipulate)

    def shows(self, item: MisplacedObject) -> bool:
        """Tell whether a robot can get to where its camera shows a thing that lies as `item` says.

        What stands about in the house is as its file has it.
        """
        thing = self.house.object(item.object)
        if thing is None:
            return False
        x, y, bottom = item.position or (thing.box.x, thing.box.y, thing.box.bottom)
        box = replace(thing.box, x=x, y=y, z=bottom + thing.box.size_z / 2.0)
        cameras = [Camera.of(self.cards[robot.name]) for robot in self.robots]
        views = [
            (robot.name, _places(floor, box, camera))
            for robot, floor, camera in zip(self.robots, self.floors, cameras, strict=True)
        ]
        if not any(places for _, places in views):
            return False
        # Its rays are cast by a library that takes a while to import: most tasks are not drawn.
        from adhoc_teamwork.simulation.sensors.sensors import Sensors

        task = Task("", self.house.source, 0, (item,), self.robots)
        world = World.from_task(self.house, task, dict(self.cards))
        sensors = Sensors(world)
        number = sensors.instance_of(item.object)
        for name, places in views:
            robot = world.robots[name]
            for place in places:
                robot.pose = place
                if int((sensors.picture(robot).instances == number).sum()) >= PIXELS:
                    return True
        return False


def _places(floor: Reach, box: Box, camera: Camera) -> list[Pose]:
    """Return from where a thing may show, the most promising places first.

    Were nothing in between, and it were seen at its widest, it would show enough pixels there.
    """
    window, distance = floor.grid.disc(box.x, box.y, camera.range)
    rows, columns = np.nonzero(floor.cells[window] & (distance <= camera.range))
    stride = max(1, round(_APART / floor.grid.frame.cell))
    away = np.maximum(distance[rows, columns], 1e-3)
    coarse = (rows % stride == 0) & (columns % stride == 0)
    coarse |= away < away.min(initial=math.inf) + _CLOSE
    rows, columns, away = rows[coarse], columns[coarse], away[coarse]
    above = camera.height - box.z
    down = np.arctan2(above, away)
    face = box.size_x * box.size_y * np.abs(np.sin(down))
    side = math.hypot(box.size_x, box.size_y) * box.size_z * np.cos(down)
    pixels = (face + side) * camera.focal[0] * camera.focal[1] / (away**2 + above**2)
    margin = np.arctan2(max(box.size_x, box.size_y, box.size_z) / 2.0, away)
    shows = np.abs(down - camera.pitch) <= camera.vertical_fov / 2.0 + margin
    found = np.flatnonzero(shows & (pixels >= PIXELS))
    order = found[np.argsort(-pixels[found], kind="stable")][:_MOST]
    poses = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        x, y = floor.grid.point((row + window[0].start, column + window[1].start))
        poses.append(Pose(x, y, math.atan2(box.y - y, box.x - x)))
    return poses
