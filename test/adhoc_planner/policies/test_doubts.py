# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who doubts its own judgement asks how sure it is, and leaves alone what is not sure."""

import asyncio

import pytest
from planner_views import LIFTER, chat, house, mug
from scripted_model import Clock, ScriptedModel, prompts
from silent_team import Talk

from adhoc_teamwork.adhoc_planner.agent.reasoning import make_reasoning
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import Placement, parse_placements
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.scene import Detection, Misplaced

BOWL_ON_DESK = mug(category="Bowl", receptacle_category="Desk", misplaced=Misplaced.UNKNOWN)
"""Bowls are kept on other furniture, but a desk takes all sorts of things."""


def judged(thing: Detection, graded: bool) -> Placement:
    """Return what the stand-in says of a thing."""
    (found,) = parse_placements(answer(chat(prompts().judge(house(), (thing,), graded))))
    return found


def test_common_sense_is_sure_only_of_what_hardly_any_home_does() -> None:
    on_bed = mug(misplaced=Misplaced.UNKNOWN)
    assert [judged(thing, True).misplaced for thing in (on_bed, BOWL_ON_DESK)] == [True, True]
    assert [judged(thing, True).sure for thing in (on_bed, BOWL_ON_DESK)] == [True, False]
    assert judged(BOWL_ON_DESK, False).sure


class Opinion:
    """Judge that the mug is out of place."""

    def __init__(self, sure: bool) -> None:
        self.sure = sure

    async def judge(self, view: PlannerView, items: list[Detection]) -> list[Placement]:
        del view
        return [Placement(i.object_id, True, "Shelf", "Kitchen", "why", self.sure) for i in items]


@pytest.mark.parametrize("sure", [True, False])
def test_what_is_out_of_place_but_not_for_sure_is_left_alone(sure: bool) -> None:
    judge, thing = Judge(Opinion(sure)), mug(misplaced=Misplaced.UNKNOWN)
    asyncio.run(judge.judge(house(), [thing]))
    (known,) = judge.apply_all([thing])
    assert known.misplaced is (Misplaced.YES if sure else Misplaced.NO)


def reasoning(name: str) -> tuple[Policy, ScriptedModel]:
    """Return a policy by name, and the model that it asks."""
    model = ScriptedModel(Clock(), {}, latency=0.0)
    settings = AgentSettings("dog", 1, LIFTER, name, seed="7")
    made = make_reasoning(settings, model, prompts(), check_subtask, lambda _: None, Clock())
    return made.policy, model


def asks_how_sure(policy: Policy, model: ScriptedModel) -> bool:
    """Tell whether a policy asks how sure a judgement is."""
    asyncio.run(policy.opinion.judge(Talk(house()).view(), (mug(),)))  # type: ignore[union-attr]
    return "; sure: yes or no" in model.prompts[0][0].content


@pytest.mark.parametrize(("name", "asks"), [("irot", True), ("irot-no-doubt", False)])
def test_only_who_doubts_asks_how_sure_a_judgement_is(name: str, asks: bool) -> None:
    assert asks_how_sure(*reasoning(name)) is asks


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("irot", "doubt reconsider house handover"),
        ("irot-no-handover", "doubt reconsider house"),
        ("irot-as-published", ""),
        ("irot-only-doubt", "doubt"),
        ("irot-only-reconsider", "reconsider"),
        ("irot-only-house", "house"),
        ("irot-only-handover", "handover"),
        ("irot-only-confirm", ""),
        ("irot-with-votes", "doubt reconsider house handover votes"),
        ("irot-only-votes", "votes"),
        ("irot-only-stop", ""),
    ],
)
def test_each_rule_of_ours_is_on_and_off_by_name(name: str, rules: str) -> None:
    policy, model = reasoning(name)
    held = {
        "doubt": asks_how_sure(policy, model),
        "reconsider": policy.reconsiders,
        "house": policy.heeds_house,
        "handover": policy.hands_over,
        "votes": len(policy.other_opinions) == 2,
    }
    assert {rule for rule, holds in held.items() if holds} == set(rules.split())


def test_each_opinion_is_asked_in_words_of_its_own() -> None:
    """Who gives the same chat the same answer would say the same thrice."""
    policy, model = reasoning("irot-with-votes")
    opinions = [policy.opinion, *policy.other_opinions]
    for opinion in opinions:
        asyncio.run(opinion.judge(Talk(house()).view(), (mug(),)))  # type: ignore[union-attr]
    asked = [prompt[-1].content for prompt in model.prompts]
    assert len(set(asked)) == len(asked) == 3
    assert [f"This is opinion {n}" in text for n, text in enumerate(asked, 1)] == [
        False,
        True,
        True,
    ]
