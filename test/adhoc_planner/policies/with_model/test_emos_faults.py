# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""EMOS whatever befalls its team: rounds are few, refusals are heard, what nobody can is told."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from agent_rig import Rig, Robot
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scripted_model import Clock, ScriptedModel
from small_world import ARM, World, two_rooms

from adhoc_teamwork.adhoc_planner.policies.with_model.emos import ROUNDS
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.goal import Goal
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.utterance import Act, Topic

GOAL = Goal(text="Bring the Mug to the Bed. Go to the Vase.")
SHORT = replace(ARM, reach_max_height=0.3)
MUG = "bring the Mug to the Bed"
TAKE = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
LONG = 240.0
"""Seconds within which all that can be done is done, and told of."""
GARBAGE = ("", "la la la", "[judgement]", "[judgement] maybe: «»\x00", "no" * 3000, "{" * 500,
    '{"analysis": 1, "result": []}', "[result]\n1. beta: bring the Mug to the Bed")  # fmt: skip


class Fault(StrEnum):
    """Name what befalls a member."""

    DIES = "dies"
    LEAVES = "leaves"
    JOINS = "joins"
    IS_SILENT = "is_silent"
    TALKS_GARBAGE = "talks_garbage"
    REFUSES_ALL = "refuses_all"


@dataclass(frozen=True)
class Mishap:
    """Say what befalls whom, once so many things were said in conversations."""

    fault: Fault
    name: str
    at: int = 0


@dataclass
class Story:
    """Hold a team of three, of whom one gets up to the mug, and what befalls it."""

    mishaps: tuple[Mishap, ...]
    able: frozenset[str] = frozenset({"beta"})
    clock: Clock = field(default_factory=Clock)
    gone: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        world = two_rooms()
        counter = world.things["CounterTop_0"].position
        world.put("Vase_0", "Vase", "CounterTop_0", (counter.x, counter.y, 1.0))
        names = ("alpha", "beta", "gamma")
        bodies = {name: ARM if name in self.able else SHORT for name in names}
        self.all = {name: self._robot(name, world, body) for name, body in bodies.items()}
        late = {m.name for m in self.mishaps if m.fault is Fault.JOINS}
        for mishap in self.mishaps:
            model = self.all[mishap.name].model
            if mishap.fault is Fault.IS_SILENT:
                model.is_dead = True
            elif mishap.fault is Fault.TALKS_GARBAGE:
                said = [GARBAGE[(mishap.at + n) % len(GARBAGE)] for n in range(400)]
                model.script = {stage: list(said) for stage in ("divide", "compute", "check")}
            elif mishap.fault is Fault.REFUSES_ALL:
                model.script["check"] = ["[judgement] no: I do not feel like it"] * 400
        self.rig = Rig(self.clock, *(r for name, r in self.all.items() if name not in late))
        self._waiting = [m for m in self.mishaps if m.fault in _TIMED]

    def _robot(self, name: str, world: World, body: Capability) -> Robot:
        model = ScriptedModel(self.clock, latency=0.5)
        robot = Robot(name, world, self.clock, model, body, policy="emos", task="mixed_bodies",
            goal=GOAL)  # fmt: skip
        for room in world.rooms:
            robot.see_room(room)
        robot.look()
        return robot

    @property
    def living(self) -> list[Robot]:
        return [robot for robot in self.rig.robots if robot.name not in self.gone]

    @property
    def said(self) -> list[TeamMessage]:
        """Return what was said in conversations, by time."""
        told = [m for r in self.all.values() for m in r.sent if m.utterance is not None]
        return sorted(told, key=lambda m: m.stamp)

    @property
    def begun(self) -> set[str]:
        """Return who has begun to carry the mug."""
        return {r.name for r in self.all.values() if any(step == TAKE for _, step in r.started)}

    @property
    def reports(self) -> list[str]:
        return [
            m.text
            for r in self.all.values()
            for m in r.sent
            if m.kind is MessageKind.CHAT and f"Nobody can {MUG}" in m.text
        ]

    def counted(self, name: str) -> int:
        return sum(r.agent.status().counts.get(name, 0) for r in self.all.values())

    async def play(self, until: Callable[[], bool] = lambda: False) -> bool:
        """Play it; whatever comes true, it comes true in time."""
        end = self.clock.now + LONG
        while self.clock.now < end and not until():
            await self.rig.run(0.3)
            count = len(self.said)
            for mishap in [m for m in self._waiting if count >= m.at]:
                self._waiting.remove(mishap)
                self._befall(mishap)
        for robot in self.living:
            robot.agent.end()
        return until()

    def _befall(self, mishap: Mishap) -> None:
        robot = self.all[mishap.name]
        if mishap.fault is Fault.JOINS:
            self.rig.robots.append(robot)
            return
        robot.agent.end()
        self.rig.robots.remove(robot)
        self.gone.add(mishap.name)
        if mishap.fault is Fault.DIES:
            for other in self.rig.robots:
                other.agent.on_gone(frozenset(self.gone))

    def check_rounds(self) -> None:
        """Check that rounds are few, and that each refusal was told to who led, who heeded it."""
        rounds: dict[Topic, int] = {}
        for message in self.said:
            said = message.utterance
            assert said is not None
            rounds[said.topic] = max(rounds.get(said.topic, 0), said.round)
            if said.act is Act.ANSWER and not said.agrees:
                assert message.recipient == said.topic.opener
        assert all(count <= ROUNDS for count in rounds.values())
        # Each robot divides on its own account a few times at most, and in place of lost ones.
        assert len(rounds) <= 8 * len(self.all)


_TIMED = (Fault.DIES, Fault.LEAVES, Fault.JOINS)


@pytest.mark.parametrize("at", range(8))
def test_a_leader_that_dies_at_any_message_is_replaced(at: int) -> None:
    async def story() -> None:
        played = Story((Mishap(Fault.DIES, "alpha", at),))
        assert await played.play(lambda: played.gone == {"alpha"} and played.begun == {"beta"})
        played.check_rounds()

    asyncio.run(story())


@pytest.mark.parametrize("fault", [f for f in Fault if f is not Fault.JOINS])
def test_what_the_only_able_one_does_not_do_nobody_does_and_it_is_told(fault: Fault) -> None:
    async def story() -> None:
        played = Story((Mishap(fault, "beta", 1),))
        assert await played.play(lambda: bool(played.reports))
        assert played.begun == set()
        played.check_rounds()
        told = played.reports[-1]
        for robot in played.living:
            if robot.name != "beta":
                assert f"{robot.name}: {MUG}" in told, "the refusal of each that has a body"

    asyncio.run(story())


def test_what_no_body_can_do_is_refused_by_each_told_and_left() -> None:
    async def story() -> None:
        played = Story((), able=frozenset())
        assert await played.play(lambda: bool(played.reports))
        assert played.begun == set()
        assert all(f"{name}: {MUG}: reach(Mug_0)" in played.reports[0] for name in played.all)

    asyncio.run(story())


mishaps = st.builds(
    Mishap,
    st.sampled_from(Fault),
    st.sampled_from(["alpha", "gamma"]),
    st.integers(0, 12),
)


@settings(max_examples=12, deadline=None)
@example([Mishap(Fault.REFUSES_ALL, "gamma", 7), Mishap(Fault.TALKS_GARBAGE, "alpha", 4)])
@example([Mishap(Fault.JOINS, "alpha", 1), Mishap(Fault.TALKS_GARBAGE, "gamma", 0)])
@example([Mishap(Fault.JOINS, "alpha", 4), Mishap(Fault.REFUSES_ALL, "gamma", 6)])
@example([Mishap(Fault.DIES, "alpha", 2), Mishap(Fault.JOINS, "gamma", 2)])
@given(st.lists(mishaps, max_size=3, unique_by=lambda m: m.name))
def test_whatever_befalls_others_who_is_able_does_it_and_nobody_else(
    befallen: list[Mishap],
) -> None:
    async def story() -> None:
        played = Story(tuple(befallen))
        assert await played.play(lambda: bool(played.begun))
        assert played.begun == {"beta"}
        played.check_rounds()

    asyncio.run(story())
