# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The ways in which an action can be carried out: steps of a hand, in open loop.

Each action has several, the preferred first, since the arm may not be able to go one of them.
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy.spatial.transform import Rotation

from adhoc_teamwork.cells.actions import CellAction
from adhoc_teamwork.cells.clearance import Carried
from adhoc_teamwork.cells.grasps import ABOVE, Grasps, refused, withdrawn
from adhoc_teamwork.cells.hands import Follow, Grip, Hands, Hold, Reach, Rest, Step, Way
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import ActionKind, CellTask
from adhoc_teamwork.cells.task_world import Observation, observe
from adhoc_teamwork.robot_model.arrays import Floats, pose, raised, rotation_rpy
from adhoc_teamwork.skills.arms.straight import poses_between

_AIR = 0.003
"""Metres above a place at which a hand lets go."""
_SLACK = 0.015
"""Metres by which each hand carries a rope's end nearer to the other: what is taut slips."""
_OVER, _PARTS = 0.1, 5
"""Metres by which a rope's end is lifted higher to be carried, and in how many parts it is."""
_SLOW = 3.0
"""How much slower than it could a hand moves near and with things."""
_CAREFUL = 5.0
"""The same on the way elsewhere with what is in the hand."""
_WITH_TOOL = 6.0
"""The same with a tool or a rope, which swing in the fingers."""
_BESIDE = 0.012
"""Metres between a tool and the edge of the thing that it is brought beside."""
_SKIM = 0.012
"""Metres above what things lie on at which they are pushed."""
_INSIDE = 0.01
"""Metres by which all of a tool that pushes is past the edge of what it pushes into."""
_CARRIED = 0.1
"""Metres above what things lie on at which a tool is carried elsewhere."""
_AWAY = 0.15
"""Metres by which a tool makes room for the other after a push."""
_TIPPED, _POURED = 0.8, 1.0
"""Radians by which a tool is tipped, and seconds for which it stays so."""
_SPILL = 0.13
"""Metres above a container's origin at which the edge of a tipped tool is."""
_WAYS_TO_TIP = 16
_OPENED, _ARC = (1.8, 1.55, 1.3), 0.1
"""Radians by which a door is opened, the preferred first, and of a piece of its handle's way."""
_FROM_FRONT = 0.3
"""Metres before a thing at which a hand arrives that does not come from above."""
_CLEAR = 0.01
"""Metres by which such a hand lifts a thing before it draws it out."""
_STEEP = 0.7
"""How far down the direction of a hand points that comes from above."""


class Ways:
    """Make steps of actions.

    Args:
        task: Which task.
        hands: Its hands.
        grasps: Where they have to be.
    """

    def __init__(self, task: CellTask, hands: Hands, grasps: Grasps) -> None:
        self._task, self._hands, self._grasps = task, hands, grasps

    def of(self, action: CellAction, state: CellState) -> list[Way]:
        """Return the ways to carry out an action, the preferred first; none where it waits.

        Raises:
            ArmFailure: The robot does not see or hold what it names.
        """
        robot, names = action.robot, action.names
        seen = observe(self._task, state, robot)
        match action.verbs:
            case (ActionKind.WAIT,):
                return []
            case (ActionKind.PICK,):
                return [steps for steps, _ in self._picks(action, seen)]
            case (ActionKind.PICK, ActionKind.PLACE):
                made: list[Way] = []
                for steps, carried in self._picks(action, seen):
                    now = self._grasps.frame(names[0], seen)
                    for more in self._puts(action, names[1], carried, now, seen):
                        made.append([*steps, *more])
                return made
            case (ActionKind.PLACE,) | (ActionKind.PUT,):
                held = self._hands.held(robot)
                if held is None or held.name != names[0]:
                    raise refused(f"{robot} does not hold {names[0]}")
                now = self._hands.pose(robot) @ held.offset
                if names[0] in seen.things:
                    # As it lies in the hand, whatever side is below.
                    now = self._grasps.frame(names[0], seen)
                    held = Carried(names[0], np.linalg.inv(self._hands.pose(robot)) @ now)
                return self._puts(action, names[1], held, now, seen)
            case (ActionKind.OPEN,):
                return self._opens(action, seen)
            case (ActionKind.MOVE,):
                return self._moves(action, seen)
            case (ActionKind.SWEEP,):
                return self._sweeps(action, seen)
            case (ActionKind.DUMP,):
                return self._dumps(action, seen)
        raise refused(f"{robot} cannot {action}")

    def _picks(self, action: CellAction, seen: Observation) -> list[tuple[list[Step], Carried]]:
        """Return the ways to take a thing from above, each with what is held afterwards."""
        robot, name = action.robot, action.names[0]
        at, frame = self._grasps.grasped(robot, name, seen), self._grasps.frame(name, seen)
        end = self._grasps.rope_end(name)
        owner = end[0] if end else name
        made: list[tuple[list[Step], Carried]] = []
        along = self._grasps.approach(name, seen)
        from_above = along[2] < -_STEEP
        for turn in self._grasps.turns(robot, at, along):
            grasp = pose(at[:3, 3], turn)
            before = withdrawn(grasp, ABOVE if from_above else _FROM_FRONT)
            lifted = before.copy()
            if end:
                lifted[:3, 3] += _SLACK * frame[:3, 0]
            carried = Carried(name, np.linalg.inv(grasp) @ frame)
            near = frozenset([owner, *self._fixed()])
            out = () if from_above else (raised(grasp, _CLEAR), raised(before, _CLEAR))
            steps: list[Step] = [
                Reach(before, via=self._via(action, turn)),
                Follow((grasp,), _SLOW, near),
                Grip(closed=True, takes=carried),
                Follow(out or (lifted,), _SLOW, near),
            ]
            made.append((steps, carried))
        return made

    def _puts(
        self, action: CellAction, place: str, carried: Carried, now: Floats, seen: Observation
    ) -> list[Way]:
        """Return the ways to put down what is held, standing on its origin, turned a little first.

        A rope's end is carried in straight lines, in short ones, so that two hands stay as far from
        one another as they are.
        """
        robot, spot = action.robot, self._grasps.spot(place, seen)
        spot[2] += _AIR
        quarters = [number * math.pi / 2.0 for number in range(4)]
        turns = sorted(quarters, key=lambda yaw: -math.cos(yaw - math.atan2(now[1, 0], now[0, 0])))
        end = self._grasps.rope_end(carried.name)
        near = frozenset([end[0] if end else carried.name, place, *self._fixed()])
        made: list[Way] = []
        for yaw in turns[:1] if end else turns:
            down = pose(spot, rotation_rpy(0.0, 0.0, yaw)) @ np.linalg.inv(carried.offset)
            above = raised(down, ABOVE)
            via = self._via(action, down[:3, :3])
            way: list[Step] = [Reach(above, _CAREFUL, via), Follow((down,), _SLOW, near)]
            if end:
                down[:3, 3] += _SLACK * rotation_rpy(0.0, 0.0, yaw)[:, 0]
                above = raised(down, ABOVE)
                way = self._lines(self._hands.pose(robot), down, via, near)
            away = above if end else withdrawn(down, ABOVE)
            made.append([*way, Grip(closed=False), Follow((away,), _SLOW, near), Rest()])
        return made

    def _opens(self, action: CellAction, seen: Observation) -> list[Way]:
        """Return the ways to take a door by its handle and lead it about its hinge; it is held."""
        robot, name = action.robot, action.names[0]
        if name not in seen.things:
            raise refused(f"{name} is not seen")
        thing, frame = self._task.cell.things[name], seen.things[name]
        assert thing.hinge is not None
        axis = np.array(thing.hinge.axis) / np.linalg.norm(thing.hinge.axis)
        base = self._task.cell.things[thing.hinge.of]
        shut = rotation_rpy(*base.rpy) @ rotation_rpy(*thing.rpy)
        now = float(Rotation.from_matrix(shut.T @ frame[:3, :3]).as_rotvec() @ axis)
        at = self._grasps.grasped(robot, name, seen)
        near = frozenset([name, *self._fixed()])
        made: list[Way] = []
        for opened in _OPENED:
            count = max(1, math.ceil((opened - now) / _ARC))
            swings = [
                pose((0.0, 0.0, 0.0), Rotation.from_rotvec(axis * angle).as_matrix())
                for angle in np.linspace(0.0, max(0.0, opened - now), count + 1)[1:]
            ]
            for turn in self._grasps.turns(robot, at, self._grasps.approach(name, seen)):
                grasp = pose(at[:3, 3], turn)
                from_door = np.asarray(np.linalg.inv(frame) @ grasp)
                arc = tuple(frame @ swing @ from_door for swing in swings)
                made.append(
                    [
                        Reach(withdrawn(grasp, ABOVE)),
                        Follow((grasp,), _SLOW, near),
                        Grip(
                            closed=True,
                            takes=Carried(name, np.asarray(np.linalg.inv(grasp) @ frame)),
                        ),
                        Follow(arc, _WITH_TOOL, near),
                    ]
                )
        return made

    def _via(self, action: CellAction, turn: Floats) -> tuple[Floats, ...]:
        """Return the hand's poses at the points of an action's path, turned as at its end."""
        return tuple(pose(point, turn) for point in action.path)

    def _lines(
        self, begin: Floats, end: Floats, via: Sequence[Floats], near: frozenset[str]
    ) -> list[Step]:
        """Return straight lines through `via`, else up, across in parts, and down."""
        poses = list(via)
        if not poses:
            over, before = begin.copy(), end.copy()
            over[2, 3] = before[2, 3] = max(begin[2, 3], end[2, 3]) + _OVER
            across = poses_between(over, before, float(np.linalg.norm(before - over)) / _PARTS)
            poses = [over, *across]
        halfway = poses[-1].copy()
        halfway[:3, 3] = (poses[-1][:3, 3] + end[:3, 3]) / 2.0
        return [Follow((one,), _WITH_TOOL, near) for one in (*poses, halfway, end)]

    def _moves(self, action: CellAction, seen: Observation) -> list[Way]:
        """Return the ways to bring a tool beside a thing, from the robot's own side.

        It is carried in a straight line, and as level as it was: there may be something in it.
        """
        robot, name = action.robot, action.names[0]
        carried = self._tool(robot)
        thing, tool = self._task.cell.things[name], self._task.cell.things[carried.name]
        side = self._side(robot)
        at = (
            seen.things[name][:3, 3]
            if name in seen.things
            else self._grasps.frame(name, seen)[:3, 3]
        )
        reach = max(part.bounds[1][0] for part in tool.parts)
        width = max(float(np.hypot(*part.bounds[1][:2])) for part in thing.parts)
        spot = np.array(at) - side * np.array([reach + width + _BESIDE, 0.0, 0.0])
        near = frozenset([name, *self._fixed()])
        return [
            [
                self._rise(robot, at[2] + tool.grasp[2]),
                Follow((raised(down, _CARRIED),), _SLOW),
                Follow((down,), _WITH_TOOL, near),
            ]
            for down in self._standing(carried, spot, side)
        ]

    def _sweeps(self, action: CellAction, seen: Observation) -> list[Way]:
        """Return the way to push a thing into the tool that another robot holds beside it."""
        robot, name = action.robot, action.names[0]
        carried = self._tool(robot)
        if action.form.into not in seen.things:
            raise refused(f"{robot} does not see {action.form.into}")
        into = seen.things[action.form.into][:3, 3]
        here = self._hands.pose(robot) @ carried.offset
        tool = self._task.cell.things[carried.name]
        mouth = max(part.bounds[1][0] for part in self._task.cell.things[action.form.into].parts)
        front = max(part.bounds[1][0] for part in tool.parts)
        end = here.copy()
        end[0, 3] = into[0] - self._side(robot) * (mouth - front - _INSIDE)
        for at in (here, end):
            at[2, 3] = float(seen.things[name][2, 3]) + _SKIM
        grip = np.linalg.inv(carried.offset)
        near = self._loose() | {*self._fixed()}
        lift = raised(end @ grip, _CARRIED)
        away = lift.copy()
        away[0, 3] -= self._side(robot) * _AWAY
        push = Follow((here @ grip, end @ grip), _WITH_TOOL, near)
        return [[push, Follow((lift, away), _WITH_TOOL, near)]]

    def _dumps(self, action: CellAction, seen: Observation) -> list[Way]:
        """Return the ways to tip a tool out over a container: its edge ahead, from all sides."""
        robot = action.robot
        carried = self._tool(robot)
        tool = self._task.cell.things[carried.name]
        if action.form.into not in seen.things:
            raise refused(f"{robot} does not see {action.form.into}")
        over = seen.things[action.form.into][:3, 3] + np.array([0.0, 0.0, _SPILL])
        edge = pose((max(part.bounds[1][0] for part in tool.parts), 0.0, 0.0))
        grip = np.linalg.inv(carried.offset)
        rise = self._rise(robot, seen.things[action.form.into][2, 3] + tool.grasp[2])
        made: list[Way] = []
        shares = sorted(range(_WAYS_TO_TIP), key=lambda one: min(one, _WAYS_TO_TIP - one))
        for number in shares:
            yaw = 2.0 * math.pi * number / _WAYS_TO_TIP
            level, tipped = (
                pose(over, rotation_rpy(0.0, tip, yaw)) @ np.linalg.inv(edge) @ grip
                for tip in (0.0, _TIPPED)
            )
            level = raised(level, 0.05)
            made.append(
                [
                    rise,
                    Follow((level,), _SLOW),
                    Follow((tipped,), _WITH_TOOL, self._loose()),
                    Hold(_POURED),
                    Follow((level,), _WITH_TOOL, self._loose()),
                ]
            )
        return made

    def _loose(self) -> frozenset[str]:
        return frozenset(name for name, thing in self._task.cell.things.items() if not thing.fixed)

    def _tool(self, robot: str) -> Carried:
        held = self._hands.held(robot)
        if held is None:
            raise refused(f"{robot} holds nothing")
        return held

    def _side(self, robot: str) -> float:
        """Return which way along x a robot works, from where it stands: 1 or -1."""
        return 1.0 if self._task.cell.robots[robot].at[0] < 0.0 else -1.0

    def _rise(self, robot: str, level: float) -> Follow:
        """Return the line up to where a tool can be carried, above where a hand holds it low."""
        here = self._hands.pose(robot)
        by = max(0.0, level + _CARRIED - float(here[2, 3]))
        near = self._loose() | {*self._fixed()}
        return Follow((raised(here, by),), _WITH_TOOL, near)

    def _standing(self, carried: Carried, spot: Floats, side: float) -> list[Floats]:
        """Return the hand's poses with which what it holds stands at a spot, its front ahead."""
        grip = np.linalg.inv(carried.offset)
        yaw = 0.0 if side > 0.0 else math.pi
        return [pose(spot, rotation_rpy(0.0, 0.0, yaw)) @ grip]

    def _fixed(self) -> list[str]:
        """Return what stands fast: a hand that goes down to a thing or place comes near to it."""
        return [one for one, thing in self._task.cell.things.items() if thing.fixed]
