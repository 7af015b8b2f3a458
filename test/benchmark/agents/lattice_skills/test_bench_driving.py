# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Getting out of the way: whoever is held up by another goes on once that one has gone."""

import contextlib
import random
from dataclasses import replace

import numpy as np
from bench_episodes import DrawnSet
from bench_fakes import a_robot

from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.lattice_skills.body import Body
from adhoc_teamwork.benchmark.agents.lattice_skills.driving import (
    PATIENCE,
    Acting,
    drive,
    stay_aside,
)
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.geometry import Pose

STEPS = 200


def corner(plan: HousePlan) -> tuple[int, int]:
    """Return a cell where one is in the way with a single way out, and that way's first cell."""
    for cell, around in enumerate(plan.moves):
        if len(around) == 1 and cell not in plan.lay_bys:
            return cell, around[0]
    raise AssertionError("this house has no dead end")


def at(plan: HousePlan, cell: int) -> Pose:
    x, y = plan.house.lattice.points[cell]
    return Pose(float(x), float(y))


class Walker:
    """One robot of a world, led by a sub-skill's generator."""

    def __init__(self, world: StepWorld, plan: HousePlan, name: str, cell: int) -> None:
        self._world, self.name = world, name
        robot = replace(a_robot(name), start=at(plan, cell))
        self.body = Body(robot, plan, Knowledge(name, plan.house.floor_plan))
        world.join(name, robot)
        self.look()
        self._acting: Acting | None = None

    def look(self) -> None:
        self.body.perceive(self._world.observe(self.name), 0.0)

    def begin(self, acting: Acting) -> Action | None:
        self._acting = acting
        return next(acting)

    def go_on(self) -> Action | None:
        """Return what to do next; raise StopIteration at the end."""
        assert self._acting is not None
        self.look()
        return self._acting.send(self.body.now.result)


def go_aside(drawn: DrawnSet, gone_after: int) -> tuple[bool, int]:
    """Let one go aside past another that stands there some steps; tell whether it did, and when."""
    plan = drawn.plan(drawn.task(4, 1))
    inside, outside = corner(plan)
    world = StepWorld(plan.house, ())
    held_up, other = Walker(world, plan, "al", inside), Walker(world, plan, "bo", outside)
    action, others = held_up.begin(stay_aside(held_up.body)), None
    for step in range(STEPS):
        if step == gone_after:
            others = other.begin(stay_aside(other.body))
        given = {"al": action, "bo": others}
        world.step({name: act for name, act in given.items() if act is not None})
        if others is not None:
            with contextlib.suppress(StopIteration):
                others = other.go_on()
        try:
            action = held_up.go_on()
        except StopIteration:
            return held_up.body.now.cell in plan.lay_bys, step
    raise AssertionError(f"it has not come to rest after {STEPS} steps")


def test_one_that_is_held_up_goes_aside_once_the_way_is_free(drawn: DrawnSet) -> None:
    there, _ = go_aside(drawn, gone_after=8)
    assert there


def test_one_that_is_held_up_for_good_comes_to_rest(drawn: DrawnSet) -> None:
    there, steps = go_aside(drawn, gone_after=STEPS)
    assert not there
    assert steps < 10 * PATIENCE


def trade_places(plan: HousePlan, one: int, other: int) -> int:
    """Let two robots go to where the other is; return the steps until both are there.

    A drive that is given up is a SkillFailure.
    """
    world = StepWorld(plan.house, ())
    walkers = (Walker(world, plan, "al", one), Walker(world, plan, "bo", other))
    goals = (other, one)
    given = {
        walker.name: walker.begin(drive(walker.body, frozenset([goal])))
        for walker, goal in zip(walkers, goals, strict=True)
    }
    for step in range(STEPS):
        world.step({name: action for name, action in given.items() if action is not None})
        for walker in [walker for walker in walkers if walker.name in given]:
            try:
                given[walker.name] = walker.go_on()
            except StopIteration:
                del given[walker.name]
        if not given:
            return step
    raise AssertionError(f"they are not past each other after {STEPS} steps")


def test_two_that_meet_get_past_each_other(drawn: DrawnSet) -> None:
    plan, rng = drawn.plan(drawn.task(4, 1)), random.Random(0)
    rooms = plan.house.lattice.rooms
    for _ in range(30):
        first, second = rng.sample(sorted({int(room) for room in rooms if room >= 0}), 2)
        one, other = (
            rng.choice(np.flatnonzero(rooms == room).tolist()) for room in (first, second)
        )
        way = plan.house.paths.to_cells([other]).actions(one, 0)
        assert trade_places(plan, one, other) <= way + 40
