# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner node among real topics, a real action and a real endpoint, all on this machine."""

import asyncio
import itertools
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

sys.path.insert(0, str(Path(__file__).parents[1]))

from adhoc_interfaces import msg as ros
from adhoc_interfaces.action import ExecuteSkill
from builtin_interfaces.msg import Time
from model_server import offline_server, serving
from node_manager import ACTIVATE, CLEANUP, CONFIGURE, DEACTIVATE, NodeManager
from planner_surroundings import CARD, Spinning, Surroundings
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock
from scripted_model import PROMPTS
from small_world import ARM
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from adhoc_teamwork.adhoc_planner.ros.node import PlannerNode
from adhoc_teamwork.adhoc_planner.ros.skill_client import goal_to_ros, result_from_ros
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.action import arguments_from_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import seconds_now, time_from_ros, time_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subskill import Stage, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind


@pytest.fixture
def surroundings(ros_context: Any) -> Iterator[Surroundings]:
    node = Surroundings(ros_context)
    spinning = Spinning(ros_context, node)
    yield node
    node.ending.set()
    spinning.stop()
    node.destroy_node()


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "card.yaml"
    path.write_text(CARD, encoding="utf-8")
    prices = "models: {offline: {prompt: 10.0, completion: 20.0}}"
    path.with_name("prices.yaml").write_text(prices, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    with offline_server() as url:
        yield url


def parameters(card: Path, url: str) -> dict[str, Any]:
    return {
        "robot_card": str(card),
        "task_config": str(PROMPTS),
        "llm_base_url": url,
        "llm_model": "offline",
        "llm_prices": str(card.with_name("prices.yaml")),
    }


@pytest.fixture
def planner(ros_context: Any, card: Path, endpoint: str) -> Iterator[PlannerNode]:
    given = [Parameter(name, value=value) for name, value in parameters(card, endpoint).items()]
    node = PlannerNode(context=ros_context, namespace="alpha", parameter_overrides=given)
    node.setup()
    spinning = Spinning(ros_context, node)
    yield node
    begun = time.monotonic()
    node.shutdown()
    assert time.monotonic() - begun < 2.0
    spinning.stop()
    node.destroy_node()


CHAIN = [
    "GoToObject Mug_0",
    "PickupObject Mug_0",
    "GoToObject CounterTop_0",
    "PutObject Mug_0",
]


@pytest.mark.usefixtures("planner")
def test_it_tidies_through_topics_action_and_endpoint(surroundings: Surroundings) -> None:
    assert surroundings.wait(lambda: CHAIN[-1] in surroundings.goals)
    # It heads for the mug before it is asked to, and does so again where it is there by then.
    assert [goal for goal, _ in itertools.groupby(surroundings.goals)][:4] == CHAIN
    done = lambda: any(  # noqa: E731
        m.intent and m.intent.status is IntentStatus.DONE
        for m in surroundings.said(MessageKind.INTENT)
    )
    assert surroundings.wait(done)
    assert surroundings.heard[0].kind is MessageKind.JOIN
    assert surroundings.heard[0].capability is not None
    assert surroundings.heard[0].capability.reach_max_height == pytest.approx(ARM.reach_max_height)
    told = {m.state.battery for m in surroundings.said(MessageKind.STATE) if m.state is not None}
    assert 0.25 * ARM.battery in told
    stages = {call.stage for call in surroundings.calls}
    assert {"judge", "generate", "reflect", "subskill"} <= stages
    assert all(call.robot == "alpha" and call.latency > 0.0 for call in surroundings.calls)
    tokens = [(call.prompt_tokens, call.completion_tokens) for call in surroundings.calls]
    paid = [10e-6 * asked + 20e-6 * answered for asked, answered in tokens]
    assert [call.usd for call in surroundings.calls] == pytest.approx(paid)
    assert max(paid) > 0.0
    assert surroundings.wait(lambda: bool(surroundings.diagnostics))
    status = surroundings.diagnostics[-1].status[0]
    assert status.name == "alpha: planner"
    assert {v.key: v.value for v in status.values}["model_alive"] == "True"


def test_time_is_worked_off_only_until_an_answer_is_due_that_is_not_there(
    ros_context: Any, card: Path, surroundings: Surroundings
) -> None:
    asked, may_answer, told = Event(), Event(), [0.0]

    async def chat(_request: Request) -> Response:
        asked.set()
        await asyncio.to_thread(may_answer.wait, 60.0)
        return Response(status_code=400)

    clock = surroundings.create_publisher(Clock, "/clock", qos.CLOCK)
    surroundings.create_subscription(
        Time,
        f"/alpha/{topics.worked_off('planner')}",
        lambda m: told.append(time_from_ros(m)),
        qos.LATCHED,
    )
    now = float(int(seconds_now(surroundings)))

    def until(holds: Callable[[], bool], step: float = 0.0) -> None:
        """Let simulated time go on until something holds, for a bounded time."""
        nonlocal now
        end = time.monotonic() + 30.0
        while not holds():
            assert time.monotonic() < end, f"at {now}, told {told[-3:]}"
            now += step
            clock.publish(Clock(clock=time_to_ros(now)))
            asked.wait(0.05) if not asked.is_set() else time.sleep(0.02)

    app = Starlette(routes=[Route("/v1/chat/completions", chat, methods=["POST"])])
    with serving(app) as url:
        more = {"use_sim_time": True, "llm_simulated_latency": 2.0, "llm_time_limit": 60.0}
        given = [Parameter(n, value=v) for n, v in {**parameters(card, url), **more}.items()]
        node = PlannerNode(context=ros_context, namespace="alpha", parameter_overrides=given)
        node.setup()
        spinning = Spinning(ros_context, node)
        try:
            until(lambda: told[-1] == pytest.approx(now, abs=1e-3))
            until(asked.is_set, step=0.1)
            asked_at = now
            until(lambda: now > asked_at + 6.0, step=0.1)
            assert told[-1] <= asked_at + 2.2 + 1e-6
            may_answer.set()
            until(lambda: told[-1] == pytest.approx(now, abs=1e-3))
        finally:
            may_answer.set()
            node.shutdown()
            spinning.stop()
            node.destroy_node()


@pytest.mark.usefixtures("planner")
def test_it_answers_a_teammate_while_it_works(surroundings: Surroundings) -> None:
    assert surroundings.wait(lambda: len(surroundings.goals) >= 1)
    now = seconds_now(surroundings)
    place = surroundings.world.things["Sofa_0"].position
    intent = Intent(
        5,
        IntentStatus.PROPOSED,
        SubTask(
            SubTaskKind.REPLACE,
            room_type="Kitchen",
            object_id="Mug_9",
            receptacle_type="CounterTop",
        ),
        "Mug",
        replace(place, z=0.5),
    )
    message = TeamMessage("beta", 1, 1, now, MessageKind.INTENT, intent=intent)
    surroundings.team_in.publish(team_message_to_ros(message))
    assert surroundings.wait(lambda: bool(surroundings.said(MessageKind.REFLECTION)), 5.0)
    reflection = surroundings.said(MessageKind.REFLECTION)[0].reflection
    assert reflection is not None
    assert reflection.to == "beta"
    assert reflection.conflict


@pytest.mark.usefixtures("planner")
def test_a_skill_server_that_is_started_again_is_noticed(surroundings: Surroundings) -> None:
    surroundings.skill_time = 60.0
    assert surroundings.wait(lambda: bool(surroundings.goals))
    lost = surroundings.server
    surroundings.skill_time = 0.2
    surroundings.goals.clear()
    lost.destroy()
    surroundings.serve()
    went_on = surroundings.wait(lambda: CHAIN[-1] in surroundings.goals, 60.0)
    assert went_on, (surroundings.goals, surroundings.diagnostics[-1:])


@pytest.mark.usefixtures("planner")
def test_a_message_that_nobody_understands_is_counted(surroundings: Surroundings) -> None:
    surroundings.team_in.publish(ros.TeamMessage(sender="beta", kind=99))

    def told() -> bool:
        return any(
            v.key == "messages_not_understood" and v.value == "1"
            for m in surroundings.diagnostics[-1:]
            for v in m.status[0].values
        )

    assert surroundings.wait(told, 8.0)


def test_inactive_it_has_left_and_then_joins_anew(
    surroundings: Surroundings, planner: PlannerNode, manage: Callable[..., NodeManager]
) -> None:
    manager = manage("/alpha/planner")
    surroundings.skill_time = 60.0
    assert surroundings.wait(lambda: bool(surroundings.goals))
    assert manager.change(DEACTIVATE)
    assert surroundings.wait(lambda: surroundings.cancelled == 1)
    assert surroundings.wait(lambda: bool(surroundings.said(MessageKind.LEAVE)))
    assert manager.status("alpha: planner", "inactive: waits to be activated")
    surroundings.goals.clear()
    surroundings.skill_time = 0.2
    for transition in (ACTIVATE, DEACTIVATE, CLEANUP, CONFIGURE, ACTIVATE):
        assert manager.change(transition), transition
    went_on = surroundings.wait(lambda: CHAIN[-1] in surroundings.goals, 60.0)
    assert went_on, (surroundings.goals, surroundings.diagnostics[-1:])
    sessions = [m.session for m in surroundings.said(MessageKind.JOIN)]
    assert sessions == sorted(set(sessions))
    assert surroundings.said(MessageKind.JOIN)[-1].session == planner._session


def test_with_its_clock_set_back_it_joins_anew_above_what_the_team_heard_of_it(
    surroundings: Surroundings, planner: PlannerNode
) -> None:
    joins = lambda: sorted({m.session for m in surroundings.said(MessageKind.JOIN)})  # noqa: E731
    receipts = surroundings.create_publisher(ros.TeamReceipt, topics.BROKER_HEARD, qos.RECEIPTS)
    numbers, told = itertools.count(1), [0]

    def tell() -> None:
        member = ros.TeamMember(name="alpha", session=told[0])
        receipts.publish(ros.TeamReceipt(session=1, number=next(numbers), members=[member]))

    surroundings.create_timer(0.1, tell)
    assert surroundings.wait(lambda: bool(joins()))
    for again in range(2, 5):
        told[0] = joins()[-1] + 100_000
        assert surroundings.wait(lambda again=again: len(joins()) == again), joins()
        assert joins()[-1] == told[0] + 1 == planner._session
    # Two robots of one name would begin anew for ever.
    told[0] += 100_000
    assert not surroundings.wait(lambda: len(joins()) > 4, 3.0)


def test_changed_parameters_take_effect(
    surroundings: Surroundings, planner: PlannerNode, manage: Callable[..., NodeManager]
) -> None:
    manager = manage("/alpha/planner")
    assert surroundings.wait(lambda: bool(surroundings.calls))
    assert surroundings.calls[0].temperature == pytest.approx(0.3)
    assert manager.refusal_of_all(llm_temperature=0.0, llm_model="offline-weak") == ""
    asked = lambda: surroundings.calls[-1]  # noqa: E731
    assert surroundings.wait(lambda: asked().model == "offline-weak", 30.0)
    assert asked().temperature == 0.0
    assert not surroundings.said(MessageKind.LEAVE)
    assert manager.refusal_of_all(n_irot=5, reflection_wait=0.5) == ""
    assert surroundings.wait(lambda: len(surroundings.records) == 2)
    assert surroundings.wait(lambda: len(surroundings.said(MessageKind.JOIN)) == 2)
    before, after = surroundings.records
    assert (before.candidates, before.temperature, before.model) == (3, 0.3, "offline")
    assert (after.candidates, after.temperature, after.model) == (5, 0.0, "offline-weak")
    assert (after.rounds, after.reflection_wait) == (before.rounds, 0.5)
    assert after.session == planner._session > before.session
    for change, reason in (
        ({"llm_base_url": "nowhere"}, "planner: parameter llm_base_url: expected an http"),
        ({"llm_base_url": "https://models.invalid/v1"}, "needs a key"),
        ({"n_irot": 0}, "out of range"),
        ({"task_config": "elsewhere"}, "read-only"),
    ):
        assert reason in manager.refusal(**change)


def process(domain: int, *arguments: str) -> "subprocess.Popen[str]":
    """Start the planner as a process of its own."""
    root = str(Path(__file__).parents[3])
    paths = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "adhoc_teamwork.adhoc_planner.ros.node", "--ros-args", *arguments],
        env={**os.environ, "ROS_DOMAIN_ID": str(domain), "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_says_goodbye_and_ends_soon(
    surroundings: Surroundings, ros_domain: int, card: Path, endpoint: str
) -> None:
    surroundings.skill_time = 60.0
    given = [f"{name}:={value}" for name, value in parameters(card, endpoint).items()]
    options = [word for pair in given for word in ("-p", pair)]
    planner = process(ros_domain, "-r", "__ns:=/alpha", *options)
    try:
        assert surroundings.wait(lambda: bool(surroundings.goals), 30.0)
        planner.send_signal(signal.SIGINT)
        assert surroundings.wait(lambda: bool(surroundings.said(MessageKind.LEAVE)), 4.0)
        assert planner.wait(4.0) == 0
    finally:
        planner.kill()
        planner.communicate()


STRANGE = (
    {"content": "yes", "tokens": 2**40},
    {"content": "[analysis] \ud800\0 \x1b[2J [result]\n1. Stop \udfff"},
    {"content": "yes", "model": ["m"]},
)


async def strange_answer(request: Request) -> Response:
    """Answer each question in the next strange way."""
    await request.body()
    request.app.state.asked += 1
    told = STRANGE[request.app.state.asked % len(STRANGE)]
    choices = [{"message": {"role": "assistant", "content": told["content"]}}]
    body = {"choices": choices, "model": told.get("model", "m"),
            "usage": {"prompt_tokens": told.get("tokens", 1)}}  # fmt: skip
    return Response(json.dumps(body), media_type="application/json")


def test_no_answer_of_a_model_ends_the_process(
    surroundings: Surroundings, ros_domain: int, card: Path
) -> None:
    app = Starlette(routes=[Route("/v1/chat/completions", strange_answer, methods=["POST"])])
    app.state.asked = 0
    with serving(app) as url:
        given = [f"{name}:={value}" for name, value in parameters(card, url).items()]
        planner = process(
            ros_domain, "-r", "__ns:=/alpha", *[word for pair in given for word in ("-p", pair)]
        )
        try:
            enough = len(STRANGE)
            assert surroundings.wait(
                lambda: planner.poll() is not None or len(surroundings.calls) >= enough, 60.0
            )
            assert planner.poll() is None
            assert any("\ufffd" in call.answer for call in surroundings.calls)
        finally:
            planner.kill()
            planner.communicate()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), "namespace"),
        (("-r", "__ns:=/alpha"), "robot_card"),
    ],
)
def test_bad_configuration_is_one_line_and_exit_code_2(
    ros_domain: int, arguments: tuple[str, ...], named: str
) -> None:
    planner = process(ros_domain, *arguments)
    _, errors = planner.communicate(timeout=20.0)
    assert planner.returncode == 2
    (line,) = [line for line in errors.splitlines() if "planner:" in line]
    assert named in line


def test_goals_and_results_cross_the_action_unharmed() -> None:
    goal = goal_to_ros(SubSkill(SubSkillKind.GO_TO_POINT, dx=1.5, dy=-0.5))
    assert (goal.skill, arguments_from_ros(goal.arguments)) == (
        "GoToPoint",
        {"dx": 1.5, "dy": -0.5},
    )
    put = goal_to_ros(SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", "Shelf_0", "room_1"))
    assert [a.text for a in put.arguments] == ["Mug_0", "Shelf_0", "room_1"]
    message = ExecuteSkill.Result(
        stage="execution", cause="blocked", message="Something is in the way.", path_length=2.5
    )
    result = result_from_ros(message)
    assert (result.success, result.stage, result.cause) == (False, Stage.EXECUTION, "blocked")
    assert math.isclose(result.path_length, 2.5)
    assert result_from_ros(ExecuteSkill.Result(stage="nonsense")).stage is None
