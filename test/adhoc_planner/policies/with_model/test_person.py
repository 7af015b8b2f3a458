# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person in a robot's seat: it does what was chosen, says what was said, and waits otherwise."""

import asyncio

from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel
from small_world import two_rooms

from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.seat import SeatOrder
from adhoc_teamwork.teamwork.team.subtask import IntentStatus


def test_a_robot_does_what_the_person_chooses_and_nothing_else() -> None:
    async def story() -> None:
        world, clock = two_rooms(), Clock()
        robot = Robot("alpha", world, clock, ScriptedModel(clock), policy="person")
        agent, rig = robot.agent, Rig(clock, robot)

        def taken_up() -> list[str]:
            return robot.intents(IntentStatus.ADOPTED)

        assert not await rig.run(12.0, lambda: bool(robot.started))
        seat = agent.seat()
        assert seat.plans[-1] == "Stop"
        assert "Available plans" in seat.situation

        agent.on_person(SeatOrder(plan="Re-place <Crown_0> <Safe> <Bank>"))
        assert not await rig.run(3.0, lambda: bool(robot.started))

        agent.on_person(SeatOrder(words="I look around here first"))
        agent.on_person(SeatOrder(plan="Explore <room_0>"))
        assert await rig.run(3.0, lambda: taken_up() == ["Explore <room_0>"])
        assert [m.text for m in robot.said(MessageKind.CHAT)] == ["I look around here first"]
        assert not seat.plans
        # Another choice meanwhile is another plan.
        agent.on_person(SeatOrder(plan="Explore <room_2>"))
        assert await rig.run(3.0, lambda: taken_up()[1:] == ["Explore <room_2>"])
        assert robot.intents(IntentStatus.ABANDONED) == ["Explore <room_0>"]

        assert await rig.run(30.0, lambda: bool(seat.plans))
        agent.on_person(SeatOrder(plan="Explore <room_0>"))
        put_away = "Re-place <Mug_0>"
        assert await rig.run(40.0, lambda: any(p.startswith(put_away) for p in seat.plans))
        agent.on_person(SeatOrder(plan=next(p for p in seat.plans if p.startswith(put_away))))
        assert await rig.run(60.0, lambda: world.things["Mug_0"].receptacle == "CounterTop_0")
        assert await rig.run(3.0, lambda: bool(seat.plans))
        assert not await rig.run(20.0, lambda: len(taken_up()) > 4)
        agent.end()

    asyncio.run(story())
