# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The random policy: any action of the action space, each as likely (paper section V-C)."""

from collections.abc import Mapping
from random import Random

from adhoc_teamwork.benchmark.agents.controller import Send
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SubSkill

_NAVIGATION = (
    ActionKind.MOVE_AHEAD,
    ActionKind.MOVE_BACK,
    ActionKind.MOVE_RIGHT,
    ActionKind.MOVE_LEFT,
    ActionKind.ROTATE_RIGHT,
    ActionKind.ROTATE_LEFT,
    ActionKind.LOOK_UP,
    ActionKind.LOOK_DOWN,
    ActionKind.STOP,
)
_MANIPULATION = (ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP)


class RandomWalk:
    """Draw an action each step, for the hand anything in view; say nothing.

    Stop is the paper's "stop at the current location": it lets the step pass, the next is drawn
    anew. Taken for good it would end the robot after a dozen steps.
    """

    def __init__(self, robot: BenchRobot, seed: str, send: Send) -> None:
        """Make a robot whose actions depend on `seed` and its name only; it never uses `send`."""
        del send
        self.name = robot.name
        self._kinds = _NAVIGATION + (_MANIPULATION if robot.can_manipulate else ())
        self._random = Random(f"{seed}/{robot.name}")
        self.is_resting = False
        self.asks_team = False
        self.doing = ""
        self.subskill: SubSkill | None = None
        self.decisions = 0
        self.counts: Mapping[str, int] = {}

    def join(self, observation: Observation) -> None:
        """Do nothing: a random robot has nothing to say."""

    def act(self, observation: Observation) -> Action | None:
        """Return a random action; None for Stop."""
        kind = self._random.choice(self._kinds)
        if kind is ActionKind.STOP:
            return None
        if kind is ActionKind.PICK_UP:
            return self._aimed(kind, [d.object_id for d in observation.detections if d.pickupable])
        if kind is ActionKind.PUT_DOWN:
            found = [d.object_id for d in observation.detections if d.is_receptacle]
            return self._aimed(kind, found)
        return Action(kind)

    def hear(self, message: TeamMessage) -> None:
        """Do nothing: a random robot does not listen."""

    def answer(self, step: int) -> None:
        """Do nothing: a random robot has nothing to say."""

    def leave(self, why: str) -> None:
        """Do nothing: it never said hello."""

    def _aimed(self, kind: ActionKind, targets: list[str]) -> Action:
        return Action(kind, self._random.choice(targets) if targets else "")
