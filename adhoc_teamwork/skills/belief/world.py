# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the skills read of the world: the robot's own perception and odometry, nothing else."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from adhoc_teamwork.skills.belief.grid import Floats, SemanticGrid
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import INFERRED, Detection, Presence, SceneGraph


@dataclass
class World:
    """Hold the latest of what the robot believes and measures; replaced part by part.

    `pose` is of base_link in `map`, None while unknown, and `odometry` in odometry's own frame, in
    which it stays where it is while localisation corrects itself; `speed` in m/s and `turn_rate` in
    rad/s; `odometer` counts the metres driven so far; `odometry_at` is when odometry last told
    something new, in seconds of a clock that only grows and of the ROS clock, and `moved_at` when
    it last told of another place, in seconds of the former. `teammates` are where teammates said
    they are, `claims` where they said they drive to; where two drive to the same place, those of
    `prior_claims` go first. `inspected` is occupied where small things on furniture would have
    shown to the robot's camera; `let_go` is where the own hand let go of what perception has in it
    still, and `laid` of what no camera has shown since. `seen` gives points of things, (n, 3): x
    and y in `map`, z above the floor there. `ground` is how high the floor is, None where it is
    level; heights of objects are above the floor below them.
    """

    graph: SceneGraph | None = None
    grid: SemanticGrid | None = None
    pose: Pose | None = None
    odometry: Pose | None = None
    speed: float = 0.0
    turn_rate: float = 0.0
    odometer: float = 0.0
    odometry_at: tuple[float, float] = (-math.inf, -math.inf)
    moved_at: float = -math.inf
    teammates: tuple[Point, ...] = ()
    claims: tuple[Point, ...] = ()
    prior_claims: tuple[Point, ...] = ()
    inspected: SemanticGrid | None = None
    let_go: dict[str, Point] = field(default_factory=dict)
    laid: dict[str, Point] = field(default_factory=dict)
    seen: Callable[[], Floats] = lambda: np.empty((0, 3))
    ground: HeightMap | None = None

    def hear_of(self, graph: SceneGraph) -> None:
        """Take in what perception believes; the hand knows better where it let go of things.

        Perception guesses that from where the robot stood. A second thing would be put where the
        first is, and the arm would run into that.
        """
        spots = {**self.laid, **self.let_go}
        guesses = {o.object_id for o in graph.objects if _is_guess(o)}
        held = {o.object_id for o in graph.objects if o.status is Presence.HELD}
        self.laid = {name: spot for name, spot in spots.items() if name in guesses}
        self.let_go = {name: spot for name, spot in self.let_go.items() if name in held}
        if self.laid:
            graph = replace(graph, objects=tuple(map(self._where_laid, graph.objects)))
        self.graph = graph

    def _where_laid(self, thing: Detection) -> Detection:
        spot = self.laid.get(thing.object_id)
        if spot is None:
            return thing
        return replace(thing, position=Point(spot.x, spot.y, thing.position.z))

    def in_map(self, point: Point) -> Point:
        """Return a point with its height in `map` in place of that above the floor."""
        if self.ground is None:
            return point
        return Point(point.x, point.y, point.z + self.ground.height(point.x, point.y))


def _is_guess(thing: Detection) -> bool:
    return thing.status is Presence.PRESENT and thing.confidence <= INFERRED
