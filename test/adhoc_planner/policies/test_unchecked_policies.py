# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Over the paper's channel no rule of ours refuses what a policy decides, whichever it is."""

import asyncio

import pytest
from planner_views import LIFTER, LOOKER, explore, house, replace_
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk

from adhoc_teamwork.adhoc_planner.agent.reasoning import make_reasoning
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Decision
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.adhoc_planner.policies.registry import policies
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.teamwork.team.channel import ASKED, CHANNELS, OPEN, PAPER, TeamChannel
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask

MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
WITHOUT_REFLECTION = (
    "irot-no-reflection",
    "irot-no-evaluation-no-reflection",
    "irot-no-planner",
)


def ignore(call: LlmCall) -> None:
    del call


def made(name: str, channel: TeamChannel, model: ScriptedModel) -> Policy:
    settings = AgentSettings("dog", 1, LIFTER, name, seed="7", channel=channel)
    return make_reasoning(settings, model, prompts(), check_subtask, ignore, Clock()).policy


@pytest.mark.parametrize("name", policies())
def test_no_policy_is_guarded_or_checked_over_the_papers_channel(name: str) -> None:
    model = ScriptedModel(Clock(), {}, latency=0.0)
    paper, plain = made(name, PAPER, model), made(name, OPEN, model)
    assert (paper.guarded, paper.checked) == (False, False)
    assert plain.checked
    asked = made(name, ASKED, model)
    assert (asked.guarded, asked.checked) == (plain.guarded, plain.checked)
    reflects = name == "llm" or (name.startswith("irot") and name not in WITHOUT_REFLECTION)
    assert (paper.reflects, plain.reflects) == (reflects, reflects)


def decide(name: str, channel: TeamChannel, view: PlannerView, answer: str) -> list[SubTask]:
    """Return the sub-task that comes of a model's first answer, and how often it was asked."""
    model = ScriptedModel(Clock(), {"generate": [answer]}, latency=0.0)
    decision = asyncio.run(made(name, channel, model).subtasks.decide(Talk(view)))
    assert isinstance(decision, Decision)
    return [decision.subtask]


@pytest.mark.parametrize("name", ["irot-no-evaluation-no-reflection", "irot-no-reflection"])
def test_an_ablation_takes_up_what_it_cannot_do(name: str) -> None:
    armless = house(capability=LOOKER)
    answer = f"[result]\n1. {MUG_HOME}"
    assert decide(name, PAPER, armless, answer) == [MUG_HOME]
    assert decide(name, OPEN, armless, answer) != [MUG_HOME]


def test_what_failed_lately_is_told_and_not_refused() -> None:
    view = house(rejected=((explore("room_2"), "it failed"),))
    answer = f"[result]\n1. {explore('room_2')}"
    name = "irot-no-evaluation-no-reflection"
    assert decide(name, PAPER, view, answer) == [explore("room_2")]
    assert decide(name, OPEN, view, answer) != [explore("room_2")]


@pytest.mark.parametrize("name", ["irot", "naive", "cot", "gpl", "llm"])
def test_a_sub_skill_is_carried_out_as_the_model_names_it(name: str) -> None:
    """An empty hand cannot put anything: without a check that shows once it is tried."""
    wrong = SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", "CounterTop_0", room_id="room_0")
    found = {}
    for channel in (PAPER, OPEN):
        model = ScriptedModel(Clock(), {"subskill": [f"[subskill] {wrong}"]}, latency=0.0)
        policy = made(name, channel, model)
        found[channel.name] = asyncio.run(policy.subskills.next(house(), MUG_HOME))
    assert found["paper"] == wrong
    assert found["open"] != wrong


@pytest.mark.parametrize("channel", CHANNELS.values(), ids=lambda channel: channel.name)
def test_prompts_say_in_one_line_what_the_channel_is(channel: TeamChannel) -> None:
    view = house(channel=channel)
    told = [text for c in CHANNELS.values() if (text := c.told)]
    for prompt in (prompts().generate(view, 3), prompts().ask("cot", view)):
        text = prompt[-1].content
        lines = text.split("## Communication messages\n")[1].splitlines()
        assert [line for line in lines if line in told] == ([channel.told] if channel.told else [])
        assert lines[0] == (channel.told or "None.")
