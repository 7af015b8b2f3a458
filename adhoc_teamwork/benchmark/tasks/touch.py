# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""From where in a house a robot can pick a thing up, and from where it can put it where it belongs.

All of it leaves small things out of account that could be moved out of the way, so that nothing is
called impossible that is not.
"""

import math
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.benchmark.tasks.task import Build
from adhoc_teamwork.simulation.houses.house import Box, HouseObject, Surface
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import HEADINGS
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.placing import spot_on
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.lattice.sight.sightlines import Masks
from adhoc_teamwork.simulation.manipulation.reach import STANDING_ERROR, Reach
from adhoc_teamwork.simulation.motion.nav_grid import Mask, NavGrid
from adhoc_teamwork.simulation.motion.occupancy import occupancy_grid
from adhoc_teamwork.simulation.rules.placing import room_on
from adhoc_teamwork.simulation.rules.reach import Arm, hand_point, why_out_of_reach
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

Floats = NDArray[np.float64]
State = tuple[int, int]
"""A cell and a heading."""

_HIGHEST = 1.7
"""Things whose middle is higher than this, metres, lie above the highest cameras."""
_STRONGEST = 20.0
_ANYWHERE = 100.0


@dataclass
class Touch:
    """Answer for one house from which states things can be handled, by the build of robots."""

    step_house: StepHouse
    _open: dict[float, Masks] = field(default_factory=dict)

    @cached_property
    def hand(self) -> Reach:
        """Return what a hand gets to from where robots can stand, whatever they see."""
        config = self.step_house.config
        capability = Capability(
            "any",
            can_manipulate=True,
            payload=_STRONGEST,
            reach=config.reach + STANDING_ERROR,
            reach_max_height=_HIGHEST,
        )
        grid = occupancy_grid(self.step_house.house, config.body_height)
        standing = _standing(grid, self.step_house.lattice)
        return Reach(self.step_house.house, grid, standing, capability)

    def scene(self, misplaced: tuple[MisplacedObject, ...]) -> Scene:
        """Return where everything is with these things out of place."""
        scene = Scene(self.step_house)
        numbers = self.step_house.by_name
        for item in misplaced:
            if item.position is not None:
                carrier = numbers.get(item.moved_to)
                name = FLOOR if carrier is None else self.step_house.ids[carrier]
                scene.take(numbers[item.object])
                scene.put(numbers[item.object], *item.position, name, False)
        return scene

    def to_pick(self, scene: Scene, number: int, build: Build) -> frozenset[State]:
        """Return from where a thing is in view and in reach: at its side where it is no load."""
        box, points = scene.boxes[number], self.step_house.lattice.points
        seen = np.zeros(len(points), np.uint16)
        solids = scene.solids(number)
        lines = self.step_house.elsewhere(build.camera_height, number, solids).lines
        seen[lines.cell] = lines.masks(np.zeros(len(lines.views), np.uint8))
        arm, thing = self._arm(build), Point(box.x, box.y, box.z)
        walls, near = self.step_house.house.walls, np.zeros(len(points), np.bool_)
        side = not self.step_house.house.objects[number].pickupable
        far = arm.reach + (math.hypot(box.size_x, box.size_y) if side else 0.0)
        for cell in np.flatnonzero(np.hypot(*(points - (box.x, box.y)).T).round(6) <= far):
            base = Point(float(points[cell, 0]), float(points[cell, 1]))
            if side:
                thing = hand_point(box, base, arm.height_for(box))
            near[cell] = why_out_of_reach(arm, base, thing, walls, "") is None
        return self._states(seen, near)

    def to_put(self, scene: Scene, number: int, goal: TidyPlace, build: Build) -> frozenset[State]:
        """Return from where a thing can be put where it is tidy."""
        return frozenset().union(*self.places_to_put(scene, number, goal, build).values())

    def places_to_put(
        self, scene: Scene, number: int, goal: TidyPlace, build: Build
    ) -> dict[str, frozenset[State]]:
        """Return for each place where a thing is tidy, by id, from where it can be put there."""
        places: dict[str, frozenset[State]] = {}
        anywhere = replace(self._arm(build), reach=_ANYWHERE)
        for receptacle, thing in enumerate(self.step_house.house.objects):
            if thing.category in goal.receptacles and self._suits(thing, goal):
                middle = Point(thing.box.x, thing.box.y)
                if spot_on(scene, number, receptacle, middle, anywhere) is not None:
                    name = self.step_house.ids[receptacle]
                    places[name] = self._beside(receptacle, scene.boxes[number], build)
        if FLOOR in goal.receptacles:
            places[FLOOR] = frozenset(self._in_rooms(goal))
        return places

    def _arm(self, build: Build) -> Arm:
        return Arm(self.step_house.config.reach, 0.0, build.reach_max_height)

    def _suits(self, thing: HouseObject, goal: TidyPlace) -> bool:
        room = self.step_house.room_at(thing.box.x, thing.box.y)
        suits = not goal.rooms or (room is not None and room.room_type in goal.rooms)
        return suits and thing.is_receptacle

    def _beside(self, receptacle: int, box: Box, build: Build) -> frozenset[State]:
        """Return from where a receptacle is in view and a place for a box on it within reach."""
        points, arm = self.step_house.lattice.points, self._arm(build)
        surfaces = self.step_house.house.objects[receptacle].surfaces
        served = [surface for surface in surfaces if arm.serves(surface.z)]
        away = np.min([_away(points, surface, box) for surface in served], axis=0)
        seen = self._seen(build.camera_height)[:, receptacle]
        return self._states(seen, away.round(6) <= arm.reach)

    def _in_rooms(self, goal: TidyPlace) -> set[State]:
        rooms = self.step_house.house.rooms
        right = [n for n, r in enumerate(rooms) if not goal.rooms or r.room_type in goal.rooms]
        cells = np.flatnonzero(np.isin(self.step_house.lattice.rooms, right))
        return {(int(cell), heading) for cell in cells for heading in range(HEADINGS)}

    def _seen(self, height: float) -> Masks:
        """Return (cells, things) in which views each thing shows that is where the file has it."""
        if height not in self._open:
            sights = self.step_house.sights(height)
            lines, masks = sights.lines, np.zeros_like(sights.things)
            masks[lines.cell, lines.thing] = lines.masks(np.zeros(len(lines.views), np.uint8))
            self._open[height] = masks
        return self._open[height]

    def _states(self, seen: Masks, near: NDArray[np.bool_]) -> frozenset[State]:
        config = self.step_house.config
        states = set()
        for heading in range(HEADINGS):
            views = sum(1 << config.view(heading, pitch) for pitch in range(len(config.pitches)))
            for cell in np.flatnonzero(near & ((seen & np.uint16(views)) != 0)):
                states.add((int(cell), heading))
        return frozenset(states)


def _away(points: Floats, surface: Surface, box: Box) -> Floats:
    """Return how far points are, on the floor plane, from where a box lies wholly on a surface."""
    room = room_on(box, surface)
    if room is None:
        return np.full(len(points), np.inf)
    cos, sin = math.cos(surface.yaw), math.sin(surface.yaw)
    x, y = (points - (surface.x, surface.y)).T
    over_x, over_y = np.abs(cos * x + sin * y) - room[0], np.abs(-sin * x + cos * y) - room[1]
    away: Floats = np.hypot(np.maximum(over_x, 0.0), np.maximum(over_y, 0.0))
    return away


def _standing(grid: NavGrid, lattice: Lattice) -> Mask:
    """Return the fine grid's cells nearest to the lattice's points."""
    mask = np.zeros(grid.clearance.shape, np.bool_)
    for x, y in lattice.points:
        cell = grid.cell(float(x), float(y))
        if grid.holds(cell):
            mask[cell] = True
    return mask
