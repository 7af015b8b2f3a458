# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw errands for robots of different bodies, in houses where bodies decide (EMOS, 4.2 and B).

Four kinds as the paper's: to go to things on two floors, to look at things that one camera sees
and another does not, to bring things of which one arm reaches the high and another the far, and all
of it in a house of two floors. Houses are drawn on the lattice: what is how far from where a robot
can stand is meant so. A task is kept where the right assignment is done and every swapped one fails
(B.3); batteries then last a tenth longer than the right assignment takes, and `_SPARE` steps.
"""

import json
import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.generation.house_work import HouseWork
from adhoc_teamwork.benchmark.generation.suites.bodies import BodyCard, body_cards
from adhoc_teamwork.benchmark.generation.suites.goods import TARGET, Good, goods_of
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.proofs.errands import prove_errands
from adhoc_teamwork.benchmark.tasks.task import (
    Assignment,
    BenchRobot,
    BenchTask,
    Deed,
    Errand,
)
from adhoc_teamwork.benchmark.tasks.task_check import difficulty_of
from adhoc_teamwork.benchmark.tasks.taskset import HOUSES
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing, Thing
from adhoc_teamwork.simulation.generation.rooms.room_programs import BEDROOM, KITCHEN, LIVING
from adhoc_teamwork.simulation.houses.house_file.assets import shipped_assets
from adhoc_teamwork.simulation.houses.house_file.fields import Fields
from adhoc_teamwork.simulation.houses.house_file.procthor import house_of
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import Goal
from adhoc_teamwork.teamwork.team.task import MisplacedObject, TidyPlace

TASK = "mixed_bodies"
"""The folder of config/tasks that robots are given."""
EPISODES_EACH = 25
"""Episodes of each kind in a draw."""
_DRAWN_AGAIN = 40
_LONGER = 1.1
_SPARE = 10
_APART = 0.75
_DEEP = 6.0
"""Depth of rooms, metres; north walls have the furniture, south of it robots get past."""
_RISE, _STEPS, _STAIRS = 2.7, 15, 4.0
"""The stairs: metres up, steps, metres long."""
_HIGH, _FAR = 1.9, 0.8
"""Height of a shelf's top; how far from the edge of a bed a far thing lies. Metres."""
_FRONT = 0.01


class Kind(StrEnum):
    """Name the four kinds of tasks, in the paper's order."""

    NAVIGATION = "navigation"
    PERCEPTION = "perception"
    REACH = "reach"
    FLOORS = "floors"


_WHEELS, _TELESCOPE, _LEGS, _FLIER = range(4)
_TEAMS = {
    Kind.NAVIGATION: (_WHEELS, _LEGS),
    Kind.PERCEPTION: (_LEGS, _FLIER),
    Kind.REACH: (_WHEELS, _TELESCOPE),
    Kind.FLOORS: (_WHEELS, _LEGS, _FLIER),
}
"""Bodies of each kind's teams, by their places among the cards."""


@dataclass(frozen=True)
class Wish:
    """Ask for a deed with a thing, for a body; `to` is a piece of furniture by its type."""

    deed: Deed
    good: Good
    body: int
    to: str = ""


@dataclass
class Plot:
    """Gather a house for a task: rooms side by side along x, and what stands in them."""

    rng: np.random.Generator
    drawing: HouseDrawing = field(default_factory=HouseDrawing)
    wishes: list[Wish] = field(default_factory=list)
    stairs: list[dict[str, Any]] = field(default_factory=list)
    upstairs: int = -1
    starts_in: int = 0

    def lay_out(self, two_floors: bool) -> tuple[int, int]:
        """Draw three rooms in a row, the last upstairs where there are two floors.

        Returns:
            The numbers of the rooms at the ends, where the goods are; robots start between.
        """
        first, middle, last = (float(self.rng.choice((5.0, 6.0, 7.0))) for _ in range(3))
        drawing = self.drawing
        drawing.room(LIVING, 0.0, 0.0, first, _DEEP)
        drawing.room(KITCHEN, first, 0.0, first + middle, _DEEP)
        drawing.door(first, 2.0, 1.2)
        at, self.starts_in = first + middle, 1
        if not two_floors:
            drawing.room(BEDROOM, at, 0.0, at + last, _DEEP)
            drawing.door(at, 2.0, 1.2)
            return (0, 2) if self.rng.random() < 0.5 else (2, 0)
        drawing.room("Hallway", at, 0.0, at + _STAIRS, 4.0)
        drawing.door(at, 2.0, 1.2)
        corners = ((at, 0.0), (at, 4.0), (at + _STAIRS, 4.0), (at + _STAIRS, 0.0))
        self.stairs.append(
            {
                "id": "stairs|0",
                "direction": 90,
                "floorHeight": 0,
                "rise": _RISE,
                "steps": _STEPS,
                "floorPolygon": [{"x": x, "z": y} for x, y in corners],
            }
        )
        drawing.room(BEDROOM, at + _STAIRS, 0.0, at + _STAIRS + last, _DEEP)
        drawing.door(at + _STAIRS, 2.0, 1.2)
        self.upstairs = 3
        return 0, 3

    def furnish(self, room: int, *pieces: tuple[str, tuple[float, float, float]]) -> list[int]:
        """Put pieces side by side along a room's north wall; return their numbers."""
        corners = self.drawing.rooms[room].corners
        low, high = min(x for x, _ in corners), max(x for x, _ in corners)
        spare = high - low - sum(size[0] for _, size in pieces) - 0.75 * (len(pieces) + 1)
        if spare < 0.0:
            raise ConfigError(f"room {room}: no room for {len(pieces)} pieces")
        order, numbers = self.rng.permutation(len(pieces)), [0] * len(pieces)
        at = low + 0.75 + 0.25 * int(self.rng.integers(int(spare / 0.25) + 1))
        for index in order:
            category, size = pieces[int(index)]
            middle = at + size[0] / 2.0
            numbers[int(index)] = len(self.drawing.things)
            south = -math.pi / 2.0
            self.drawing.things.append(
                Thing(category, middle, _DEEP - size[1] / 2.0, size, facing=south)
            )
            at += size[0] + 0.75
        return numbers

    def put(self, good: Good, on: int, x: float, y: float, z: float) -> None:
        """Lay a thing on a piece, at a place on its surface."""
        piece = self.drawing.things[on]
        laid = replace(good.thing(), x=round(x, 3), y=round(y, 3), z=z)
        self.drawing.things[on] = replace(piece, on_it=(*piece.on_it, laid))

    def put_at_front(self, good: Good, on: int) -> None:
        """Lay a thing on a piece's top at its front, where it shows from below."""
        piece = self.drawing.things[on]
        width, depth, height = piece.size
        aside = float(self.rng.uniform(-0.3, 0.3)) * width
        front = piece.y - depth / 2.0 + good.size[1] / 2.0 + _FRONT
        self.put(good, on, piece.x + aside, front, height)

    def put_far(self, good: Good, bed: int) -> None:
        """Lay a thing on a bed, as far from its nearer side as only some arms get."""
        piece = self.drawing.things[bed]
        side = float(self.rng.choice((-1.0, 1.0)))
        x = piece.x + side * (piece.size[0] / 2.0 - _FAR)
        y = piece.y - piece.size[1] / 2.0 + float(self.rng.choice((1.0, 1.25)))
        self.put(good, bed, x, y, piece.size[2])

    def to_json(self) -> dict[str, Any]:
        """Return the house as its file says it."""
        data = self.drawing.to_json()
        if self.stairs:
            data["stairs"] = self.stairs
            data["rooms"][self.upstairs]["floorHeight"] = _RISE
        return data


_SHELF = ("ShelvingUnit", (1.0, 0.5, _HIGH))
_BED = ("Bed", (2.0, 2.0, 0.5))
_LOW = ("CoffeeTable", (1.0, 0.5, 0.45))
_STAND = ("TVStand", (1.0, 0.5, 0.45))
_DESK = ("Desk", (1.0, 0.5, 0.75))
_TABLE = ("DiningTable", (1.5, 1.0, 0.75))
_SIDE = ("SideTable", (0.5, 0.5, 0.55))


def _navigation(plot: Plot, goods: list[Good]) -> None:
    down, up = plot.lay_out(two_floors=True)
    desk, side = plot.furnish(down, _DESK, _SIDE)
    (low,) = plot.furnish(up, _LOW)
    plot.put_at_front(goods[0], low)
    plot.put_at_front(goods[1], desk)
    plot.wishes = [Wish(Deed.GO, goods[0], _LEGS), Wish(Deed.GO, goods[1], _WHEELS)]
    if plot.rng.random() < 0.5:
        plot.put_at_front(goods[2], side)
        plot.wishes.append(Wish(Deed.GO, goods[2], _WHEELS))


def _perception(plot: Plot, goods: list[Good]) -> None:
    one, other = plot.lay_out(two_floors=False)
    (shelf,) = plot.furnish(one, _SHELF)
    low, _ = plot.furnish(other, _LOW, _SIDE)
    plot.put_at_front(goods[0], shelf)
    plot.put_at_front(goods[1], low)
    plot.wishes = [Wish(Deed.LOOK, goods[0], _FLIER), Wish(Deed.LOOK, goods[1], _LEGS)]


def _reach(plot: Plot, goods: list[Good]) -> None:
    one, other = plot.lay_out(two_floors=False)
    shelf, _ = plot.furnish(one, _SHELF, _DESK)
    bed, _ = plot.furnish(other, _BED, _TABLE)
    plot.put_at_front(goods[0], shelf)
    plot.put_far(goods[1], bed)
    plot.wishes = [
        Wish(Deed.BRING, goods[0], _WHEELS, _TABLE[0]),
        Wish(Deed.BRING, goods[1], _TELESCOPE, _DESK[0]),
    ]


def _floors(plot: Plot, goods: list[Good]) -> None:
    down, up = plot.lay_out(two_floors=True)
    shelf, _ = plot.furnish(down, _SHELF, _TABLE)
    low, _, tall = plot.furnish(up, _LOW, _STAND, ("Dresser", (0.5, 0.5, _HIGH)))
    plot.put_at_front(goods[0], shelf)
    plot.put_at_front(goods[1], low)
    plot.put_at_front(goods[2], tall)
    plot.wishes = [
        Wish(Deed.BRING, goods[0], _WHEELS, _TABLE[0]),
        Wish(Deed.BRING, goods[1], _LEGS, _STAND[0]),
        Wish(Deed.LOOK, goods[2], _FLIER),
    ]


_PLOTS = {
    Kind.NAVIGATION: _navigation,
    Kind.PERCEPTION: _perception,
    Kind.REACH: _reach,
    Kind.FLOORS: _floors,
}


def orders(plan: SuitePlan) -> list[HouseOrder]:
    """Return the houses of a set: one for each task, the kinds in turn."""
    count = EPISODES_EACH * len(Kind)
    return [HouseOrder(draw, number) for draw in range(plan.draws) for number in range(count)]


def draw_house(order: HouseOrder, plan: SuitePlan) -> HouseWork:
    """Return one house with its goods, and the task in it.

    Raises:
        ConfigError: In no house that was drawn do bodies decide.
    """
    kind = tuple(Kind)[order.number % len(Kind)]
    file = f"{HOUSES}/{order.stem}.json"
    for attempt in range(_DRAWN_AGAIN):
        rng = generator_for(plan.seed, plan.suite.name, order.stem, attempt)
        kinds = goods_of(plan.suite.name, role=TARGET)
        goods = [kinds[int(i)] for i in rng.permutation(len(kinds))]
        plot = Plot(rng)
        try:
            _PLOTS[kind](plot, goods)
        except ConfigError:
            continue
        data = plot.to_json()
        house = StepHouse.of(house_of(Fields(data, file), shipped_assets()))
        task = _task(order, file, kind, plot, house, plan)
        proof = prove_errands(task, HousePlan(house))
        if proof.holds:
            used = {agent.name: agent.steps for agent in proof.right.agents}
            team = tuple(
                replace(robot, battery=math.ceil(_LONGER * used[robot.name]) + _SPARE)
                for robot in task.team
            )
            text = json.dumps(data, separators=(",", ":")) + "\n"
            return HouseWork(file, text, (replace(task, team=team),))
    raise ConfigError(f"{file}: {kind}: bodies decide in none of {_DRAWN_AGAIN} houses")


def _task(
    order: HouseOrder, file: str, kind: Kind, plot: Plot, house: StepHouse, plan: SuitePlan
) -> BenchTask:
    rng = plot.rng
    bodies = [_TEAMS[kind][int(i)] for i in rng.permutation(len(_TEAMS[kind]))]
    starts = _starts(house, plot.starts_in, len(bodies), rng)
    team = tuple(
        _robot(f"robot_{number}", body_cards()[body], start, plan)
        for number, (body, start) in enumerate(zip(bodies, starts, strict=True), start=1)
    )
    names = {thing.category: thing.name for thing in house.house.objects}
    wishes = [plot.wishes[int(i)] for i in rng.permutation(len(plot.wishes))]
    errands = tuple(
        Errand(
            wish.deed,
            names[wish.good.category],
            names[wish.to] if wish.to else "",
            f"robot_{bodies.index(wish.body) + 1}",
        )
        for wish in wishes
    )
    things = {thing.name: thing for thing in house.house.objects}
    goals = [errand.receptacle or things[errand.object].parent for errand in errands]
    return BenchTask(
        task_id=f"{order.stem}_{kind}",
        house=file,
        rooms=len(house.house.rooms),
        difficulty=difficulty_of(len(house.house.rooms)),
        scenario=len(errands),
        seed=int(rng.integers(2**31)),
        misplaced=tuple(
            MisplacedObject(errand.object, TidyPlace((things[goal].category,)))
            for errand, goal in zip(errands, goals, strict=True)
        ),
        team=team,
        adhoc=replace(team[0], name="adhoc"),
        assignment=Assignment(TASK, Goal(), text=" ".join(map(told, wishes)), errands=errands),
        suite=plan.suite.name,
    )


def told(wish: Wish) -> str:
    """Return an errand as robots are told it."""
    name = wish.good.category
    if wish.deed is Deed.BRING:
        return f"Bring the {name} to the {wish.to}."
    return f"Go to the {name}." if wish.deed is Deed.GO else f"Look at the {name}."


def _robot(name: str, card: BodyCard, start: Pose, plan: SuitePlan) -> BenchRobot:
    return BenchRobot(
        name=name,
        can_manipulate=card.payload > 0.0,
        camera_height=card.camera,
        payload=card.payload,
        battery=plan.suite.battery,
        start=start,
        reach_max_height=card.highest,
        body=card.body,
    )


def _starts(house: StepHouse, room: int, count: int, rng: np.random.Generator) -> list[Pose]:
    """Return where robots start: apart, in one room."""
    lattice = house.lattice
    cells = np.flatnonzero(lattice.rooms == room)
    found: list[Pose] = []
    for cell in rng.permutation(cells):
        x, y = (float(value) for value in lattice.points[int(cell)])
        if all(math.hypot(x - other.x, y - other.y) >= _APART for other in found):
            found.append(Pose(x, y, round(int(rng.integers(4)) * math.pi / 2.0, 4)))
        if len(found) == count:
            return found
    raise ConfigError(f"no free floor for {count} robots to start on")
