# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every policy that asks a language model must keep to, and what each of them asks."""

import asyncio
from dataclasses import dataclass, replace

import pytest
from planner_views import LOOKER, explore, house, intending, mug, replace_, teammate
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import (
    UNDER_WAY,
    Decision,
    NoReasonableSubTaskError,
)
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import (
    AnswerRejectedError,
    CallLog,
    LlmQuery,
)
from adhoc_teamwork.adhoc_planner.policies.policy import Policy, PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import asks_model, make_policy, policies
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask

ASKING = sorted(n for n, entry in policies().items() if asks_model(n) and not entry.by_person)
TIDYING = [name for name in ASKING if not name.startswith("emos")]
"""EMOS divides errands: in a house that is to be tidied nobody has a share, and each waits."""
BASELINES = ("cot", "gpl", "naive")
GUARDED = (
    "irot",
    "irot-weaker-model",
    "irot-no-evaluation",
    "irot-no-reflection",
    "irot-no-evaluation-no-reflection",
)
MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
ALL_STAGES = (
    "naive",
    "cot",
    "predict",
    "generate",
    "score",
    "rank",
    "reflect",
    "direct",
    "negotiate",
    "draft",
    "choose_plan",
)
MOST_QUESTIONS = 12
"""How many questions one decision may take where every answer can be used."""


@dataclass
class Decided:
    """Hold how a decision ended, and what was asked and said for it."""

    outcome: Decision | Exception
    model: ScriptedModel
    calls: list[LlmCall]
    talk: Talk

    @property
    def subtask(self) -> SubTask:
        assert isinstance(self.outcome, Decision), self.outcome
        return self.outcome.subtask


def made(name: str, model: ScriptedModel, calls: list[LlmCall]) -> Policy:
    clock = Clock()
    llm = LlmQuery(model, prompts().correction, CallLog("dog", clock, calls.append))
    return make_policy(name, PolicyKit("dog", "seed", llm, prompts(), check_subtask))


def decide(
    name: str, view: PlannerView, script: dict[str, list[str | Exception]] | None = None
) -> Decided:
    """Run one decision of a policy."""
    model = ScriptedModel(Clock(), {k: list(v) for k, v in (script or {}).items()}, latency=0.0)
    calls: list[LlmCall] = []
    talk = Talk(view)
    try:
        outcome: Decision | Exception = asyncio.run(made(name, model, calls).subtasks.decide(talk))
    except (NoReasonableSubTaskError, AnswerRejectedError, ModelUnavailableError) as error:
        outcome = error
    return Decided(outcome, model, calls, talk)


@pytest.fixture(params=ASKING)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def busy_house() -> PlannerView:
    """Return a house with a mug to fetch, and a teammate that explores the last room."""
    return house(teammates=(intending(teammate(), explore("room_2")),))


def test_equal_views_and_answers_give_equal_decisions(name: str) -> None:
    one, two = decide(name, busy_house()), decide(name, busy_house())
    assert one.outcome == two.outcome
    assert one.model.prompts == two.model.prompts


def test_what_is_proposed_is_decided_or_withdrawn(name: str) -> None:
    decided = decide(name, busy_house())
    assert isinstance(decided.outcome, Decision)
    left = set(decided.talk.proposed) - set(decided.talk.withdrawn)
    assert left == {decided.outcome.intent_id}
    assert decided.talk.proposed[decided.outcome.intent_id] == decided.subtask


def test_the_present_sub_task_goes_on_without_a_word(name: str) -> None:
    chosen = decide(name, house()).subtask
    again = decide(name, house(subtask=chosen))
    assert isinstance(again.outcome, Decision)
    assert (again.subtask, again.outcome.intent_id) == (chosen, UNDER_WAY)
    assert not again.talk.proposed


@pytest.mark.parametrize("name", TIDYING)
def test_questions_are_bounded(name: str) -> None:
    assert len(decide(name, busy_house()).model.asked) <= MOST_QUESTIONS
    babble = {stage: ["Well, well."] * 50 for stage in ALL_STAGES}
    decided = decide(name, busy_house(), babble)
    assert isinstance(decided.outcome, AnswerRejectedError)
    assert len(decided.model.asked) <= MOST_QUESTIONS
    assert set(decided.talk.proposed) == set(decided.talk.withdrawn)


@pytest.mark.parametrize("name", TIDYING)
def test_a_model_that_is_gone_leaves_no_proposal_open(name: str) -> None:
    gone: dict[str, list[str | Exception]] = {
        stage: [ModelUnavailableError("gone")] for stage in ALL_STAGES
    }
    decided = decide(name, busy_house(), gone)
    assert isinstance(decided.outcome, ModelUnavailableError)
    assert set(decided.talk.proposed) == set(decided.talk.withdrawn)


@pytest.mark.parametrize("baseline", BASELINES)
def test_baselines_try_what_breaks_a_rule(baseline: str) -> None:
    script: dict[str, list[str | Exception]] = {
        "naive": [f"[result]\n{MUG_HOME}"],
        "cot": [f"[analysis] why not\n[result]\n{MUG_HOME}"],
        "generate": [f"[result]\n1. {MUG_HOME}"],
    }
    armless = house(capability=LOOKER)
    assert check_subtask(armless, MUG_HOME)
    decided = decide(baseline, armless, script)
    assert decided.subtask == MUG_HOME
    assert not made(baseline, decided.model, []).guarded


@pytest.mark.parametrize("baseline", BASELINES)
def test_baselines_do_not_wait_for_their_teammates(baseline: str) -> None:
    talk = Talk(busy_house())

    async def never(intent_id: int) -> None:
        raise AssertionError(intent_id)

    talk.replies = never  # type: ignore[method-assign]
    model = ScriptedModel(Clock(), {}, latency=0.0)
    decision = asyncio.run(made(baseline, model, []).subtasks.decide(talk))
    assert talk.proposed == {decision.intent_id: decision.subtask}


def test_naive_is_asked_without_reasoning_or_examples_and_cot_with_both() -> None:
    naive, cot = (decide(name, house()).model.prompts[0] for name in ("naive", "cot"))
    told = "\n".join(message.content for message in naive)
    assert "step by step" not in told
    assert "[analysis]" not in told
    assert "Example" not in told
    told = "\n".join(message.content for message in cot)
    assert "step by step" in told
    assert "[analysis]" in told
    assert "Example 1" in told


@pytest.mark.parametrize("baseline", ["naive", "cot"])
def test_one_sub_task_is_taken_and_a_list_asked_for_again(baseline: str) -> None:
    two = "[result]\n1. Explore <room_2>\n2. Stop"
    decided = decide(baseline, house(), {baseline: [two, "[result]\nExplore <room_2>"]})
    assert decided.subtask == explore("room_2")
    assert "more than one" in decided.calls[0].error
    assert decided.model.asked == [baseline] * 2


def test_gpl_takes_the_best_score_beside_what_it_predicts() -> None:
    script: dict[str, list[str | Exception]] = {
        "predict": ["[result]\n- tower: Explore <room_2>"],
        "generate": [f"[result]\n1. Explore <room_2>\n2. {MUG_HOME}\n3. Stop"],
        "score": [f"[result]\n1. Explore <room_2> | score: 1\n2. {MUG_HOME} | score: 8.5"],
    }
    decided = decide("gpl", busy_house(), script)
    assert decided.subtask == MUG_HOME
    assert sorted(decided.model.asked) == ["generate", "predict", "score"]
    assert decided.model.asked[2] == "score"
    assert "- tower: Explore <room_2>" in decided.model.prompts[2][-1].content


def test_gpl_does_without_predictions_that_the_model_leaves_out() -> None:
    mates = (teammate("tower"), teammate("crane"), replace(teammate("gone"), left=True))
    script: dict[str, list[str | Exception]] = {
        "predict": ["[result]\n- crane: Stop\n- nobody: Explore <room_2>"]
    }
    decided = decide("gpl", house(teammates=mates), script)
    scoring = decided.model.prompts[decided.model.asked.index("score")][-1].content
    assert "- crane: Stop" in scoring
    assert "nobody" not in scoring
    assert isinstance(decided.outcome, Decision)


def test_gpl_predicts_nothing_where_there_is_nobody() -> None:
    assert "predict" not in decide("gpl", house()).model.asked


def test_a_conflicting_intent_is_avoided_by_irot_and_not_by_naive() -> None:
    taken = intending(
        teammate(),
        MUG_HOME,
        IntentStatus.ADOPTED,
        object_category="Mug",
        object_position=mug().position,
    )
    view = house(teammates=(taken,))
    insisting: dict[str, list[str | Exception]] = {
        "naive": [f"[result]\n{MUG_HOME}"],
        "generate": [f"[result]\n1. {MUG_HOME}\n2. Explore <room_2>"],
    }
    assert decide("naive", view, insisting).subtask == MUG_HOME
    assert decide("irot", view, insisting).subtask == explore("room_2")


@pytest.mark.parametrize(
    ("ablation", "asked"),
    [
        ("irot", ["generate", "rank", "reflect"]),
        ("irot-weaker-model", ["generate", "rank", "reflect"]),
        ("irot-no-evaluation", ["generate", "reflect"]),
        ("irot-no-reflection", ["generate", "rank"]),
        ("irot-no-evaluation-no-reflection", ["generate"]),
    ],
)
def test_ablations_leave_out_their_stages_and_announce_all_the_same(
    ablation: str, asked: list[str]
) -> None:
    script: dict[str, list[str | Exception]] = {
        "generate": [f"[result]\n1. Explore <room_2>\n2. {MUG_HOME}"],
        "rank": [f"[result]\n1. {MUG_HOME}\n2. Explore <room_2>"],
    }
    decided = decide(ablation, house(), script)
    assert decided.model.asked == asked
    assert decided.subtask == (MUG_HOME if "rank" in asked else explore("room_2"))
    assert decided.talk.proposed == {1: decided.subtask}


@pytest.mark.parametrize("guarded", GUARDED)
def test_irot_and_its_ablations_are_told_which_rule_was_broken(guarded: str) -> None:
    assert made(guarded, ScriptedModel(Clock()), []).guarded
    script: dict[str, list[str | Exception]] = {
        "generate": ["[result]\n1. Explore <room_9>", "[result]\n1. Explore <room_2>"]
    }
    decided = decide(guarded, house(), script)
    assert decided.subtask == explore("room_2")
    again = decided.model.prompts[1][-1].content
    assert "there is no room with the id 'room_9'; known rooms: room_0, room_1, room_2" in again
