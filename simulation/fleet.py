"""All robots on the move: drivers, planners shared by bodies alike, and places to appear."""

import math

from simulation.driver import Driver
from simulation.nav_goal import NavGoal
from simulation.nav_grid import RESOLUTION, NavGrid
from simulation.navigation import Planner
from simulation.obstacles import Obstacles
from simulation.world import World, WorldRobot
from teamwork.geometry import Pose

SPAWN_RANGE = 2.0
"""A robot appears at most this far from where the task puts it, metres, before all else fails."""


class Fleet:
    """Keep one driver per robot that has joined."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.drivers: dict[str, Driver] = {}
        self._obstacles: dict[float, Obstacles] = {}
        self._grids: dict[float, NavGrid] = {}
        self._planners: dict[tuple[float, float], Planner] = {}

    def prepare(self) -> None:
        """Work out the maps of all bodies of the task beforehand."""
        for robot in self.world.robots.values():
            self.planner(robot)

    def planner(self, robot: WorldRobot) -> Planner:
        """Return the planner for a robot's body."""
        height, radius = robot.card.body.height, robot.radius
        if height not in self._grids:
            self._obstacles[height] = Obstacles.of(self.world.house, height)
            self._grids[height] = NavGrid.of(self.world.house, self._obstacles[height])
        if (height, radius) not in self._planners:
            self._planners[height, radius] = Planner(self._grids[height], radius)
        return self._planners[height, radius]

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
        self.drivers[robot.name] = Driver(
            robot,
            self.world,
            planner,
            self._obstacles[robot.card.body.height],
            lambda: [d for d in self.drivers.values() if d.robot is not robot],
        )
        return True

    def go(self, name: str, pose: Pose) -> NavGoal:
        """Send a robot that has joined to a pose."""
        return self.drivers[name].go(pose)

    def distance(self, robot: WorldRobot) -> float:
        """Return how far the middle of a robot's body is from walls and furniture, metres."""
        obstacles = self._obstacles[robot.card.body.height]
        return obstacles.distance(robot.pose.x, robot.pose.y)

    def step(self, dt: float) -> None:
        """Move every robot on by `dt` seconds, in the order in which they joined."""
        for driver in self.drivers.values():
            driver.step(dt)
