# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Calls about doors and containers: open, put in, take out, close, and mistakes with them."""

from collections.abc import Callable, Generator
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.measuring.skills.belief import Belief
from adhoc_teamwork.measuring.skills.trial import Call, Refusal, Sort
from adhoc_teamwork.measuring.skills.truth import Truth
from adhoc_teamwork.simulation.world import WorldObject
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind

ActiveTask = Generator[Call, SkillResult, None]

_BEFORE = (Stage.PRECONDITION,)


@dataclass
class Cupboards:
    """Draw calls about what holds others, for one robot with an arm.

    `fetch` yields the calls that take something up and returns it, `let_go` those that put it down.
    """

    truth: Truth
    belief: Belief
    rng: np.random.Generator
    fetch: Callable[[], Generator[Call, SkillResult, WorldObject | None]]
    let_go: Callable[[str], ActiveTask]

    def turn_a_door(self) -> ActiveTask:
        """Open something, try to open it again, and close it."""
        thing = self._one(self.truth.doors())
        if thing is None:
            return
        name = self.belief.ids[thing.name]
        result = yield _go(name)
        if not result.success:
            return
        shut = self.truth.simulator.world.holders.is_shut(thing.name)
        first, second = SubSkillKind.OPEN_OBJECT, SubSkillKind.CLOSE_OBJECT
        if not shut:
            first, second = second, first
        yield Call(Sort.DOOR, SubSkill(first, name))
        yield _wrong("door as asked", SubSkill(first, name), Cause.BAD_ARGUMENT)
        yield Call(Sort.DOOR, SubSkill(second, name))

    def open_what_has_no_door(self) -> ActiveTask:
        """Open furniture that does not open."""
        world = self.truth.simulator.world
        plain = [
            thing
            for thing in world.at_rest()
            if thing.source.surfaces and thing.name not in world.holders.capacity
        ]
        thing = self._one(plain)
        if thing is not None:
            call = SubSkill(SubSkillKind.OPEN_OBJECT, self.belief.ids[thing.name])
            yield _wrong("no door", call, Cause.NOT_OPENABLE)

    def store(self) -> ActiveTask:
        """Put something into a cupboard, take it out again, and put it down."""
        thing = yield from self.fetch()
        if thing is None:
            return
        held = self.belief.ids[thing.name]
        doors = [d for d in self.truth.doors() if self.truth.has_room(d)]
        cupboard = self._one(doors)
        if cupboard is not None:
            yield from self._through_the_door(thing, cupboard)
        if self.truth.robot.held:
            yield from self.let_go(held)

    def _through_the_door(self, thing: WorldObject, cupboard: WorldObject) -> ActiveTask:
        held, there = self.belief.ids[thing.name], self.belief.ids[cupboard.name]
        result = yield _go(there)
        if not result.success:
            return
        put = SubSkill(SubSkillKind.PUT_IN, held, there)
        if self.truth.simulator.world.holders.is_shut(cupboard.name):
            yield _wrong("put into what is shut", put, Cause.CLOSED)
            yield Call(Sort.DOOR, SubSkill(SubSkillKind.OPEN_OBJECT, there))
        result = yield Call(Sort.CONTAINER, put)
        if result.success and self.truth.can_take(thing):
            yield from self._take_out(held, there)

    def load(self) -> ActiveTask:
        """Put something into a container, and take it out again."""
        thing = yield from self.fetch()
        if thing is None:
            return
        held = self.belief.ids[thing.name]
        holders, ours = self.truth.simulator.world.holders, (thing.name, "it")
        container = self._one(
            [
                c
                for c in self.truth.containers()
                if not holders.why_not_into(thing.name, c.name, ours)
            ]
        )
        if container is not None:
            there = self.belief.ids[container.name]
            result = yield _go(there)
            if result.success:
                put = SubSkill(SubSkillKind.PUT_IN, held, there)
                result = yield Call(Sort.CONTAINER, put)
                if result.success and self.truth.can_take(thing):
                    yield from self._take_out(held, there)
        if self.truth.robot.held:
            yield from self.let_go(held)

    def _take_out(self, thing: str, holder: str) -> ActiveTask:
        elsewhere = SubSkill(SubSkillKind.TAKE_FROM, thing, "Altar_7")
        yield _wrong("no such container", elsewhere, Cause.UNKNOWN_RECEPTACLE)
        result = yield _go(thing)
        if result.success:
            yield Call(Sort.CONTAINER, SubSkill(SubSkillKind.TAKE_FROM, thing, holder))

    def _one(self, choices: list[WorldObject]) -> WorldObject | None:
        return choices[int(self.rng.integers(len(choices)))] if choices else None


def _go(name: str) -> Call:
    return Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_OBJECT, name))


def _wrong(mistake: str, call: SubSkill, cause: Cause) -> Call:
    return Call(Sort.INVALID, call, Refusal(_BEFORE, (cause,)), mistake=mistake)
