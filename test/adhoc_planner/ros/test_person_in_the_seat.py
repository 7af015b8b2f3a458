# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A script in the seat of a real planner: chooses, speaks, and rates the trial when it is over."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

sys.path.insert(0, str(Path(__file__).parents[1]))

import rclpy
from model_server import offline_server
from planner_surroundings import CARD, Spinning, Surroundings
from rclpy.context import Context
from rclpy.parameter import Parameter
from scripted_model import PROMPTS

from adhoc_teamwork.adhoc_planner.ros.node import PlannerNode
from adhoc_teamwork.comm_bridge.ros.seat_chat import SeatChat
from adhoc_teamwork.teamwork.team.message import MessageKind

SCRIPT = "I take the mug\nA\nB\n/quit\nLLM\n9\n5\n6\n7\n"


@pytest.fixture
def url() -> Iterator[str]:
    with offline_server() as url:
        yield url


def given(**values: Any) -> list[Any]:
    return [Parameter(name, value=value) for name, value in values.items()]


def test_a_person_sits_in_for_a_robot_and_rates_it(
    ros_context: Any,
    ros_domain: int,
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    card = tmp_path / "card.yaml"
    card.write_text(CARD, encoding="utf-8")
    around = Surroundings(ros_context)
    planner = PlannerNode(
        context=ros_context,
        namespace="alpha",
        parameter_overrides=given(
            robot_card=str(card),
            task_config=str(PROMPTS),
            llm_base_url=url,
            llm_model="offline",
            policy="person",
            channel="text",
        ),
    )
    planner.setup()
    monkeypatch.setattr(sys, "stdin", io.StringIO(SCRIPT))
    # The chat ends its own context.
    context = Context()
    rclpy.init(context=context, domain_id=ros_domain)
    chat = SeatChat(
        context=context,
        namespace="anna",
        parameter_overrides=given(robot="alpha", run_dir=str(tmp_path)),
    )
    chat.setup()
    spinning = [Spinning(ros_context, around, planner), Spinning(context, chat)]
    try:
        # A goal that is lost on the way is given up after 5 s and sent again, as on a robot.
        assert around.wait(lambda: not context.ok()), (around.goals, around.records)
        assert around.goals
        assert [m.text for m in around.said(MessageKind.CHAT)] == ["I take the mug"]
        assert not around.said(MessageKind.INTENT)
        assert chat.exit_code == 2
        shown = capsys.readouterr().out
        assert "alpha asks what to do next:" in shown
        assert "'9': expected a whole number, 1 to 7" in shown
        rows = (tmp_path / "ratings.csv").read_text().splitlines()
        assert rows[1:] == ["anna,alpha,text,LLM,5,6,7"]
    finally:
        around.ending.set()
        planner.shutdown()
        for spun in spinning:
            spun.stop()
        chat.destroy_node()
        planner.destroy_node()
        around.destroy_node()
        rclpy.try_shutdown(context=context)
