# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""All robots on the move: drivers, planners shared by bodies alike, and places to appear."""

import math
from functools import partial

from adhoc_teamwork.simulation.motion.barriers import why_not
from adhoc_teamwork.simulation.motion.driver import Driver
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal
from adhoc_teamwork.simulation.motion.nav_grid import RESOLUTION, NavGrid
from adhoc_teamwork.simulation.motion.navigation import Planner
from adhoc_teamwork.simulation.motion.obstacles import Obstacles
from adhoc_teamwork.simulation.motion.occupancy import body_grid
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Pose

SPAWN_RANGE = 2.0
"""A robot appears at most this far from where the task puts it, metres, before all else fails."""

_Shape = tuple[float, float, Footing]
"""What tells bodies apart that need maps of their own: height, where it hovers, and footing."""


class Fleet:
    """Keep one driver per robot that has joined."""

    def __init__(self, world: World, kind: type[Driver] = Driver) -> None:
        """Keep drivers of one kind."""
        self.world = world
        self._kind = kind
        self.drivers: dict[str, Driver] = {}
        self._floors: dict[_Shape, tuple[Obstacles, NavGrid]] = {}
        self._planners: dict[tuple[_Shape, float], Planner] = {}

    def prepare(self) -> None:
        """Work out the maps of all bodies of the task beforehand."""
        for robot in self.world.robots.values():
            self.planner(robot)

    def planner(self, robot: WorldRobot) -> Planner:
        """Return the planner for a robot's body."""
        shape, radius, house = _shape(robot.card), robot.radius, self.world.house
        if shape not in self._floors:
            self._floors[shape] = body_grid(house, robot.card)
        if (shape, radius) not in self._planners:
            why = partial(why_not, house, Footing.of(robot.card))
            self._planners[shape, radius] = Planner(self._floors[shape][1], radius, why)
        return self._planners[shape, radius]

    def join(self, robot: WorldRobot) -> bool:
        """Let a robot appear at its pose or the nearest free one; return False where none is."""
        planner = self.planner(robot)
        standing = [driver.disc for driver in self.drivers.values()]
        start = robot.entry.pose
        place = planner.nearest_free(start.x, start.y, standing, SPAWN_RANGE)
        if place is None:
            x0, y0, x1, y1 = self.world.house.bounds
            place = planner.nearest_free(start.x, start.y, standing, math.hypot(x1 - x0, y1 - y0))
        if place is None:
            return False
        if math.dist(place, (start.x, start.y)) > RESOLUTION:
            robot.pose = Pose(place[0], place[1], start.yaw)
        robot.joined = True
        self.drivers[robot.name] = self._kind(
            robot,
            self.world,
            planner,
            self._floors[_shape(robot.card)][0],
            lambda: [d for d in self.drivers.values() if d.robot is not robot],
        )
        return True

    def go(self, name: str, pose: Pose) -> NavGoal:
        """Send a robot that has joined to a pose."""
        return self.drivers[name].go(pose)

    def back_up(self, name: str, distance: float, speed: float) -> NavGoal:
        """Send a robot that has joined straight back, metres and m/s."""
        return self.drivers[name].back_up(distance, speed)

    def distance(self, robot: WorldRobot) -> float:
        """Return how far the middle of a robot's body is from walls and furniture, metres."""
        obstacles, _ = self._floors[_shape(robot.card)]
        return obstacles.distance(robot.pose.x, robot.pose.y)

    def step(self, dt: float) -> None:
        """Move every robot on by `dt` seconds, in the order in which they joined."""
        for driver in self.drivers.values():
            driver.step(dt)


def _shape(card: RobotCard) -> _Shape:
    return card.body.height, card.body.hover, Footing.of(card)
