# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Real planners around a real broker: a designer dies in the middle of a round, and they go on."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

sys.path.insert(0, str(Path(__file__).parents[1]))

from model_server import offline_server
from planner_surroundings import CARD, Spinning, Surroundings
from rclpy.parameter import Parameter
from scripted_model import PROMPTS

from adhoc_teamwork.adhoc_planner.ros.node import PlannerNode
from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.utterance import Utterance

NAMES = ("alpha", "beta", "gamma")
LATENCY = 0.5
"""Seconds that an answer of the model takes, so that a round lasts longer than a killing does."""
LIMIT = 40.0


class Member:
    """A planner with what is around it, spun on threads of its own."""

    def __init__(self, context: Any, robot: str, card: Path, url: str) -> None:
        self.around = Surroundings(context, robot)
        values = {
            "robot_card": str(card),
            "task_config": str(PROMPTS),
            "llm_base_url": url,
            "llm_model": "offline",
            "llm_simulated_latency": LATENCY,
            "policy": "capo",
            "channel": "text",
        }
        given = [Parameter(name, value=value) for name, value in values.items()]
        self.planner = PlannerNode(context=context, namespace=robot, parameter_overrides=given)
        self.planner.setup()
        self._context = context
        self.spinning: list[Spinning] = []

    def begin(self) -> None:
        """Let it see where it is, whereupon it joins."""
        for node in (self.around, self.planner):
            self.spinning.append(Spinning(self._context, node))

    def die(self) -> None:
        """Let nothing be heard of the planner any more, without a goodbye."""
        spun = self.spinning.pop()
        spun.executor.remove_node(self.planner)
        spun.stop()

    def turns(self, kind: MessageKind) -> list[Utterance]:
        return [m.utterance for m in self.around.said(kind) if m.utterance is not None]

    def close(self) -> None:
        self.around.ending.set()
        self.planner.shutdown()
        for spun in self.spinning:
            spun.stop()
        self.planner.destroy_node()
        self.around.destroy_node()


@pytest.fixture
def team(ros_context: Any, tmp_path: Path) -> Iterator[list[Member]]:
    card = tmp_path / "card.yaml"
    card.write_text(CARD, encoding="utf-8")
    broker = Broker(context=ros_context, parameter_overrides=[Parameter("channel", value="text")])
    broker.setup()
    spinning = Spinning(ros_context, broker)
    with offline_server() as url:
        # To set one up takes a while on a busy machine, and who is alone for long plans alone.
        members = [Member(ros_context, name, card, url) for name in NAMES]
        for member in members:
            member.begin()
        yield members
        for member in members:
            member.close()
    spinning.stop()
    broker.shutdown()
    broker.destroy_node()


def test_the_team_goes_on_without_its_designer(team: list[Member]) -> None:
    def put_to_all(members: list[Member]) -> list[tuple[Member, Utterance]]:
        return [
            (member, said)
            for member in members
            for said in member.turns(MessageKind.PROPOSE)
            if set(said.members) == set(NAMES)
        ]

    assert team[0].around.wait(lambda: bool(put_to_all(team)), LIMIT)
    dead, lost = put_to_all(team)[0]
    dead.die()
    assert lost.topic not in [said.topic for said in dead.turns(MessageKind.CONCLUDE)]
    left = [member for member in team if member is not dead]

    def replacing() -> list[tuple[Member, Utterance]]:
        """Return who put forward another plan in the place of the one that was lost."""
        proposals = [(m, said) for m in left for said in m.turns(MessageKind.PROPOSE)]
        return [(m, said) for m, said in proposals if said.replaces == lost.topic]

    def ended() -> list[Utterance]:
        topics = [said.topic for _, said in replacing()]
        turns = [said for m in left for said in m.turns(MessageKind.CONCLUDE)]
        return [said for said in turns if said.topic in topics]

    assert left[0].around.wait(lambda: bool(ended()), LIMIT)
    assert dead.planner.robot not in ended()[0].text
    assert left[0].around.wait(lambda: all(m.around.goals for m in left), LIMIT)
