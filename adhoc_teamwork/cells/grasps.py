# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a hand takes a thing and puts it, how it points there, and how it may be turned.

It goes by what its robot sees, and by what it holds.
"""

import math

import numpy as np
from scipy.spatial.transform import Rotation

from adhoc_teamwork.cells.cell_file import DOWN
from adhoc_teamwork.cells.hands import Hands
from adhoc_teamwork.cells.task_file import ROPE_ENDS, CellTask
from adhoc_teamwork.cells.task_world import Observation
from adhoc_teamwork.robot_model.arrays import Floats, pose, rotation_rpy
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.teamwork.team.causes import Cause

ABOVE = 0.14
"""Metres above a thing or a place at which a hand arrives and leaves."""
_PRESS = 0.002
"""Metres by which a suction's lip is pressed on to what it takes."""
_FROM_END = (0.03, 0.0, 0.004)
"""Metres from a rope's end at which a hand takes it: along it, and a little above its middle."""
_ALONG = 0.1
"""Below it a direction is taken to be that of the hand: fingers close along another then."""


class Grasps:
    """Say where the hands of a task's robots have to be.

    Args:
        task: Which task.
        hands: Its hands.
    """

    def __init__(self, task: CellTask, hands: Hands) -> None:
        self._task, self._hands = task, hands

    def spot(self, name: str, seen: Observation) -> Floats:
        """Return where something is put, (3,): at a place, or on a thing that is seen.

        Raises:
            ArmFailure: There is no such.
        """
        if name in self._task.cell.places:
            return np.array(self._task.cell.places[name].at)
        if name in seen.things:
            top = np.array([0.0, 0.0, self._task.cell.things[name].top])
            return np.asarray(seen.things[name][:3, 3] + top)
        raise refused(f"there is no {name}")

    def grasped(self, robot: str, name: str, seen: Observation) -> Floats:
        """Return where a hand takes a thing, (4, 4): z up, y along which fingers close.

        Raises:
            ArmFailure: It is not seen.
        """
        frame = self.frame(name, seen)
        if self.rope_end(name):
            return frame @ pose(_FROM_END)
        thing = self._task.cell.things[name]
        point = np.array(thing.grasp)
        if self._hands.world.model.kinds[robot].suction is not None:
            if thing.approach == DOWN:
                point[2] = thing.top - _PRESS
            else:
                point += _PRESS * np.array(thing.approach)
        # A handle stands before its door: fingers close along the door.
        turn = rotation_rpy(0.0, 0.0, math.pi / 2.0) if thing.hinge is not None else None
        return frame @ pose(point, turn)

    def approach(self, name: str, seen: Observation) -> Floats:
        """Return the direction, (3,), in which a hand comes to a thing that is seen."""
        if name not in self._task.cell.things:
            return np.array(DOWN)
        return np.asarray(self.frame(name, seen)[:3, :3] @ self._task.cell.things[name].approach)

    def carrying(self, robot: str) -> Floats:
        """Return the direction, (3,), in which a hand points that brings what it holds."""
        held = self._hands.held(robot)
        if held is None or self.rope_end(held.name):
            return np.array(DOWN)
        # As the hand points when what it holds stands upright, turned as it is now.
        now = self._hands.pose(robot) @ held.offset
        upright = rotation_rpy(0.0, 0.0, math.atan2(now[1, 0], now[0, 0]))
        return np.asarray((upright @ held.offset[:3, :3].T)[:, 0])

    def turns(self, robot: str, at: Floats, along: Floats | None = None) -> list[Floats]:
        """Return turns of a hand, (3, 3), the nearest to its present one first.

        Args:
            robot: Whose.
            at: What it takes, (4, 4); fingers close along its y.
            along: Where the hand points, (3,); down by default.
        """
        hand = self._hands.pose(robot)
        count = 4 if self._hands.world.model.kinds[robot].suction is not None else 2
        ahead = np.array(DOWN) if along is None else along
        turns = []
        for number in range(count):
            close = at[:3, 1] - ahead * (ahead @ at[:3, 1])
            if np.linalg.norm(close) < _ALONG:
                close = at[:3, 0] - ahead * (ahead @ at[:3, 0])
            spin = Rotation.from_rotvec(-ahead * 2.0 * math.pi * number / count)
            close = spin.apply(close / np.linalg.norm(close))
            turns.append(np.stack([ahead, close, np.cross(ahead, close)], axis=1))
        return sorted(turns, key=lambda turn: -float(np.trace(turn.T @ hand[:3, :3])))

    def rope_end(self, name: str) -> tuple[str, int] | None:
        """Return which rope and which end of it a name means: `rope_front`, `rope_back`."""
        rope, _, end = name.rpartition("_")
        is_end = rope in self._task.cell.ropes and end in ROPE_ENDS
        return (rope, ROPE_ENDS[end]) if is_end else None

    def frame(self, name: str, seen: Observation) -> Floats:
        """Return the pose of a thing that is seen, upright; or of a rope end, x along it.

        What has fallen over is as if it stood on the side on which it lies.
        """
        if name in seen.things and self._task.cell.things[name].hinge is not None:
            return seen.things[name]
        if name in seen.things:
            at = seen.things[name]
            yaw = math.atan2(at[1, 0], at[0, 0])
            return pose(self._task.cell.things[name].foot(at), rotation_rpy(0.0, 0.0, yaw))
        found = self.rope_end(name)
        if found is not None and found[0] in seen.ropes:
            rope, end = found
            here, other = seen.ropes[rope][end], seen.ropes[rope][1 - end]
            along = other - here
            return pose(here, rotation_rpy(0.0, 0.0, math.atan2(along[1], along[0])))
        raise refused(f"{name} is not seen")


def withdrawn(at: Floats, by: float) -> Floats:
    """Return a hand's pose, (4, 4), so many metres back the way that it points."""
    back = at.copy()
    back[:3, 3] -= by * at[:3, 0]
    return back


def refused(message: str) -> ArmFailure:
    """Return the failure of an action that does not fit what its robot sees or holds."""
    return ArmFailure(Step.TASK, Cause.BAD_ARGUMENT, message)
