# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw calls at random: such as should succeed, and mistakes among them."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import shapely

from adhoc_teamwork.measuring.skills.belief import Belief
from adhoc_teamwork.measuring.skills.cupboards import Cupboards
from adhoc_teamwork.measuring.skills.mistakes import Mistakes
from adhoc_teamwork.measuring.skills.trial import Call, Refusal, Sort
from adhoc_teamwork.measuring.skills.truth import Truth
from adhoc_teamwork.simulation.world import WorldObject
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind

ActiveTask = Generator[Call, SkillResult, None]
T = TypeVar("T")

_FAR_ENOUGH = 3.0
_TIGHT_LIMIT = 1.0
"""Seconds that no drive to another room, `_FAR_ENOUGH` metres away or more, ends within."""
_MOST_HEAVY = 2


@dataclass
class RandomCalls:
    """Draw what one robot is told to do; results are sent back in."""

    truth: Truth
    belief: Belief
    rng: np.random.Generator

    def __post_init__(self) -> None:
        """Set up the mistakes."""
        self._mistakes = Mistakes(self.truth, self.belief, self.rng)
        self._cupboards = Cupboards(self.truth, self.belief, self.rng, self._fetch, self._let_go)
        self._arm = self.truth.robot.card.capability.can_manipulate

    def calls(self) -> ActiveTask:
        """Yield calls without end."""
        handling: tuple[tuple[float, Callable[[], ActiveTask]], ...] = (
            (5.0, self._tidy),
            (1.0, self._put_on_floor),
            (0.6, self._lift_heavy),
            (0.8, self._grasp_at_nothing),
            (1.0, self._cupboards.turn_a_door),
            (1.2, self._cupboards.store),
            (1.2, self._cupboards.load),
            (0.4, self._cupboards.open_what_has_no_door),
        )
        driving: tuple[tuple[float, Callable[[], ActiveTask]], ...] = (
            (2.0, self._go_to_room),
            (2.0, self._go_to_point),
            (2.0, self._go_to_furniture),
            (1.0, self._explore),
            (2.0, self._cancelled),
            (0.7, self._too_slow),
            (0.5, self._stop),
            (3.5, self._mistake),
        )
        choices = (*handling, *driving) if self._arm else driving
        weights = np.array([weight for weight, _ in choices])
        while True:
            number = int(self.rng.choice(len(choices), p=weights / weights.sum()))
            yield from choices[number][1]()

    def _tidy(self) -> ActiveTask:
        thing = yield from self._fetch()
        if thing is None:
            return
        if self.rng.random() < 0.4:
            yield from self._one(self._mistakes.while_holding(thing))
        yield from self._bring(thing)

    def _fetch(self) -> Generator[Call, SkillResult, WorldObject | None]:
        """Yield the calls that take something up, and return it, or None."""
        choices = [t for t in self.truth.graspable() if self.truth.fits_on_floor(t)]
        thing = self._pick(choices)
        if thing is None:
            return None
        name = self.belief.ids[thing.name]
        result = yield Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_OBJECT, name))
        if not result.success:
            return None
        result = yield Call(Sort.PICK, SubSkill(SubSkillKind.PICKUP_OBJECT, name))
        return thing if result.success else None

    def _bring(self, thing: WorldObject) -> ActiveTask:
        """Put what is held on furniture with room for it, else on the floor."""
        world = self.truth.simulator.world
        order = self.rng.permutation(len(world.objects))
        furniture = [list(world.objects.values())[int(i)] for i in order]
        place = next((f for f in furniture if self.truth.takes(f, thing)), None)
        name = self.belief.ids[thing.name]
        if place is not None:
            there = self.belief.ids[place.name]
            result = yield Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_OBJECT, there))
            if result.success:
                put = SubSkill(SubSkillKind.PUT_OBJECT, name, there, place.room_id)
                yield Call(Sort.PUT, put)
        if self.truth.robot.held:
            yield from self._let_go(name)

    def _put_on_floor(self) -> ActiveTask:
        thing = yield from self._fetch()
        if thing is not None:
            yield from self._let_go(self.belief.ids[thing.name])

    def _let_go(self, name: str) -> ActiveTask:
        """Put what is held on open floor; two places are tried."""
        for _ in range(2):
            spot = self._pick(self.truth.floor_near(0.3, _FAR_ENOUGH))
            if spot is not None:
                yield self._to_point(spot)
            put = SubSkill(SubSkillKind.PUT_OBJECT, name, "Floor")
            result = yield Call(Sort.PUT, put)
            if result.success:
                return

    def _lift_heavy(self) -> ActiveTask:
        thing = self._pick(self.truth.too_heavy())
        if thing is None:
            return
        name = self.belief.ids[thing.name]
        result = yield Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_OBJECT, name))
        if result.success:
            refusal = Refusal((Stage.EXECUTION, Stage.PRECONDITION), (Cause.TOO_HEAVY,))
            lift = SubSkill(SubSkillKind.PICKUP_OBJECT, name)
            yield Call(Sort.INVALID, lift, refusal, mistake="too heavy")

    def _grasp_at_nothing(self) -> ActiveTask:
        """Grasp where something is believed to lie and nothing does."""
        name = self._mistakes.imagine()
        if not name:
            return
        result = yield Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_OBJECT, name))
        if result.success:
            causes = (Cause.LOST_OBJECT, Cause.NOT_PICKUPABLE)
            grasp = SubSkill(SubSkillKind.PICKUP_OBJECT, name)
            refusal = Refusal((Stage.EXECUTION,), causes)
            yield Call(Sort.INVALID, grasp, refusal, mistake="nothing there")
        self.belief.stale.clear()

    def _go_to_room(self) -> ActiveTask:
        yield from self._one(self._to_room())

    def _to_room(self) -> Call | None:
        room = self._pick(self.truth.rooms())
        if room is None:
            return None
        return Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_ROOM, room_id=room.room_id))

    def _go_to_point(self) -> ActiveTask:
        spot = self._pick(self.truth.floor_near(0.3, 4.0))
        if spot is not None:
            yield self._to_point(spot)

    def _to_point(self, spot: Point) -> Call:
        pose = self.truth.robot.pose
        turned = self._mistakes.in_frame_of(pose, spot)
        return Call(Sort.NAVIGATE, SubSkill(SubSkillKind.GO_TO_POINT, dx=turned[0], dy=turned[1]))

    def _go_to_furniture(self) -> ActiveTask:
        if self._arm:
            return
        thing = self._pick(self.truth.approachable())
        if thing is not None:
            go = SubSkill(SubSkillKind.GO_TO_OBJECT, self.belief.ids[thing.name])
            yield Call(Sort.NAVIGATE, go)

    def _explore(self) -> ActiveTask:
        room = self._pick(self.truth.rooms())
        if room is not None:
            self.belief.forget(room)
            yield Call(Sort.EXPLORE, SubSkill(SubSkillKind.EXPLORE, room_id=room.room_id))
            self.belief.unseen[:] = False

    def _cancelled(self) -> ActiveTask:
        call = self._to_room()
        if call is not None:
            after = float(self.rng.uniform(0.3, 5.0))
            yield Call(Sort.CANCEL, call.subskill, cancel_after=after)

    def _too_slow(self) -> ActiveTask:
        """Give a long drive too little time."""
        here = self.truth.robot.pose.point
        far = [
            room
            for room in self.truth.rooms()
            if shapely.Polygon(room.outline).distance(shapely.Point(here.x, here.y)) > _FAR_ENOUGH
        ]
        room = self._pick(far)
        if room is not None:
            go = SubSkill(SubSkillKind.GO_TO_ROOM, room_id=room.room_id)
            refusal = Refusal((Stage.EXECUTION,), (Cause.TIMEOUT,))
            yield Call(
                Sort.INVALID, go, refusal, time_limit=_TIGHT_LIMIT, mistake="too little time"
            )

    def _stop(self) -> ActiveTask:
        yield Call(Sort.STOP, SubSkill(SubSkillKind.STOP))

    def _mistake(self) -> ActiveTask:
        yield from self._one(self._mistakes.with_empty_hand())

    def _one(self, call: Call | None) -> ActiveTask:
        if call is not None:
            yield call

    def _pick(self, choices: Sequence[T]) -> T | None:
        return choices[int(self.rng.integers(len(choices)))] if choices else None
