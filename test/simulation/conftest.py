# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A small house of two rooms, built in code, and robots for it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import pytest
from unseen_houses import DRAWN, OTHERS, draw, of_others

from adhoc_teamwork.simulation.houses.house import Box, Doorway, House, HouseObject, Surface, Wall
from adhoc_teamwork.simulation.lattice.robots import StepBody
from adhoc_teamwork.simulation.simulator import Simulator
from adhoc_teamwork.simulation.world import World
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import Body, RobotCard
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.task import MisplacedObject, Task, TaskRobot, TidyPlace

# `arm_bench` is importable under any import mode.
sys.path.insert(0, str(Path(__file__).parent))

TABLE = Box(2.0, 3.0, 0.35, 1.0, 0.6, 0.7)
"""A closed block 0.7 m high."""
BIN = Box(3.5, 0.4, 0.25, 0.4, 0.4, 0.5)


def thing(name: str, x: float, y: float, bottom: float, mass: float, parent: str) -> HouseObject:
    """Return a small object of 6 x 6 x 20 cm."""
    box = Box(x, y, bottom + 0.1, 0.06, 0.06, 0.2)
    category = name.split("|")[0]
    return HouseObject(
        name, category, box, (box,), pickupable=True, mass=mass, parent=parent,
        room_id="room_0",
    )  # fmt: skip


@pytest.fixture(params=[*DRAWN, *of_others(OTHERS)])
def unseen_house(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the file of a house that nobody drew by hand."""
    return draw(request.param, tmp_path) if request.param in DRAWN else request.param


@pytest.fixture
def small_house() -> House:
    """Return two rooms of 4 x 4 m, side by side along x, with a doorway 0.9 m wide between."""
    corners = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    rooms = (
        Room("room_0", corners, "Kitchen"),
        Room("room_1", tuple((x + 4.0, y) for x, y in corners), "Bedroom"),
    )
    outside = ((0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0), (0.0, 0.0))
    walls = [Wall(*a, *b, 0.0, 2.5) for a, b in pairwise(outside)] + [
        Wall(4.0, 0.0, 4.0, 1.55, 0.0, 2.5),
        Wall(4.0, 2.45, 4.0, 4.0, 0.0, 2.5),
        Wall(4.0, 1.55, 4.0, 2.45, 2.0, 2.5),
    ]
    top = Surface(TABLE.x, TABLE.y, TABLE.top, TABLE.size_x, TABLE.size_y)
    shelf = Surface(7.5, 3.7, 0.4, 0.8, 0.3, headroom=0.15)
    bottom = Surface(BIN.x, BIN.y, 0.02, 0.36, 0.36, inside=True)
    shelf_box = Box(7.5, 3.7, 0.9, 0.8, 0.3, 1.8)
    objects = (
        HouseObject("Table|0", "Table", TABLE, (TABLE,), (top,), room_id="room_0"),
        HouseObject("Shelf|0", "Shelf", shelf_box, (shelf_box,), (shelf,), room_id="room_1"),
        HouseObject("Bin|0", "Bin", BIN, (BIN,), (bottom,), room_id="room_0"),
        thing("Mug|0", 2.0, 2.8, 0.7, 0.3, "Table|0"),
        thing("Pot|0", 2.4, 2.8, 0.7, 5.0, "Table|0"),
        thing("Bottle|0", 0.6, 0.6, 0.0, 0.5, ""),
    )
    doorway = Doorway(4.0, 2.0, 0.9, 2.0, "room_0", "room_1")
    return House("small", rooms, tuple(walls), (doorway,), objects, bounds=(0.0, 0.0, 8.0, 4.0))


@pytest.fixture
def arm_card() -> RobotCard:
    """Return a robot with an arm."""
    return RobotCard(
        Capability(
            "arm robot", can_manipulate=True, camera_height=0.6, camera_pitch=0.2,
            camera_range=5.0, payload=1.0, reach=0.9, reach_max_height=1.0,
        ),
        Body(radius=0.25, height=0.6),
    )  # fmt: skip


@pytest.fixture
def plain_card(arm_card: RobotCard) -> RobotCard:
    """Return a robot without an arm."""
    return replace(arm_card, capability=Capability("plain robot", camera_height=0.6))


@pytest.fixture
def small_task() -> Task:
    """Return a task: the bottle on the floor belongs into the bin, `bo` joins at 3 s."""
    goal = TidyPlace(("Bin",))
    return Task(
        "test", "small", 0,
        (MisplacedObject("Bottle|0", goal, text="Bottle on the floor"),),
        (
            TaskRobot("al", "arm", Pose(1.0, 1.5)),
            TaskRobot("bo", "plain", Pose(6.0, 1.5, 3.14), joins_at=3.0, ad_hoc=True),
        ),
    )  # fmt: skip


@pytest.fixture
def cards(arm_card: RobotCard, plain_card: RobotCard) -> dict[str, RobotCard]:
    """Return the cards of the task's robots by their names."""
    return {"al": arm_card, "bo": plain_card}


@pytest.fixture
def world(small_house: House, small_task: Task, cards: dict[str, RobotCard]) -> World:
    """Return the world with both robots in it."""
    made = World.from_task(small_house, small_task, cards)
    for robot in made.robots.values():
        robot.joined = True
    return made


@pytest.fixture
def make_simulator(
    small_house: House, small_task: Task, cards: dict[str, RobotCard]
) -> Callable[..., Simulator]:
    """Return a maker of started simulators; keywords replace fields of the task."""

    def make(**changes: object) -> Simulator:
        simulator = Simulator(small_house, replace(small_task, **changes), cards)
        simulator.start()
        return simulator

    return make


@dataclass(frozen=True)
class Spec:
    """Describe a robot as a task of the benchmark does."""

    start: Pose
    can_manipulate: bool = True
    camera_height: float = 0.9
    payload: float = 1.0
    battery: int = 100
    reach_max_height: float = 2.2
    body: StepBody | None = None
    hands: int = 1


@pytest.fixture
def spec_at() -> Callable[..., Spec]:
    """Return a maker of robots: x, y, yaw of their start, and fields by keyword."""

    def make(x: float, y: float, yaw: float = 0.0, **fields: object) -> Spec:
        return Spec(Pose(x, y, yaw), **fields)

    return make
