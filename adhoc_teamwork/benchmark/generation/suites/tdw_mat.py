# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw ThreeDWorld multi-agent transport: goods to the bed, with containers (CoELA, 4.1.2, B.2).

Twelve layouts of six to eight rooms, each with ten targets and containers of food and of stuff, and
two episodes: the one kind is wanted and the other in the way. As in its training episodes every
other layout has four or five containers of a kind, the rest one or two; no goods are in the
bedroom.
"""

from collections import Counter

import numpy as np

from adhoc_teamwork.benchmark.generation.chance import generator_for
from adhoc_teamwork.benchmark.generation.house_work import HouseWork
from adhoc_teamwork.benchmark.generation.suites.goods import CONTAINER, TARGET, goods_of, places_of
from adhoc_teamwork.benchmark.generation.suites.house_draws import (
    DRAWN_AGAIN,
    DrawnHouse,
    draw_until,
)
from adhoc_teamwork.benchmark.generation.suites.house_goods import GoodsDrawing
from adhoc_teamwork.benchmark.generation.suites.plan import (
    HouseOrder,
    SuitePlan,
    all_within_reach,
)
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask
from adhoc_teamwork.simulation.generation.furniture.brief import Brief
from adhoc_teamwork.simulation.generation.furniture.furniture_groups import (
    alone,
    bed,
    counters,
    desk,
    dining,
    living,
)
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing
from adhoc_teamwork.simulation.generation.rooms.room_programs import (
    BEDROOM,
    KITCHEN,
    LIVING,
    OFFICE,
)
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import Furnishing, Goal, Place
from adhoc_teamwork.teamwork.team.task import TidyPlace

LAYOUTS = 12
TARGETS = 10
CONTAINERS = ((4, 5), (1, 2))
"""How many containers of a kind a layout has: in turn one of the first, one of the second."""
CAPACITY = 3
ZONE = 3.0
"""Metres from the bed within which goods count as delivered."""
KINDS = ("food", "stuff")

_GOAL = Place("Bed", BEDROOM)
_SPACIOUS = 1.5
"""Goods of the two scenes whose files there are lie in 266 m² of six rooms and 157 m² of seven: 33
square metres a room. Usual rooms of these types have 22."""
_ROOMS = (
    (KITCHEN, LIVING, BEDROOM, LIVING, LIVING, OFFICE),
    (LIVING, OFFICE, LIVING, BEDROOM, KITCHEN, LIVING, LIVING),
    (OFFICE, BEDROOM, OFFICE, OFFICE, KITCHEN, LIVING, LIVING, LIVING),
)
"""Rooms of the scenes, those of eight with a living room in the place of the porch."""


def _brief(rooms: tuple[str, ...]) -> Brief:
    return Brief(
        rooms,
        needed={
            KITCHEN: (counters, dining),
            LIVING: (living,),
            BEDROOM: (bed,),
            OFFICE: (desk, alone("ShelvingUnit"), alone("Chair")),
        },
        without=frozenset(("LaundryHamper", "GarbageCan", "Safe")),
        pieces={"Bed": (1, 1)},
        bare=True,
        spacious=_SPACIOUS,
    )


def orders(plan: SuitePlan) -> list[HouseOrder]:
    """Return the houses of a set: one for each layout."""
    return [HouseOrder(draw, number) for draw in range(plan.draws) for number in range(LAYOUTS)]


def draw_house(order: HouseOrder, plan: SuitePlan) -> HouseWork:
    """Return one house with its goods, and the two tasks in it.

    Raises:
        ConfigError: No house came out as it is wanted.
    """
    work = draw_until(
        order,
        plan,
        _brief(_ROOMS[order.number // 2 % len(_ROOMS)]),
        lambda drawing, rng: _put_goods(drawing, order, plan, rng),
        lambda drawn, goals, _: _tasks(drawn, goals),
    )
    if work is None:
        raise ConfigError(f"{order.file}: the goods find no place in any house")
    return work


def _put_goods(
    drawing: HouseDrawing, order: HouseOrder, plan: SuitePlan, rng: np.random.Generator
) -> dict[str, Counter[str]] | None:
    """Put goods and containers into a house; return the targets of each kind; None without room."""
    goods = GoodsDrawing(drawing, rng)
    places = plan.places or places_of("tdw-mat")
    goals: dict[str, Counter[str]] = {}
    for kind in KINDS:
        wanted = goods_of("tdw-mat", kind, TARGET)
        chosen = [wanted[int(rng.integers(len(wanted)))] for _ in range(TARGETS)]
        goals[kind] = Counter(good.category for good in chosen)
        vessels = goods_of("tdw-mat", kind, CONTAINER)
        count = int(rng.choice(CONTAINERS[order.number % len(CONTAINERS)]))
        chosen += [vessels[int(rng.integers(len(vessels)))] for _ in range(count)]
        for good in chosen:
            if not any(goods.put(good, places.draw(good.role, rng)) for _ in range(DRAWN_AGAIN)):
                return None
    return goals


def _tasks(drawn: DrawnHouse, goals: dict[str, Counter[str]]) -> tuple[BenchTask, ...]:
    if not all_within_reach(drawn.house):
        return ()
    return tuple(_task(drawn, kind, goals[kind]) for kind in KINDS)


def _task(drawn: DrawnHouse, kind: str, goal: Counter[str]) -> BenchTask:
    things = drawn.house.objects
    vessels = {good.category: CAPACITY for good in goods_of("tdw-mat", kind, CONTAINER)}
    return drawn.task(
        kind,
        generator_for(drawn.plan.seed, "tdw-mat", drawn.order.stem, kind),
        goods=[thing.name for thing in things if thing.pickupable and thing.category in goal],
        place=TidyPlace((_GOAL.receptacle,), (_GOAL.room,)),
        count=TARGETS,
        assignment=Assignment(
            "transport",
            Goal(objects=dict(sorted(goal.items())), place=_GOAL, zone=ZONE),
            furnishing=Furnishing(containers=vessels),
        ),
    )
