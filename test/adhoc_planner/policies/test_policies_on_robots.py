# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Every policy by name in a whole agent, as it runs on robots: tidies, alone and beside another."""

import asyncio

import pytest
from agent_rig import Rig, Robot
from scripted_model import Clock, ScriptedModel, prompts
from small_world import EYES, World, two_rooms

from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy, policies
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

pytestmark = pytest.mark.slow

NAMES = sorted(n for n in policies() if not n.startswith(("coela-", "capo-", "emos", "person")))
"""Ablations of methods that talk differ from these in what they ask and say; one never rests. Who
divides errands is for goals in sentences, and a person is tested apart."""
MOST_INTENTS = 40
"""More messages on intents than this in two minutes are a flood."""


@pytest.fixture(params=NAMES)
def policy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def is_tidy(world: World) -> bool:
    return world.things["Mug_0"].receptacle == "CounterTop_0"


def test_a_robot_tidies_alone_and_then_rests(policy: str) -> None:
    world, clock = two_rooms(), Clock()
    robot = Robot("alpha", world, clock, ScriptedModel(clock), policy=policy)
    rig = Rig(clock, robot)
    assert asyncio.run(rig.run(200.0, lambda: "resting" in robot.agent.status().doing))
    assert is_tidy(world)
    assert set(robot.explored) == {"room_0", "room_1", "room_2"}
    assert len(robot.said(MessageKind.INTENT)) <= MOST_INTENTS
    open_ones = {m.intent.intent_id for m in robot.sent if m.intent is not None}
    ended = {
        m.intent.intent_id
        for m in robot.sent
        if m.intent is not None and m.intent.status > IntentStatus.ADOPTED
    }
    assert open_ones == ended


def test_it_helps_a_team_and_floods_nobody(policy: str) -> None:
    world, clock = two_rooms(), Clock()
    team = Robot("alpha", world, clock, ScriptedModel(clock))
    late = Robot("beta", world, clock, ScriptedModel(clock), EYES, "room_2", policy=policy)
    rig = Rig(clock, team, late)
    asyncio.run(rig.run(120.0))
    assert is_tidy(world)
    assert {"room_0", "room_1", "room_2"} <= late.explored | team.explored
    assert len(late.said(MessageKind.INTENT)) <= MOST_INTENTS
    assert not [s for s in late.skills() if s.startswith(("Pickup", "Put"))]


@pytest.mark.parametrize(
    ("name", "guarded", "heeds"),
    [
        ("irot", True, True),
        ("irot-weaker-model", True, True),
        ("irot-no-evaluation", True, True),
        ("irot-no-reflection", True, False),
        ("irot-no-evaluation-no-reflection", True, False),
        ("irot-no-planner", False, False),
        ("naive", False, False),
        ("cot", False, False),
        ("gpl", False, False),
        ("heuristic", False, False),
    ],
)
def test_who_is_guarded_and_who_heeds_objections(name: str, guarded: bool, heeds: bool) -> None:
    llm = LlmQuery(ScriptedModel(Clock()), prompts().correction, CallLog("a", Clock(), _forget))
    policy = make_policy(name, PolicyKit("a", "seed", llm, prompts(), check_subtask))
    assert (policy.guarded, policy.heeds_objections) == (guarded, heeds)


def _forget(_call: LlmCall) -> None:
    """Keep no record."""
