# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A teammate that claims a thing, and does nothing, keeps a robot from it for a while only."""

import asyncio
from itertools import count
from typing import Any

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import two_rooms

from adhoc_teamwork.adhoc_planner.belief.team import CLAIM_LASTS
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

MUG = SubTask(
    SubTaskKind.REPLACE, room_type="Kitchen", object_id="Mug_0", receptacle_type="CounterTop"
)


class Claimant:
    """Tell every second that it is about to take the mug, and never do; stamps are `ahead` s."""

    def __init__(self, robot: Robot, again: bool, objects: bool, ahead: float) -> None:
        self._robot, self._again, self._objects, self._ahead = robot, again, objects, ahead
        self._numbers = count(1)
        self._last = float("-inf")
        self._answered: set[int] = set()
        self._place = robot.world.things["Mug_0"].position
        self._has_claimed = False

    def go_on(self, now: float) -> None:
        """Say what is due at a time, s."""
        if now - self._last < 1.0:
            return
        self._last = now
        self._say(MessageKind.STATE, state=RobotState(Pose(1.0, 1.0), "room_0", subtask=str(MUG)))
        if self._again or not self._has_claimed:
            number, self._has_claimed = next(self._numbers), True
            intent = Intent(number, IntentStatus.ADOPTED, MUG, "Mug", self._place)
            self._say(MessageKind.INTENT, intent=intent)
        for intent in (m.intent for m in self._robot.sent if self._objects):
            if intent is not None and intent.intent_id not in self._answered:
                self._answered.add(intent.intent_id)
                no = Reflection("beta", intent.intent_id, True, (), "I am doing that already.")
                self._say(MessageKind.REFLECTION, reflection=no)

    def _say(self, kind: MessageKind, **parts: Any) -> None:
        stamp = self._robot.clock.now + self._ahead
        message = TeamMessage("alpha", 1, next(self._numbers), stamp, kind, **parts)
        self._robot.agent.on_message(message)


@pytest.mark.parametrize(
    ("policy", "again", "objects", "ahead"),
    [
        ("irot", False, False, 0.0),
        ("irot", True, True, 0.0),
        ("heuristic", True, False, 0.0),
        ("heuristic", False, False, 1e9),
    ],
)
def test_who_claims_a_thing_for_ever_is_not_waited_for(
    policy: str, again: bool, objects: bool, ahead: float
) -> None:
    clock = Clock()
    robot = Robot("beta", two_rooms(), clock, ScriptedModel(clock), policy=policy)
    claimant = Claimant(robot, again, objects, ahead)

    def is_tidy() -> bool:
        claimant.go_on(clock.now)
        return robot.world.things["Mug_0"].receptacle == "CounterTop_0"

    rig, begun = Rig(clock, robot), clock.now
    assert not asyncio.run(rig.run(CLAIM_LASTS - 1.0, is_tidy)), "it is waited for at first"
    assert asyncio.run(rig.run(2.0 * CLAIM_LASTS, is_tidy)), robot.intents()
    assert clock.now - begun > CLAIM_LASTS
