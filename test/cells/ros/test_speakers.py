# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Arms that talk over radio and broker settle what they settle in one process; a person, too."""

import asyncio
import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import TeamMessage
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from sorting_round import CELLS, KNOWN, OWN, ROBOTS
from std_msgs.msg import String

from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.cells.dialog import Dialog, Refused, Round, Talk, load_dialog
from adhoc_teamwork.cells.ros.speaker_node import SpeakerNode
from adhoc_teamwork.cells.ros.team_on_ros import TeamOnRos
from adhoc_teamwork.comm_bridge.ros.broker.node import Broker
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_ros
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.seat import SeatOrder, offer_from_json, seat_to_json

ROOT = Path(__file__).parents[3]
LIMIT = 60.0


@contextlib.contextmanager
def offline_model() -> Iterator[str]:
    """Run the stand-in as a process; yield its address."""
    command = [sys.executable, "-m", "adhoc_teamwork.offline_model.server", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found.group()
        finally:
            process.kill()


class Stage:
    """A broker, a speaker for each arm, and whoever tells them their rounds."""

    def __init__(self, context: Any, url: str, person: str = "") -> None:
        self.executor = SingleThreadedExecutor(context=context)
        self.broker = Broker(context=context)
        self.rounds = Node("cell_rounds", context=context)
        self.team = TeamOnRos(self.rounds, ROBOTS, LIMIT)
        self.team.setup()
        self.team.know(KNOWN)
        self.nodes: list[Any] = [self.broker, self.rounds]
        self.speakers: list[Any] = []
        self.broker.setup()
        for robot in ROBOTS:
            values = {
                "cell": str(CELLS / "sort_cubes.yaml"),
                "method": "person" if robot == person else "roco",
                "llm_base_url": url,
                "llm_model": "offline",
                "llm_temperature": 0.0,
                "llm_answers": "text",
            }
            overrides = [Parameter(name, value=value) for name, value in values.items()]
            speaker = SpeakerNode(context=context, namespace=robot, parameter_overrides=overrides)
            speaker.setup()
            self.speakers.append(speaker)
        self.nodes += self.speakers
        for node in self.nodes:
            self.executor.add_node(node)

    def until(self, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + LIMIT
        while not holds() and time.monotonic() < end:
            self.executor.spin_once(timeout_sec=0.02)
        return holds()

    def talk(self, now: Round, meanwhile: Callable[[], None] = lambda: None) -> Talk:
        """Let the robots talk, spinning all nodes beside it."""

        async def both() -> Talk:
            talking = asyncio.ensure_future(self.team.talk(now))
            while not talking.done():
                self.executor.spin_once(timeout_sec=0.0)
                meanwhile()
                await asyncio.sleep(0.002)
            return talking.result()

        assert self.until(self.team.is_there)
        return asyncio.run(both())

    def close(self) -> None:
        for speaker in self.speakers:
            speaker.shutdown()
        self.broker.shutdown()
        self.executor.shutdown(timeout_sec=5.0)
        for node in self.nodes:
            node.destroy_node()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with offline_model() as address:
        yield address


@pytest.fixture
def stage(ros_context: Any, url: str, request: pytest.FixtureRequest) -> Iterator[Stage]:
    made = Stage(ros_context, url, getattr(request, "param", ""))
    yield made
    made.close()


def in_one_process(now: Round) -> Talk:
    dialog = Dialog(load_dialog(CELLS), KNOWN, lambda _: OfflineModel())
    return asyncio.run(dialog.talk(now))


PLAN = "EXECUTE\nNAME Alice ACTION WAIT\nNAME Bob ACTION PICK blue_square PLACE panel3"
REFUSED = Round(0, OWN, feedback=[Refused(PLAN, "collision: Alice/palm touches Bob/palm.")])


def test_over_the_radio_the_same_is_said_and_planned(stage: Stage) -> None:
    for now in (Round(0, OWN), REFUSED, Round(1, OWN)):
        assert stage.talk(now) == in_one_process(now)


def test_who_is_switched_on_later_joins_then_tells_its_reach_and_talks_along(stage: Stage) -> None:
    heard: list[Any] = []
    stage.rounds.create_subscription(
        TeamMessage,
        f"/Alice/{topics.TEAM_IN}",
        lambda message: heard.append(team_message_from_ros(message)),
        qos.TEAM,
    )

    def joined() -> dict[str, Any]:
        return {m.sender: m.capability for m in heard if m.kind is MessageKind.JOIN}

    two = ROBOTS[:2]
    own = {robot: OWN[robot] for robot in two}
    stage.team.know(replace(KNOWN, robots=two))
    assert "NAME Chad" not in stage.talk(Round(0, own)).plan
    assert "Chad" not in joined()
    stage.team.know(KNOWN)
    assert "NAME Chad" in stage.talk(Round(1, OWN, news=("Chad is switched on.",))).plan
    assert stage.until(lambda: "Chad" in joined())
    assert joined()["Chad"].reach > 0.7
    assert joined()["Chad"].reach_max_height > 1.0


@pytest.mark.parametrize("stage", ["Chad"], indirect=True)
def test_a_person_takes_an_arms_turn_wrongly_and_rightly(stage: Stage) -> None:
    offers: list[Any] = []
    chat = Node("chat", context=stage.rounds.context)
    stage.nodes.append(chat)
    stage.executor.add_node(chat)
    orders = chat.create_publisher(String, f"/Chad/{topics.SEAT_ORDER}", qos.RELIABLE)
    chat.create_subscription(
        String,
        f"/Chad/{topics.SEAT_OFFER}",
        lambda message: offers.append(offer_from_json(message.data)),
        qos.LATCHED,
    )
    typed = [
        "EXECUTE NAME Alice ACTION FLY",
        "EXECUTE NAME Alice ACTION WAIT NAME Bob ACTION WAIT NAME Chad ACTION WAIT",
    ]
    asked: list[str] = []

    def type_in() -> None:
        if offers and offers[-1].plans and len(asked) < len(typed):
            line = typed[len(asked)]
            asked.append(offers.pop().situation)
            orders.publish(String(data=seat_to_json(SeatOrder(words=line))))

    assert stage.until(lambda: orders.get_subscription_count() > 0)
    wrong = stage.talk(Round(0, OWN), type_in)
    assert wrong.plan == "EXECUTE\nNAME Alice ACTION FLY"
    refused = Refused(wrong.plan, "format: there is no action for Bob.")
    right = stage.talk(Round(0, OWN, feedback=[refused]), type_in)
    assert right.plan.splitlines()[1:] == [f"NAME {robot} ACTION WAIT" for robot in ROBOTS]
    assert "there is no action for Bob" in asked[1]
    assert "there is no action for Bob" not in asked[0]
    assert any("there is no action for Bob" in offer.doing for offer in offers)
