# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who has not said how it moves is asked once, by one robot, where that decides something."""

from dataclasses import replace

import pytest
from small_world import ARM, box

from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.strangers import INTRODUCTION, Strangers
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.prior_judge import PriorJudge
from adhoc_teamwork.adhoc_planner.policies.common_sense import CommonSense
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Passage, Room, SceneGraph
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState

LEVEL, UPSTAIRS, UP_A_RAMP = Passage("room_1"), Passage("room_1", 0.12), Passage("room_1", 0.0, 0.1)


class Watch:
    """A robot that is there, what it has heard, and what it said."""

    def __init__(self, passage: Passage, own_name: str = "alpha") -> None:
        self.now, self.said = 10.0, list[TeamMessage]()
        self.memory = TeamMemory(own_name)
        belief = Belief(own_name, ARM, PriorJudge(CommonSense()))
        belief.graph = SceneGraph(1.0, (Room("room_0", box(0.0, 0.0), passages=(passage,)),))
        sender = MessageSender(own_name, 1, lambda: self.now, self.said.append)
        sender.join(ARM, RobotState(Pose(0.0, 0.0)))
        self.said.clear()
        self.strangers = Strangers(self.memory, belief, sender)

    def hear(self, name: str, body: Capability | None, number: int = 1) -> None:
        kind = MessageKind.CHAT if body is None else MessageKind.JOIN
        self.memory.add(TeamMessage(name, 1, number, self.now, kind, capability=body, text="hello"))

    def pass_time(self, seconds: float) -> list[str]:
        end = self.now + seconds
        while self.now < end:
            self.now += 1.0
            self.strangers.look(self.now)
        return [message.text for message in self.said]


@pytest.mark.parametrize("passage", [UPSTAIRS, UP_A_RAMP])
@pytest.mark.parametrize("body", [None, ARM])
def test_who_does_not_say_how_it_moves_is_asked_once(
    passage: Passage, body: Capability | None
) -> None:
    watch = Watch(passage)
    watch.hear("zoe", body)
    assert watch.pass_time(INTRODUCTION - 1.0) == []
    (asked,) = watch.pass_time(60.0)
    assert asked.startswith("zoe, how do you move")
    # What it is taken for until it says is named.
    assert "I take you for wheeled, over steps of at most 0.03 m" in asked


def test_who_has_said_it_or_says_it_in_time_is_not_asked() -> None:
    watch = Watch(UPSTAIRS)
    watch.hear("legs", replace(ARM, mobility=MobilityKind.LEGGED, step=0.2))
    watch.hear("post", replace(ARM, can_navigate=False))
    watch.hear("late", None)
    watch.pass_time(INTRODUCTION - 2.0)
    watch.hear("late", replace(ARM, mobility=MobilityKind.WHEELED), 2)
    assert watch.pass_time(60.0) == []


def test_on_one_level_nobody_is_asked_and_else_by_one_robot_alone() -> None:
    level = Watch(LEVEL)
    level.hear("zoe", None)
    assert level.pass_time(60.0) == []
    second = Watch(UPSTAIRS, own_name="beta")
    second.hear("alpha", replace(ARM, mobility=MobilityKind.LEGGED))
    second.hear("zoe", None)
    assert second.pass_time(60.0) == []
