# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What perception makes of a house with two levels, from the simulator's pictures, without ROS."""

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.measuring.perception.exploration import OPTICAL
from adhoc_teamwork.perception.frames.camera import Frame, Intrinsics
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.recordings.recording import (
    Event,
    NewFloorPlan,
    NewGround,
    NewLabels,
    replay,
)
from adhoc_teamwork.simulation.houses.house import given_plan
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.sensors.camera import Camera
from adhoc_teamwork.simulation.sensors.sensors import Sensors
from adhoc_teamwork.simulation.tasks.scenario import load_card
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.bodies.traversability import Footing
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

CONFIG = Path(__file__).parents[2] / "config"
HOUSE = load_house(CONFIG / "houses" / "split_level.json")
GROUND = HeightMap.of(HOUSE.ground, HOUSE.bounds)
PLACES = ((2.8, 4.2), (4.6, 4.2), (6.4, 4.0), (6.6, 2.6), (8.2, 3.0))
STAIRS, UPSTAIRS = (4.9, 4.2), (7.4, 3.2)


class _Recorded:
    """Play events from a list."""

    def __init__(self, events: list[Event]) -> None:
        self._events = events
        self.total = self.done = len(events)

    def events(self) -> Iterator[Event]:
        yield from self._events


def _belief(card_name: str, places: tuple[tuple[float, float], ...]) -> Perception:
    """Return what a robot believes that turned round at some places."""
    card = load_card(card_name, CONFIG)
    task = Task("", "", 0, (), (TaskRobot("al", "", Pose(0.0, 0.0)),))
    world = World.from_task(HOUSE, task, {"al": card})
    robot, sensors, camera = world.robots["al"], Sensors(world), Camera.of(card)
    robot.joined = True
    belief = Perception("al", card.capability, step=Footing.of(card).step)
    names = {k.instance: Label(k.category, k.pickupable, k.is_receptacle) for k in sensors.labels}
    events: list[Event] = [NewFloorPlan(given_plan(HOUSE)), NewGround(GROUND), NewLabels(names)]
    optics = Intrinsics(camera.width, camera.height_px, *camera.focal, *camera.centre)
    stamp = 1.0
    for x, y in places:
        for yaw in np.arange(-math.pi, math.pi, math.pi / 5.0).tolist():
            robot.pose = Pose(x, y, yaw)
            pose = np.eye(4)
            pose[:3, :3] = camera.rotation(robot.pose) @ OPTICAL
            pose[:3, 3] = camera.position(robot.pose, world.base_height(robot))
            picture = sensors.picture(robot)
            events.append(
                Frame(stamp, picture.depth, picture.instances, optics, pose, robot.pose, 4.0)
            )
            stamp += 0.5
    replay(_Recorded(events), belief)
    return belief


@pytest.fixture(scope="module")
def climbed() -> Perception:
    return _belief("quadruped", PLACES)


def test_heights_are_those_above_the_floor_of_a_place(climbed: Perception) -> None:
    found = {o.category: o for o in climbed.scene_graph(60.0).objects if o.room == "room_2"}
    for category, things in (("Desk", ()), ("Mug", ("Desk",)), ("EmptyBottle", (FLOOR,))):
        true = next(o for o in HOUSE.objects if o.category == category)
        seen = found[category]
        assert seen.position.z == pytest.approx(true.box.z - 0.48, abs=0.05), category
        assert math.dist((seen.position.x, seen.position.y), (true.box.x, true.box.y)) < 0.1
        assert not things or seen.receptacle_category in things or seen.receptacle in things
    assert found["Desk"].support_height == pytest.approx(0.75, abs=0.03)


def test_what_is_drawn_is_as_high_as_it_is_in_the_map(climbed: Perception) -> None:
    graph = climbed.scene_graph(60.0)
    drawn = climbed.in_map(graph)
    for one, other in zip(graph.objects, drawn.objects, strict=True):
        lift = 0.48 if one.room == "room_2" else 0.0
        assert other.position.z == pytest.approx(one.position.z + lift, abs=1e-4), one.object_id
    cloud = climbed.semantic_cloud()
    mug = [i for i, name in enumerate(cloud.object_ids) if name.startswith("Mug")]
    heights = cloud.positions[np.isin(cloud.instances, mug), 2]
    assert heights.min() == pytest.approx(0.75 + 0.48, abs=0.03)


def test_stairs_and_upper_floor_are_free_for_legs(climbed: Perception) -> None:
    cells = climbed.grid.values()
    for x, y in (STAIRS, UPSTAIRS):
        row, column = climbed.grid.extent.cell_at(x, y) or (0, 0)
        around = cells[row - 2 : row + 3, column - 2 : column + 3]
        assert (around == 0).all(), (x, y, around)


def test_the_ledge_bars_legs_and_steps_bar_wheels(climbed: Perception) -> None:
    wheels = _belief("small", ((2.8, 4.2),))
    for belief, y in ((climbed, 2.6), (wheels, 4.2)):
        cells = belief.grid.values()
        row = (belief.grid.extent.cell_at(5.0, y) or (0, 0))[0]
        first, last = ((belief.grid.extent.cell_at(x, y) or (0, 0))[1] for x in (4.0, 5.9))
        assert (cells[row - 1 : row + 2, first:last] == 100).any(axis=1).all()
