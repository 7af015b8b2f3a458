# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Carry out rounds of actions, and keep track of what hands hold and where they brought it."""

from collections.abc import Mapping

import numpy as np

from adhoc_teamwork.cells.actions import CellAction, read_action
from adhoc_teamwork.cells.at_work import CellAtWork
from adhoc_teamwork.cells.clearance import Carried
from adhoc_teamwork.cells.grasps import Grasps
from adhoc_teamwork.cells.hands import Hands
from adhoc_teamwork.cells.sight import CellState
from adhoc_teamwork.cells.task_file import ActionKind, CellTask
from adhoc_teamwork.cells.ways import Ways
from adhoc_teamwork.skills.several_arms.plan_text import ArmAction

_STILL_HELD = 0.05
"""Metres by which what a hand holds may be elsewhere than it was taken."""
_FALLS = 1.0
"""Seconds for which what is let go may fall."""


class Script:
    """Carry out rounds of actions in a cell.

    Args:
        task: Which task; later on it may be one with some of its robots.
        world: Its cell, at the beginning of an episode.
        seed: Of the random numbers of inverse kinematics and searches.
    """

    def __init__(self, task: CellTask, world: CellAtWork, seed: int = 0) -> None:
        self.task, self.world, self.hands = task, world, Hands(world, seed)
        self.grasps = Grasps(task, self.hands)
        self.ways = Ways(task, self.hands, self.grasps)
        self.beside: dict[str, str] = {}
        """The thing beside which each robot has brought what it holds."""
        state = world.observe()
        for robot, agent in task.agents.items():
            if agent.holds:
                grasp = self.hands.pose(robot)
                offset = np.linalg.inv(grasp) @ state.things[agent.holds]
                self.hands.carried[robot] = Carried(agent.holds, offset)

    def round(self, actions: Mapping[str, str]) -> None:
        """Carry out one action of each robot, all at once; who is not named waits.

        Raises:
            ArmFailure: An action is none, or out of a hand's reach, or no motion of all is free;
                nothing has moved.
        """
        read = {
            name: read_action(self.task, ArmAction(name, tuple(words.split())))
            for name, words in actions.items()
        }
        state = self.world.observe()
        ways = {name: self.ways.of(action, state) for name, action in read.items()}
        motion = self.hands.plan({name: own for name, own in ways.items() if own})
        self.hands.play(motion)
        self.note(read)
        self.settle(self.world.observe())

    def switch_off(self, robot: str) -> bool:
        """Leave a robot as it is; return whether its hand keeps what it holds.

        Without power the joints' brakes hold, and fingers that are geared stay shut; a suction lets
        in air, and what it held falls.
        """
        if self.world.model.kinds[robot].suction is None:
            return True
        self.world.open(robot)
        self.hands.carried.pop(robot, None)
        self.world.step(_FALLS)
        return False

    def note(self, actions: Mapping[str, CellAction]) -> None:
        """Take note of what was carried out."""
        for robot, action in actions.items():
            if action.verbs == (ActionKind.MOVE,):
                self.beside[robot] = action.names[0]
            elif not action.waits:
                self.beside.pop(robot, None)

    def settle(self, state: CellState) -> None:
        """See what hands still hold, and how it lies in them; who holds nothing opens its hand."""
        for robot, carried in list(self.hands.carried.items()):
            hand, end = self.hands.pose(robot), self.grasps.rope_end(carried.name)
            wanted = hand @ carried.offset
            if end is not None:
                found = state.ropes[end[0]][-1 if end[1] else 0]
            else:
                found = state.things[carried.name][:3, 3]
            if float(np.linalg.norm(found - wanted[:3, 3])) > _STILL_HELD:
                del self.hands.carried[robot]
            elif end is None:
                offset = np.linalg.inv(hand) @ state.things[carried.name]
                self.hands.carried[robot] = Carried(carried.name, offset)
        for robot in self.task.agents:
            if robot not in self.hands.carried:
                self.world.open(robot)
