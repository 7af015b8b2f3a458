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
        self.spinning = [Spinning(context, self.around), Spinning(context, self.planner)]

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
        members = [Member(ros_context, name, card, url) for name in NAMES]
        yield members
        for member in members:
            member.close()
    spinning.stop()
    broker.shutdown()
    broker.destroy_node()


def test_the_team_goes_on_without_its_designer(team: list[Member]) -> None:
    first = team[0].around
    proposed = lambda: [m for m in team if m.turns(MessageKind.PROPOSE)]  # noqa: E731
    assert first.wait(lambda: bool(proposed()), LIMIT)
    (dead,) = proposed()
    dead.die()
    assert not dead.turns(MessageKind.CONCLUDE)
    left = [member for member in team if member is not dead]
    assert left[0].around.wait(lambda: all(m.around.goals for m in left), LIMIT)
    assert not dead.around.goals
    lost = dead.turns(MessageKind.PROPOSE)[0].topic
    heirs = [m for m in left if any(t.replaces == lost for t in m.turns(MessageKind.PROPOSE))]
    assert len(heirs) == 1
    concluded = heirs[0].turns(MessageKind.CONCLUDE)
    assert concluded
    assert dead.planner.robot not in concluded[0].text
