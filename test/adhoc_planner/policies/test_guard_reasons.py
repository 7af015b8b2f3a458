# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What breaks a rule is named, and the model is told in the next question."""

import asyncio
from collections.abc import Callable

import pytest
from planner_views import (
    BED,
    COUNTER,
    LIFTER,
    LOOKER,
    chat,
    explore,
    failed,
    house,
    intending,
    mug,
    replace_,
    teammate,
    with_state,
)
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk

from adhoc_teamwork.adhoc_planner.agent.active_task import GivenUp
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
HIGH = mug(position=mug().position.__class__(6.0, 1.0, 1.9))


def taken() -> PlannerView:
    mate = intending(teammate(), MUG_HOME, object_category="Mug", object_position=mug().position)
    return house(teammates=(mate,))


def explored() -> PlannerView:
    state = RobotState(Pose(9.0, 1.0), "room_2", battery=100.0, explored_rooms=("room_2",))
    return house(teammates=(teammate(capability=LIFTER, state=state),))


def too_heavy() -> PlannerView:
    return house(history=(failed(SubSkillKind.PICKUP_OBJECT, "Mug_0", Cause.TOO_HEAVY),))


REASONS: tuple[tuple[PlannerView, SubTask, str], ...] = (
    (house(), replace_("Mug_7", "CounterTop", "Kitchen"), "no object with the id 'Mug_7'"),
    (house(), explore("room_7"), "there is no room with the id 'room_7'"),
    (house(capability=LOOKER), MUG_HOME, "you have no arm"),
    (too_heavy(), MUG_HOME, "you have tried Mug_0 before: It failed: too_heavy"),
    (house(known_objects=(COUNTER, BED, HIGH)), MUG_HOME, "is at height 1.90 m, but your arm"),
    (taken(), MUG_HOME, "tower has taken up Mug_0"),
    (explored(), explore("room_2"), "explored by tower, who saw there what you would see"),
    (with_state(house(), battery=1.0), MUG_HOME, "your battery lasts for 1 s"),
)


def next_prompts(view: PlannerView, answer: str, guard: Callable[..., str | None]) -> list[str]:
    """Return what irot asks after an answer that breaks a rule."""
    calls: list[LlmCall] = []
    model = ScriptedModel(Clock(), {"generate": [answer]}, latency=0.0)
    llm = LlmQuery(model, prompts().correction, CallLog("dog", Clock(), calls.append))
    policy = make_policy("irot", PolicyKit("dog", "seed", llm, prompts(), guard))
    asyncio.run(policy.subtasks.decide(Talk(view)))
    return [prompt[-1].content for prompt in model.prompts[1:]]


@pytest.mark.parametrize(("view", "subtask", "reason"), REASONS, ids=lambda v: str(v)[:20])
def test_the_next_question_names_the_rule_that_was_broken(
    view: PlannerView, subtask: SubTask, reason: str
) -> None:
    told = next_prompts(view, f"[result]\n1. {subtask}", check_subtask)
    assert "## Correction" in told[0]
    assert reason in told[0]


def test_what_failed_a_short_while_ago_is_refused_with_its_reason() -> None:
    given_up = GivenUp()
    given_up.add(MUG_HOME, False, mug().position, "grasp_failed: it slipped", 15.0)
    told = next_prompts(house(), f"[result]\n1. {MUG_HOME}", given_up.objection)
    assert "it failed a short while ago: grasp_failed: it slipped" in told[0]


@pytest.mark.parametrize("stage", ["generate", "naive", "cot", "predict", "direct"])
def test_what_was_given_up_stands_in_every_prompt_with_its_reason(stage: str) -> None:
    view = house(rejected=((MUG_HOME, "grasp_failed: it slipped"),))
    facts = {"generate": {"count": 3}, "direct": {"assumed": ""}}.get(stage, {})
    told = prompts().ask(stage, view, **facts)[-1].content
    assert f"- {MUG_HOME}: «grasp_failed: it slipped»" in told


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_of_failure_reaches_the_prompt(cause: Cause) -> None:
    view = house(history=(failed(SubSkillKind.PICKUP_OBJECT, "Mug_0", cause),))
    for stage in ("naive", "cot", "predict"):
        told = chat(prompts().ask(stage, view))[-1]["content"]
        assert f"({cause}): «It failed: {cause}.»" in str(told)
