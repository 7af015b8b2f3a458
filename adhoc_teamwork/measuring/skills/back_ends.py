# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The skills' protocols over a simulator in the same process."""

import math
from collections.abc import Callable

from adhoc_teamwork.simulation.motion.driver import Driver
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal, NavStatus
from adhoc_teamwork.simulation.simulator import HandAction, HandCommand, Simulator
from adhoc_teamwork.skills.back_ends.driver_words import BACK_UP_SPEED, navigation_cause
from adhoc_teamwork.skills.back_ends.motion import DONE, Motion, Outcome
from adhoc_teamwork.skills.back_ends.unrehearsed import Unrehearsed
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause


class SimulatorNavigator:
    """Drive one robot of a simulator."""

    ready = True

    def __init__(self, simulator: Simulator, name: str) -> None:
        self._simulator, self._name = simulator, name

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`; what is no place is refused, as by the node."""
        if not (math.isfinite(pose.x) and math.isfinite(pose.y)):
            goal = NavGoal(self._name, pose, self._simulator.time)
            goal.end(NavStatus.ABORTED, reason="the goal is not a number")
            return _Drive(goal)
        return _Drive(self._simulator.navigate(self._name, pose))

    def back_up(self, distance: float) -> Motion:
        """Start driving straight back."""
        return _Drive(self._simulator.back_up(self._name, distance, BACK_UP_SPEED))

    def clear(self) -> None:
        """Do nothing: the simulator's planner keeps no costmap."""


class _Drive:
    def __init__(self, goal: NavGoal) -> None:
        self._goal = goal

    def poll(self) -> Outcome | None:
        if not self._goal.done:
            return None
        if self._goal.status is NavStatus.SUCCEEDED:
            return DONE
        if self._goal.status is NavStatus.CANCELED:
            return Outcome(False, Cause.CANCELLED, "the drive was cancelled as asked")
        return Outcome(False, *navigation_cause(int(self._goal.error)))

    def cancel(self) -> None:
        Driver.cancel(self._goal)

    @property
    def distance_remaining(self) -> float:
        return self._goal.distance_remaining


class SimulatorHand(Unrehearsed):
    """Move the hand of one robot of a simulator.

    Points have their height above the floor; `in_map` returns them with that in `map`.
    """

    ready = True

    def __init__(
        self,
        simulator: Simulator,
        name: str,
        in_map: Callable[[Point], Point] = lambda point: point,
    ) -> None:
        self._simulator, self._name, self._in_map = simulator, name, in_map

    def grasp(self, point: Point) -> Motion:
        """Start closing the hand on what is at `point`."""
        return self._act(HandCommand.GRASP, point)

    def release(self, point: Point) -> Motion:
        """Start opening the hand with the held object's bottom centre at `point`."""
        return self._act(HandCommand.RELEASE, point)

    def open_door(self, point: Point) -> Motion:
        """Start opening what is at `point`."""
        return self._act(HandCommand.OPEN, point)

    def close_door(self, point: Point) -> Motion:
        """Start closing what is at `point`."""
        return self._act(HandCommand.CLOSE, point)

    def put_in(self, point: Point) -> Motion:
        """Start letting the held object into what is at `point`."""
        return self._act(HandCommand.PUT_IN, point)

    def set_state(self, point: Point, state: State) -> Motion:
        """Start bringing what is at `point` into a state."""
        return self._act(HandCommand.SET, point, str(state))

    def holding(self) -> bool:
        """Tell whether the hand holds something."""
        return bool(self._simulator.world.robots[self._name].held)

    def _act(self, command: HandCommand, point: Point, state: str = "") -> Motion:
        where = self._in_map(point)
        return _Act(self._simulator.manipulate(self._name, command, where, state))


class _Act:
    distance_remaining = math.nan

    def __init__(self, action: HandAction) -> None:
        self._action = action

    def poll(self) -> Outcome | None:
        result = self._action.result
        if result is None:
            return None
        if result.success:
            return DONE
        return Outcome(False, result.cause, result.message)

    def cancel(self) -> None:
        """Do nothing: a motion of the hand runs to its end."""
