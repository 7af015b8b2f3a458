# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot that rests thinks again when somebody calls it, but not for everyone all the time."""

import asyncio

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import EYES, two_rooms

from adhoc_teamwork.adhoc_planner.agent.message_handler import CALLED_AGAIN
from adhoc_teamwork.adhoc_planner.belief.team import recent_messages
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import HELP, MessageKind, TeamMessage


def chat(clock: Clock, number: int, text: str, recipient: str = "") -> TeamMessage:
    return TeamMessage("anna", 1, number, clock.now, MessageKind.CHAT, recipient, text=text)


@pytest.mark.parametrize(
    ("text", "recipient", "thinks"),
    [("come here", "alpha", True), (f"{HELP}the door", "", True), ("nice weather", "", False)],
)
def test_a_call_ends_a_rest(text: str, recipient: str, thinks: bool) -> None:
    clock = Clock()
    robot = Robot("alpha", two_rooms(), clock, ScriptedModel(clock), capability=EYES)
    rig = Rig(clock, robot)

    async def scene() -> int:
        assert await rig.run(120.0, lambda: "resting" in robot.agent.status().doing)
        before = len(robot.model.asked)
        robot.agent.on_message(chat(clock, 1, text, recipient))
        await rig.run(8.0)
        return len(robot.model.asked) - before

    assert (asyncio.run(scene()) > 0) is thinks


def test_who_calls_all_the_time_is_heard_now_and_then() -> None:
    clock = Clock()
    robot = Robot("alpha", two_rooms(), clock, ScriptedModel(clock), capability=EYES)
    rig = Rig(clock, robot)
    numbers = iter(range(1, 10_000))

    def call() -> bool:
        robot.agent.on_message(chat(clock, next(numbers), "come", "alpha"))
        return False

    async def scene() -> int:
        assert await rig.run(120.0, lambda: "resting" in robot.agent.status().doing)
        before = robot.model.asked.count("generate")
        await rig.run(3.0 * CALLED_AGAIN, call)
        return robot.model.asked.count("generate") - before

    assert 1 <= asyncio.run(scene()) <= 4


def test_signs_of_life_push_nothing_out_of_view() -> None:
    memory = TeamMemory("alpha")
    body = Capability("cart")
    memory.add(TeamMessage("anna", 1, 1, 1.0, MessageKind.CHAT, text="hello"))
    for number in range(2, 100):
        memory.add(TeamMessage("anna", 1, number, number, MessageKind.CAPABILITY, capability=body))
    shown, older = recent_messages(memory, ())
    assert [m.kind for m in shown] == [MessageKind.CHAT, MessageKind.CAPABILITY]
    assert older == 0
