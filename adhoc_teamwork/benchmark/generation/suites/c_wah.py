# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw Communicative Watch-And-Help: household activities in four rooms (CoELA, 4.1.1 and B.1).

Which goods an activity asks for, how many sub-goals it has, the one piece of furniture that all go
to and the four rooms are the paper's. It does not say how much is behind doors: half is here.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.benchmark.generation.house_work import HouseWork
from adhoc_teamwork.benchmark.generation.suites.goods import TARGET, Good, goods_of, places_of
from adhoc_teamwork.benchmark.generation.suites.house_draws import (
    DRAWN_AGAIN,
    DrawnHouse,
    draw_until,
)
from adhoc_teamwork.benchmark.generation.suites.house_goods import GoodsDrawing, openable
from adhoc_teamwork.benchmark.generation.suites.plan import HouseOrder, SuitePlan
from adhoc_teamwork.benchmark.tasks.task import Assignment, BenchTask
from adhoc_teamwork.simulation.generation.furniture.brief import Brief
from adhoc_teamwork.simulation.generation.furniture.furniture_groups import (
    alone,
    bed,
    counters,
    dining,
    living,
)
from adhoc_teamwork.simulation.generation.house_drawing import HouseDrawing
from adhoc_teamwork.simulation.generation.rooms.room_programs import (
    BATHROOM,
    BEDROOM,
    KITCHEN,
    LIVING,
)
from adhoc_teamwork.teamwork.scene import Predicate
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.goal import CountedPredicate, Furnishing, Goal
from adhoc_teamwork.teamwork.team.task import TidyPlace

EPISODES_EACH = 2
"""Episodes of each activity in a draw: ten in all."""
SUB_GOALS = (3, 4, 5)
BEHIND_DOORS = 0.5
"""Share of the goods that are in something closed at the start."""

_OPENS = {"Fridge": 6, "Dishwasher": 6, "Cabinet": 4, "WashingMachine": 4, "Safe": 2}


@dataclass(frozen=True)
class Activity:
    """Hold one household activity: which goods may be asked for, and where all of them go."""

    name: str
    goods: tuple[str, ...]
    relation: Predicate
    target: str


_SNACKS = ("Cupcake", "Pudding", "Apple", "Juice", "Wine")
ACTIVITIES = (
    Activity("afternoon_tea", _SNACKS, Predicate.ON, "CoffeeTable"),
    Activity("wash_dishes", ("Plate", "Fork"), Predicate.IN, "Dishwasher"),
    Activity("meal", ("CoffeePot", "Pancake", "PoundCake", *_SNACKS), Predicate.ON, "DiningTable"),
    Activity("groceries", ("Pancake", "PoundCake", *_SNACKS), Predicate.IN, "Fridge"),
    Activity("set_table", ("Plate", "Fork"), Predicate.ON, "DiningTable"),
)
"""The five of the paper's Table 2."""

_SPACIOUS = 2.8
"""The four rooms of the two scene graphs have 229 and 205 square metres together; usual ones 75."""
_BRIEF = Brief(
    rooms=(LIVING, KITCHEN, BEDROOM, BATHROOM),
    needed={
        KITCHEN: (counters, alone("Dishwasher"), dining, *[alone("Cabinet")] * 3),
        LIVING: (living, alone("Cabinet")),
        BEDROOM: (bed, alone("Cabinet")),
        BATHROOM: (alone("Toilet"), alone("Sink"), alone("Cabinet")),
    },
    without=frozenset(("DiningTable", "Safe", "LaundryHamper", "GarbageCan")),
    pieces={
        "Fridge": (1, 1),
        "Dishwasher": (1, 1),
        "DiningTable": (1, 1),
        "CoffeeTable": (1, 1),
        "Cabinet": (4, 8),
    },
    bare=True,
    spacious=_SPACIOUS,
)


def orders(plan: SuitePlan) -> list[HouseOrder]:
    """Return the houses of a set: one for each episode."""
    count = EPISODES_EACH * len(ACTIVITIES)
    return [HouseOrder(draw, number) for draw in range(plan.draws) for number in range(count)]


def draw_house(order: HouseOrder, plan: SuitePlan) -> HouseWork:
    """Return one house with its goods, and the task in it.

    Raises:
        ConfigError: No house came out as it is wanted.
    """
    activity = ACTIVITIES[order.number % len(ACTIVITIES)]
    work = draw_until(
        order,
        plan,
        _BRIEF,
        lambda drawing, rng: _put_goods(drawing, activity, plan, rng),
        lambda drawn, put, rng: (_task(drawn, activity, put, rng),),
    )
    if work is None:
        raise ConfigError(f"{order.file}: the goods for {activity.name} find no place in any house")
    return work


Hidden = list[tuple[int, int]]
"""Which thing of the drawing is in which."""


def _put_goods(
    drawing: HouseDrawing, activity: Activity, plan: SuitePlan, rng: np.random.Generator
) -> tuple[list[Good], Hidden] | None:
    """Put the goods into a house; return them, and what is behind doors; None without room."""
    kinds = {good.category: good for good in goods_of("c-wah")}
    count = int(rng.choice(SUB_GOALS))
    order = [activity.goods[int(i)] for i in rng.permutation(len(activity.goods))]
    chosen = [kinds[order[n % len(order)]] for n in range(count)]
    goods = GoodsDrawing(drawing, rng)
    places = plan.places or places_of("c-wah")
    doors = [
        index
        for index in openable(drawing.things, _OPENS)
        if drawing.things[index].category != activity.target
    ]
    hidden: Hidden = []
    room_left = {index: _OPENS[drawing.things[index].category] for index in doors}
    for good in chosen:
        free = [index for index in doors if room_left[index]]
        if free and rng.random() < BEHIND_DOORS:
            door = free[int(rng.integers(len(free)))]
            room_left[door] -= 1
            hidden.append((len(drawing.things), door))
            goods.put_behind_door(good, door)
        elif not any(
            goods.put(good, places.draw(TARGET, rng), without=(activity.target,))
            for _ in range(DRAWN_AGAIN)
        ):
            return None
    return chosen, hidden


def _task(
    drawn: DrawnHouse,
    activity: Activity,
    put: tuple[list[Good], Hidden],
    rng: np.random.Generator,
) -> BenchTask:
    goods, hidden = put
    counted = Counter(good.category for good in goods)
    predicates = tuple(
        CountedPredicate(category, activity.target, activity.relation, count=n)
        for category, n in counted.items()
    )
    # Top-level things of the file are in the drawing's order, each before what lies on it.
    top = [thing.name for thing in drawn.house.objects if not thing.parent]
    return drawn.task(
        activity.name,
        rng,
        goods=[thing.name for thing in drawn.house.objects if thing.category in counted],
        place=TidyPlace((activity.target,)),
        count=len(goods),
        assignment=Assignment(
            "household",
            Goal(predicates=predicates),
            tuple((top[thing], top[door]) for thing, door in hidden),
            furnishing=Furnishing(openable=_OPENS),
        ),
    )
