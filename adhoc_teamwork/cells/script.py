# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the words of an action mean to a hand: the steps of a scripted robot, in open loop.

It goes by what its robot sees and by what it took before. Nothing is checked for collisions: a plan
that brings two arms together brings them together.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.cells.hands import Follow, Grip, Hands, Reach, Rest, Step
from adhoc_teamwork.cells.task_file import ActionKind, CellTask
from adhoc_teamwork.cells.task_world import Observation, observe
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.skills.arms.failure import ArmFailure
from adhoc_teamwork.skills.arms.failure import Step as Stage
from adhoc_teamwork.skills.arms.straight import poses_between
from adhoc_teamwork.teamwork.team.causes import Cause

ABOVE = 0.14
"""Metres above a thing or a place at which a hand arrives and leaves."""
_PRESS = 0.002
"""Metres by which a suction's lip is pressed on to what it takes."""
_AIR = 0.003
"""Metres above a place at which a hand lets go."""
_FROM_END = (0.03, 0.0, 0.004)
"""Metres from a rope's end at which a hand takes it: along it, and a little above its middle."""
_OVER, _PARTS = 0.1, 5
"""Metres by which a rope's end is lifted higher to be carried, and in how many parts it is."""
_SLOW = 3.0
"""How much slower than it could a hand moves near and with things."""


@dataclass(frozen=True, eq=False)
class Carried:
    """Hold what a hand took: its name, and its frame in the hand's, (4, 4)."""

    name: str
    offset: Floats


class Script:
    """Carry out rounds of actions in a cell.

    Args:
        task: Which task.
        world: Its cell, at the beginning of an episode.
    """

    def __init__(self, task: CellTask, world: CellWorld) -> None:
        self.task, self.world, self.hands = task, world, Hands(world)
        self._carried: dict[str, Carried] = {}

    def round(self, actions: Mapping[str, str]) -> None:
        """Carry out one action of each robot, all at once; who is not named waits.

        Raises:
            ArmFailure: An action is none, or out of a hand's reach; nothing has moved.
        """
        state = self.world.observe()
        ways: dict[str, list[list[Step]]] = {}
        taken: dict[str, list[Carried | None]] = {}
        for robot, action in actions.items():
            seen = observe(self.task, state, robot)
            found = list(self._ways(robot, action.split(), seen))
            if found:
                ways[robot] = [steps for steps, _ in found]
                taken[robot] = [carried for _, carried in found]
        for robot, which in self.hands.play(ways).items():
            carried = taken[robot][which]
            if carried is None:
                self._carried.pop(robot, None)
            else:
                self._carried[robot] = carried

    def _ways(
        self, robot: str, words: Sequence[str], seen: Observation
    ) -> list[tuple[list[Step], Carried | None]]:
        match words:
            case [ActionKind.WAIT]:
                return []
            case [ActionKind.PICK, name]:
                return self._picks(robot, name, seen)
            case [ActionKind.PICK, name, ActionKind.PLACE, place]:
                made: list[tuple[list[Step], Carried | None]] = []
                for steps, carried in self._picks(robot, name, seen):
                    assert carried is not None
                    for more in self._puts(robot, carried, self._frame(name, seen), place, seen):
                        made.append(([*steps, *more], None))
                return made
            case [ActionKind.PLACE | ActionKind.PUT, name, place]:
                carried = self._carried.get(robot)
                if carried is None or carried.name != name:
                    raise _refuse(f"{robot} does not hold {name}")
                now = self.hands.pose(robot) @ carried.offset
                return [(steps, None) for steps in self._puts(robot, carried, now, place, seen)]
        raise _refuse(f"{robot} cannot {' '.join(words)}")

    def _picks(
        self, robot: str, name: str, seen: Observation
    ) -> list[tuple[list[Step], Carried | None]]:
        """Return the ways to take a thing from above, each with what is held afterwards."""
        at = self._grasped(robot, name, seen)
        hand = self.hands.pose(robot)
        made: list[tuple[list[Step], Carried | None]] = []
        for turn in self._turns(robot, at, hand):
            grasp = pose(at[:3, 3], turn)
            above = grasp.copy()
            above[2, 3] += ABOVE
            steps: list[Step] = [
                Grip(closed=False, seconds=0.2),
                Reach(above),
                Follow((grasp,), _SLOW),
                Grip(closed=True),
                Follow((above,), _SLOW),
            ]
            made.append((steps, Carried(name, np.linalg.inv(grasp) @ self._frame(name, seen))))
        return made

    def _puts(
        self, robot: str, carried: Carried, now: Floats, place: str, seen: Observation
    ) -> list[list[Step]]:
        """Return the ways to put down what is held, standing on its origin, turned a little first.

        A rope's end is carried in straight lines, in short ones, so that two hands stay as far from
        one another as they are.
        """
        spot = self._spot(place, seen)
        spot[2] += _AIR
        quarters = [number * math.pi / 2.0 for number in range(4)]
        turns = sorted(quarters, key=lambda yaw: -math.cos(yaw - math.atan2(now[1, 0], now[0, 0])))
        made: list[list[Step]] = []
        for yaw in turns[:1] if self._rope_end(carried.name) else turns:
            down = pose(spot, rotation_rpy(0.0, 0.0, yaw)) @ np.linalg.inv(carried.offset)
            above = down.copy()
            above[2, 3] += ABOVE
            way: list[Step] = [Reach(above, _SLOW), Follow((down,), _SLOW)]
            if self._rope_end(carried.name):
                way = self._lines(self.hands.pose(robot), down)
            made.append([*way, Grip(closed=False), Follow((above,), _SLOW), Rest()])
        return made

    def _lines(self, begin: Floats, end: Floats) -> list[Step]:
        """Return straight lines up, across in parts, and down."""
        over, before = begin.copy(), end.copy()
        over[2, 3] = before[2, 3] = max(begin[2, 3], end[2, 3]) + _OVER
        across = poses_between(over, before, float(np.linalg.norm(before - over)) / _PARTS)
        halfway = before.copy()
        halfway[2, 3] = (before[2, 3] + end[2, 3]) / 2.0
        return [Follow((one,), _SLOW) for one in (over, *across, halfway, end)]

    def _rope_end(self, name: str) -> tuple[str, int] | None:
        """Return which rope and which end of it a name means: `rope_front`, `rope_back`."""
        rope, _, end = name.rpartition("_")
        ends = {"front": 0, "back": 1}
        return (rope, ends[end]) if rope in self.task.cell.ropes and end in ends else None

    def _frame(self, name: str, seen: Observation) -> Floats:
        """Return the pose of a thing that is seen, upright; or of a rope end, x along it."""
        if name in seen.things:
            at = seen.things[name]
            yaw = math.atan2(at[1, 0], at[0, 0])
            return pose(at[:3, 3], rotation_rpy(0.0, 0.0, yaw))
        found = self._rope_end(name)
        if found is not None and found[0] in seen.ropes:
            rope, end = found
            here, other = seen.ropes[rope][end], seen.ropes[rope][1 - end]
            along = other - here
            return pose(here, rotation_rpy(0.0, 0.0, math.atan2(along[1], along[0])))
        raise _refuse(f"{name} is not seen")

    def _grasped(self, robot: str, name: str, seen: Observation) -> Floats:
        """Return where a hand takes a thing, (4, 4): z up, y along which fingers close."""
        frame = self._frame(name, seen)
        if self._rope_end(name):
            return frame @ pose(_FROM_END)
        thing = self.task.cell.things[name]
        point = np.array(thing.grasp)
        if self.world.model.kinds[robot].suction is not None:
            point[2] = thing.top - _PRESS
        return frame @ pose(point)

    def _turns(self, robot: str, at: Floats, hand: Floats) -> list[Floats]:
        """Return turns of a hand that points down, (3, 3), the nearest to its present one first."""
        count = 8 if self.world.model.kinds[robot].suction is not None else 2
        turns = []
        for number in range(count):
            yaw = math.atan2(at[1, 1], at[0, 1]) + 2.0 * math.pi * number / count
            close = np.array([math.cos(yaw), math.sin(yaw), 0.0])
            down = np.array([0.0, 0.0, -1.0])
            turns.append(np.stack([down, close, np.cross(down, close)], axis=1))
        return sorted(turns, key=lambda turn: -float(np.trace(turn.T @ hand[:3, :3])))

    def _spot(self, place: str, seen: Observation) -> Floats:
        """Return where something is put: at a place, or on a thing that is seen."""
        if place in self.task.cell.places:
            return np.array(self.task.cell.places[place].at)
        if place in seen.things:
            top = self.task.cell.things[place].top
            return np.asarray(seen.things[place][:3, 3] + np.array([0.0, 0.0, top]))
        raise _refuse(f"there is no {place}")


def _refuse(message: str) -> ArmFailure:
    return ArmFailure(Stage.TASK, Cause.BAD_ARGUMENT, message)
