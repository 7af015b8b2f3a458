# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The two-room scene, checked by geometry: who can see, reach and carry what (paper section VI)."""

import math
from pathlib import Path

import numpy as np
import pytest

from adhoc_teamwork.simulation.generation.furniture.spots import surface_spots
from adhoc_teamwork.simulation.houses.boxes import to_local
from adhoc_teamwork.simulation.houses.house import Box, House, HouseObject
from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.manipulation.reach import Reach
from adhoc_teamwork.simulation.motion.nav_grid import NavGrid
from adhoc_teamwork.simulation.motion.occupancy import components, occupancy_grid
from adhoc_teamwork.simulation.tasks.scenario import load_card, load_scenario
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.geometry import Point

CONFIG = Path(__file__).resolve().parents[3] / "config"
HOUSE = load_house(CONFIG / "houses" / "two_rooms.json")
CARDS = {name: load_card(name, CONFIG) for name in ("quadruped", "small", "tall")}
Vector = tuple[float, float, float]


def thing(category: str) -> HouseObject:
    return next(o for o in HOUSE.objects if o.category == category)


def hits(box: Box, start: Vector, end: Vector) -> bool:
    """Tell whether a straight line enters a box (slab test in the box's own axes)."""
    first, last = (
        (*to_local(*start[:2], box), start[2] - box.z),
        (
            *to_local(*end[:2], box),
            end[2] - box.z,
        ),
    )
    low, high = 0.0, 1.0
    for a, b, size in zip(first, last, (box.size_x, box.size_y, box.size_z), strict=True):
        if abs(b - a) < 1e-12:
            if abs(a) > size / 2.0:
                return False
            continue
        ends = sorted(((-size / 2.0 - a) / (b - a), (size / 2.0 - a) / (b - a)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


def wall_boxes(house: House) -> list[Box]:
    return [
        Box(
            (w.x0 + w.x1) / 2.0,
            (w.y0 + w.y1) / 2.0,
            (w.bottom + w.top) / 2.0,
            math.dist((w.x0, w.y0), (w.x1, w.y1)),
            0.02,
            w.top - w.bottom,
            math.atan2(w.y1 - w.y0, w.x1 - w.x0),
        )
        for w in house.walls
    ]


def sees(card: RobotCard, x: float, y: float, target: HouseObject) -> bool:
    """Tell whether the robot, turned to the target, has its middle or top in view."""
    eye = (x, y, card.capability.camera_height)
    obstacles = [s for o in HOUSE.objects if o is not target for s in o.solids]
    obstacles += wall_boxes(HOUSE)
    for height in (target.box.z, target.box.top - 0.01):
        point = (target.box.x, target.box.y, height)
        flat = math.dist(eye[:2], point[:2])
        down = math.atan2(eye[2] - height, max(flat, 1e-6)) - card.capability.camera_pitch
        in_view = abs(down) <= card.capability.vertical_fov / 2.0
        near = math.dist(eye, point) <= card.capability.camera_range
        if in_view and near and not any(hits(box, eye, point) for box in obstacles):
            return True
    return False


def places(card: RobotCard, rooms: tuple[str, ...]) -> list[tuple[float, float]]:
    grid: NavGrid = occupancy_grid(HOUSE, card.body.height)
    labels = components(grid, card.body.radius)
    points = [grid.point((int(r), int(c))) for r, c in np.argwhere(labels == 1)]
    inside = [room for room in HOUSE.rooms if room.room_id in rooms]
    return [p for p in points[::9] if any(room.contains(Point(*p)) for room in inside)]


def test_nobody_sees_the_full_bottle_from_the_first_room_or_the_corridor() -> None:
    bottle = thing("FullBottle")
    for card in CARDS.values():
        assert not any(sees(card, *p, bottle) for p in places(card, ("room_0", "room_1")))


def test_the_quadruped_must_go_well_into_the_second_room() -> None:
    bottle, door = thing("FullBottle"), (12.0, 3.45)
    seen = [
        p for p in places(CARDS["quadruped"], ("room_2",)) if sees(CARDS["quadruped"], *p, bottle)
    ]
    assert seen
    assert min(math.dist(p, door) for p in seen) > 5.0
    # Near enough for its picture to be told from a distance at which the floor round it is seen.
    assert max(math.dist(p, (bottle.box.x, bottle.box.y)) for p in seen) < 3.2


def test_the_tall_robot_never_sees_what_is_low() -> None:
    tall = CARDS["tall"]
    everywhere = places(tall, ("room_0", "room_1", "room_2"))
    assert not any(sees(tall, *p, thing("FullBottle")) for p in everywhere)
    assert any(sees(tall, *p, thing("Watch")) for p in everywhere)


@pytest.mark.parametrize("name", ["late_helper", "missing_arm"])
def test_the_small_robot_finds_the_full_bottle_within_a_few_metres(name: str) -> None:
    small = CARDS["small"]
    scenario = load_scenario(name, CONFIG)
    x, y, _ = next(r.pose for r in scenario.robots if r.name == "small")
    near = [p for p in places(small, ("room_2",)) if math.dist(p, (x, y)) < 2.5]
    assert any(sees(small, *p, thing("FullBottle")) for p in near)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["late_helper", "missing_arm"])
def test_every_robot_starts_where_it_can_drive_everywhere(name: str) -> None:
    for robot in load_scenario(name, CONFIG).robots:
        card = load_card(robot.card, CONFIG)
        grid = occupancy_grid(HOUSE, card.body.height)
        labels = components(grid, card.body.radius)
        assert labels[grid.cell(*robot.pose[:2])] == 1
        reached = {room.room_id for room in HOUSE.rooms if places(card, (room.room_id,))}
        assert reached == {"room_0", "room_1", "room_2"}


def test_the_quadruped_can_carry_both_bottles_to_their_goals() -> None:
    card = CARDS["quadruped"]
    reach = Reach.of(HOUSE, card, (1.2, 1.4))
    for bottle, target in (("EmptyBottle", "GarbageCan"), ("FullBottle", "Shelf")):
        item = thing(bottle)
        assert item.mass <= card.capability.payload
        assert reach.touches(item.box.x, item.box.y, item.box.bottom, item.box.top)
        rng = np.random.default_rng(0)
        spots = list(surface_spots(HOUSE, item, thing(target), rng, inside=True))
        touched = [s for s in spots if reach.touches(s.x, s.y, s.z, s.z + item.box.size_z)]
        assert touched, target


def test_shelf_boards_are_within_reach() -> None:
    heights = [s.z for s in thing("Shelf").surfaces]
    assert any(abs(z - 0.4) < 0.06 for z in heights)
    assert any(abs(z - 0.8) < 0.06 for z in heights)
