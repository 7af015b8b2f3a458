# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Calls that have to fail, each with the stages and causes that are right for it."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from adhoc_teamwork.measuring.skills.belief import Belief, displaced
from adhoc_teamwork.measuring.skills.trial import Call, Refusal, Sort
from adhoc_teamwork.measuring.skills.truth import Truth
from adhoc_teamwork.simulation.world import WorldObject
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkill, SubSkillKind

T = TypeVar("T")

_BEFORE = (Stage.PRECONDITION,)
_ON_THE_WAY = (Stage.PRECONDITION, Stage.PLANNING, Stage.EXECUTION)
_NO_WAY = (Cause.UNREACHABLE,)
_CLEAR = 0.7
"""Nothing that a hand could take lies nearer to an imagined object, metres."""


@dataclass
class Mistakes:
    """Make wrong calls for one robot."""

    truth: Truth
    belief: Belief
    rng: np.random.Generator

    def with_empty_hand(self) -> Call | None:
        """Return a wrong call, or None where the one drawn cannot be made here."""
        anybody: tuple[Callable[[], Call | None], ...] = (
            self._no_such_skill,
            self._no_such_object,
            self._no_such_room,
            self._too_far_a_step,
            self._no_number,
            self._through_the_wall,
            self._to_shut_room,
            self._to_what_another_holds,
        )
        arm = (
            self._take_furniture,
            self._take_unknown,
            self._take_from_afar,
            self._put_nothing,
            self._go_too_high,
            self._go_beyond_reach,
        )
        can = self.truth.robot.card.capability.can_manipulate
        unarmed = (self._take_without_arm, self._put_without_arm)
        choices: tuple[Callable[[], Call | None], ...] = (*anybody, *(arm if can else unarmed))
        return choices[int(self.rng.integers(len(choices)))]()

    def while_holding(self, held: WorldObject) -> Call | None:
        """Return a wrong call for a robot that holds something."""
        name = self.belief.ids[held.name]
        put, pick = SubSkillKind.PUT_OBJECT, SubSkillKind.PICKUP_OBJECT
        other = self._any(t for t in self.truth.graspable() if t is not held)
        far = self._far_receptacle()
        furniture = self._any(self._furniture())
        choices: list[Call] = [
            _wrong("unknown receptacle", SubSkill(put, name, "Altar_7"), Cause.UNKNOWN_RECEPTACLE)
        ]
        if other is not None:
            there = self.belief.ids[other.name]
            choices += [
                _wrong("hand full", SubSkill(pick, there), Cause.HAND_FULL),
                _wrong("no receptacle", SubSkill(put, name, there), Cause.NOT_RECEPTACLE),
            ]
        if far is not None:
            call = SubSkill(put, name, self.belief.ids[far.name], far.room_id)
            stages = (Stage.PRECONDITION, Stage.PLANNING)
            causes = (Cause.TOO_FAR, Cause.TOO_HIGH, Cause.NO_SPACE)
            choices.append(_wrong("put from afar", call, *causes, stages=stages))
        if furniture is not None:
            call = SubSkill(put, name, self.belief.ids[furniture.name], "room_99")
            choices.append(_wrong("wrong room", call, Cause.WRONG_ROOM))
        return choices[int(self.rng.integers(len(choices)))]

    def imagine(self) -> str:
        """Have the robot believe that something lies on floor where nothing does; return its id."""
        thing = self._any(self.truth.graspable())
        world = self.truth.simulator.world
        small = [t.centre for t in world.at_rest() if t.source.pickupable]
        floor = [
            p
            for p in self.truth.floor_near(1.0, 4.0)
            if all(p.planar_distance_to(other) > _CLEAR for other in small)
        ]
        spot = self._any(floor)
        if thing is None or spot is None:
            return ""
        known = self.belief.graph().object(self.belief.ids[thing.name])
        if known is None:
            return ""
        room = world.room_at(spot.x, spot.y)
        place = Point(spot.x, spot.y, thing.box.size_z / 2.0)
        self.belief.stale[thing.name] = displaced(known, place, room)
        return known.object_id

    @staticmethod
    def in_frame_of(pose: Pose, spot: Point) -> tuple[float, float]:
        """Return a floor point in a robot's own frame, metres."""
        dx, dy = spot.x - pose.x, spot.y - pose.y
        cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
        return cos * dx + sin * dy, -sin * dx + cos * dy

    def _no_such_skill(self) -> Call:
        juggle = SubSkill("Juggle", object_id="Mug_0")
        return _wrong("unknown sub-skill", juggle, Cause.UNKNOWN_SKILL)

    def _no_such_object(self) -> Call:
        go = SubSkill(SubSkillKind.GO_TO_OBJECT, "Unicorn_3")
        return _wrong("unknown object", go, Cause.UNKNOWN_OBJECT)

    def _no_such_room(self) -> Call:
        kind = SubSkillKind.EXPLORE if self.rng.random() < 0.5 else SubSkillKind.GO_TO_ROOM
        return _wrong("unknown room", SubSkill(kind, room_id="room_99"), Cause.UNKNOWN_ROOM)

    def _too_far_a_step(self) -> Call:
        go = SubSkill(SubSkillKind.GO_TO_POINT, dx=float(self.rng.uniform(11.0, 1e6)))
        return _wrong("displacement too long", go, Cause.BAD_ARGUMENT)

    def _no_number(self) -> Call:
        value = (math.nan, math.inf, -math.inf)[int(self.rng.integers(3))]
        go = SubSkill(SubSkillKind.GO_TO_POINT, dx=value)
        return _wrong("displacement no number", go, Cause.BAD_ARGUMENT)

    def _through_the_wall(self) -> Call | None:
        """Drive to a point well outside the house."""
        robot, (x0, y0, x1, _) = self.truth.robot, self.truth.simulator.world.house.bounds
        here = robot.pose
        outside = [
            Point(x, y)
            for x, y in ((x0 - 1.5, here.y), (x1 + 1.5, here.y), (here.x, y0 - 1.5))
            if here.point.planar_distance_to(Point(x, y)) < 9.5
        ]
        spot = self._any(outside)
        if spot is None:
            return None
        dx, dy = self.in_frame_of(here, spot)
        go = SubSkill(SubSkillKind.GO_TO_POINT, dx=dx, dy=dy)
        return _wrong("through the wall", go, *_NO_WAY, stages=_ON_THE_WAY)

    def _to_shut_room(self) -> Call | None:
        room = self._any(self.truth.shut_rooms())
        if room is None:
            return None
        go = SubSkill(SubSkillKind.GO_TO_ROOM, room_id=room.room_id)
        return _wrong("room without a way", go, *_NO_WAY, stages=_ON_THE_WAY)

    def _to_what_another_holds(self) -> Call | None:
        held = [t for t in self.truth.simulator.world.objects.values() if t.held_by]
        thing = self._any(t for t in held if t.held_by != self.truth.robot.name)
        if thing is None:
            return None
        go = SubSkill(SubSkillKind.GO_TO_OBJECT, self.belief.ids[thing.name])
        return _wrong("held by another", go, Cause.HELD_BY_OTHER)

    def _take_furniture(self) -> Call | None:
        thing = self._any(self._furniture())
        if thing is None:
            return None
        pick = SubSkill(SubSkillKind.PICKUP_OBJECT, self.belief.ids[thing.name])
        return _wrong("furniture taken", pick, Cause.NOT_PICKUPABLE)

    def _take_unknown(self) -> Call:
        pick = SubSkill(SubSkillKind.PICKUP_OBJECT, "")
        return _wrong("nothing named", pick, Cause.UNKNOWN_OBJECT)

    def _take_from_afar(self) -> Call | None:
        here, reach = self.truth.robot.pose.point, self.truth.robot.card.capability.reach
        far = (t for t in self._small() if here.planar_distance_to(t.centre) > reach + 0.1)
        thing = self._any(far)
        if thing is None:
            return None
        pick = SubSkill(SubSkillKind.PICKUP_OBJECT, self.belief.ids[thing.name])
        return _wrong("taken from afar", pick, Cause.TOO_FAR)

    def _put_nothing(self) -> Call | None:
        thing = self._any(self._furniture())
        if thing is None:
            return None
        put = SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", self.belief.ids[thing.name])
        return _wrong("hand empty", put, Cause.HAND_EMPTY)

    def _go_too_high(self) -> Call | None:
        can = self.truth.robot.card.capability
        ground = self.truth.simulator.world.house.ground
        high = (
            t
            for t in self._small()
            if t.centre.z - ground.height(t.box.x, t.box.y) > can.reach_max_height + 0.1
        )
        thing = self._any(high)
        if thing is None:
            return None
        go = SubSkill(SubSkillKind.GO_TO_OBJECT, self.belief.ids[thing.name])
        return _wrong("too high", go, Cause.TOO_HIGH)

    def _go_beyond_reach(self) -> Call | None:
        thing = self._any(self.truth.beyond_reach())
        if thing is None:
            return None
        go = SubSkill(SubSkillKind.GO_TO_OBJECT, self.belief.ids[thing.name])
        causes = (*_NO_WAY, Cause.TOO_HIGH, Cause.TOO_LOW)
        return _wrong("beyond reach", go, *causes, stages=_ON_THE_WAY)

    def _take_without_arm(self) -> Call | None:
        thing = self._any(self._small())
        if thing is None:
            return None
        pick = SubSkill(SubSkillKind.PICKUP_OBJECT, self.belief.ids[thing.name])
        return _wrong("no arm", pick, Cause.NO_ARM)

    def _put_without_arm(self) -> Call:
        put = SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", "Floor")
        return _wrong("no arm", put, Cause.NO_ARM)

    def _far_receptacle(self) -> WorldObject | None:
        here, reach = self.truth.robot.pose.point, self.truth.robot.card.capability.reach
        holders = self.truth.simulator.world.holders
        return self._any(
            thing
            for thing in self._furniture()
            if not holders.opens(thing.name)
            and here.planar_distance_to(thing.centre)
            > reach + math.hypot(thing.box.size_x, thing.box.size_y) / 2.0 + 0.3
        )

    def _furniture(self) -> list[WorldObject]:
        world = self.truth.simulator.world
        return [t for t in world.at_rest() if t.source.surfaces and not t.source.pickupable]

    def _small(self) -> list[WorldObject]:
        return [t for t in self.truth.simulator.world.at_rest() if t.source.pickupable]

    def _any(self, choices: Iterable[T]) -> T | None:
        every = list(choices)
        return every[int(self.rng.integers(len(every)))] if every else None


def _wrong(
    mistake: str, call: SubSkill, *causes: Cause, stages: tuple[Stage, ...] = _BEFORE
) -> Call:
    return Call(Sort.INVALID, call, Refusal(stages, causes), mistake=mistake)
