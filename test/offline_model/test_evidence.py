# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""No stage knows more than its prompt: without a fact the answer is another, without others not.

Stages that decide on the same facts come to the same end.
"""

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

import pytest
from planner_views import (
    BED,
    COUNTER,
    TEMPLATES,
    announced,
    answered,
    chat,
    explore,
    furniture,
    house,
    intending,
    mug,
    replace_,
    said,
    teammate,
    with_state,
)

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_judgement,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.notation.forecasts import parse_predictions, parse_scores
from adhoc_teamwork.adhoc_planner.prompt_context.wording import subtask_text
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.message import MessageKind
from adhoc_teamwork.teamwork.team.subtask import Reflection, SubTask

Prompt = Sequence[ChatMessage]
PROMPTS = load_prompts(TEMPLATES)
MUG_HOME = replace_("Mug_0", "CounterTop", "Kitchen")
ROOM = explore("room_2")
OFFERED = (MUG_HOME, ROOM)
ABOUT: dict[str, Any] = {"object_category": "Mug", "object_position": Point(6.0, 1.0, 0.6)}
NAMING = ("generate", "naive", "cot", "rank", "score")
"""Stages that say, each in its own way, which sub-task comes first."""

TAKEN = house(teammates=(intending(teammate(), MUG_HOME, **ABOUT),))
IN_PLACE = said(
    "tower",
    MessageKind.REFLECTION,
    19.0,
    reflection=Reflection("dog", 4, False),
    detections=(mug(misplaced=Misplaced.NO, reason=""),),
)
FINE = house(messages=(announced(4, MUG_HOME), IN_PLACE))
REJECTED = house(rejected=((MUG_HOME, "tower does it"),))


def prompt_of(stage: str, view: PlannerView) -> Prompt:
    """Return the prompt of one of the stages that name what comes first."""
    offered = [subtask_text(candidate) for candidate in OFFERED]
    if stage == "generate":
        return PROMPTS.generate(view, 3)
    if stage == "rank":
        return PROMPTS.rank(view, OFFERED)
    if stage == "score":
        return PROMPTS.ask("score", view, candidates=offered, predictions={})
    return PROMPTS.ask(stage, view)


def first_of(stage: str, prompt: Prompt) -> SubTask:
    """Return what an answer puts first."""
    text = answer(chat(prompt))
    if stage != "score":
        return parse_candidates(text)[0]
    scores = parse_scores(text, OFFERED)
    return max(OFFERED, key=lambda candidate: scores[candidate])


def without(prompt: Prompt, pattern: str, by: str = "") -> list[ChatMessage]:
    """Return the prompt without a fact, or with another in its place."""
    changed = [dataclasses.replace(m, content=re.sub(pattern, by, m.content)) for m in prompt]
    assert changed != list(prompt), "the pattern must be in the prompt"
    return changed


FACTS = (
    pytest.param(house(), r"\n- Mug_0 \|[^\n]*", MUG_HOME, ROOM, id="the object's line"),
    pytest.param(house(), r"You have an arm:[^\n]*", MUG_HOME, ROOM, id="the robot's own arm"),
    pytest.param(house(), r"OUT OF PLACE: «[^»]*»", MUG_HOME, ROOM, id="that it is misplaced"),
    pytest.param(TAKEN, r" \| has taken up [^\n]*", ROOM, MUG_HOME, id="what a teammate does"),
    pytest.param(FINE, r", in place", ROOM, MUG_HOME, id="that a teammate finds it in place"),
    pytest.param(REJECTED, r"\n- Re-place <Mug_0>[^\n]*", ROOM, MUG_HOME, id="what was rejected"),
)


@pytest.mark.parametrize("stage", NAMING)
@pytest.mark.parametrize(("view", "fact", "with_it", "without_it"), FACTS)
def test_without_a_fact_another_subtask_comes_first(
    stage: str, view: PlannerView, fact: str, with_it: SubTask, without_it: SubTask
) -> None:
    prompt = prompt_of(stage, view)
    assert first_of(stage, prompt) == with_it
    assert first_of(stage, without(prompt, fact)) == without_it


@pytest.mark.parametrize("stage", NAMING)
@pytest.mark.parametrize("line", [r"Battery: [^\n]*\n", r"\n- Bed_0 \|[^\n]*", r"finds things on"])
def test_without_what_it_does_not_hang_on_the_answer_stays(stage: str, line: str) -> None:
    prompt = prompt_of(stage, house())
    assert answer(chat(without(prompt, line))) == answer(chat(prompt))


@pytest.mark.parametrize("view", [house(), TAKEN, REJECTED], ids=["alone", "taken", "rejected"])
def test_stages_treat_the_same_facts_alike(view: PlannerView) -> None:
    assert len({first_of(stage, prompt_of(stage, view)) for stage in NAMING}) == 1


def test_reflection_hangs_on_the_answers_and_on_what_teammates_took_up() -> None:
    objected = house(messages=(announced(4, ROOM), answered(4, True)))
    asked = PROMPTS.reflect(objected, ROOM)
    assert not parse_judgement(answer(chat(asked)))[0]
    assert parse_judgement(answer(chat(without(asked, r"\n[^\n]*CONFLICT[^\n]*"))))[0]
    taken = PROMPTS.reflect(TAKEN, MUG_HOME)
    assert not parse_judgement(answer(chat(taken)))[0]
    assert parse_judgement(answer(chat(without(taken, r" \| has taken up [^\n]*"))))[0]
    assert not parse_judgement(answer(chat(without(taken, r"Battery: [^\n]*\n"))))[0]


def test_of_two_opinions_on_a_thing_more_heads_count_and_of_equal_ones_mine() -> None:
    more = dataclasses.replace(IN_PLACE, sender="mill", detections=(mug(),))
    split = house(messages=(announced(4, MUG_HOME), IN_PLACE, more))
    assert not parse_judgement(answer(chat(PROMPTS.reflect(FINE, MUG_HOME))))[0]
    assert parse_judgement(answer(chat(PROMPTS.reflect(split, MUG_HOME))))[0]


def test_predictions_hang_on_what_a_teammate_said_and_can() -> None:
    asked = PROMPTS.ask("predict", TAKEN)
    assert parse_predictions(answer(chat(asked)), ["tower"]) == {"tower": MUG_HOME}
    silent = without(asked, r" \| has taken up [^\n]*")
    assert parse_predictions(answer(chat(silent)), ["tower"]) == {"tower": ROOM}
    same = without(asked, r"Battery: [^\n]*\n")
    assert answer(chat(same)) == answer(chat(asked))


def test_scores_hang_on_the_predictions() -> None:
    view = house(teammates=(teammate(),))
    offered = [subtask_text(candidate) for candidate in OFFERED]
    predictions = {"tower": subtask_text(MUG_HOME)}
    asked = PROMPTS.ask("score", view, candidates=offered, predictions=predictions)
    assert first_of("score", asked) == ROOM
    assert first_of("score", without(asked, r"\n- tower: Re-place[^\n]*", "\nNone.")) == MUG_HOME


def test_steps_hang_on_the_last_ones_and_on_the_hand() -> None:
    asked = PROMPTS.subskill(house(), MUG_HOME)
    held = without(asked, r"You hold nothing\.", "You hold Mug_0 (Mug).")
    assert parse_subskill(answer(chat(held))) != parse_subskill(answer(chat(asked)))
    unknown = without(asked, r"\n- Mug_0 \|[^\n]*")
    assert parse_subskill(answer(chat(unknown))) != parse_subskill(answer(chat(asked)))
    assert answer(chat(without(asked, r"\n- Bed_0 \|[^\n]*"))) == answer(chat(asked))


def test_judgements_hang_on_where_a_thing_lies_and_on_nothing_else() -> None:
    def asked_of(items: Sequence[Detection]) -> Prompt:
        return PROMPTS.judge(house(known_objects=(COUNTER, BED, mug())), items)

    asked = asked_of([mug()])
    fine = without(asked, r"on Bed_0 \(Bed\) \| in room_1 \(Bedroom\)",
                   "on CounterTop_0 (CounterTop) | in room_0 (Kitchen)")  # fmt: skip
    assert "misplaced: yes" in answer(chat(asked))
    assert "misplaced: no" in answer(chat(fine))
    assert answer(chat(without(asked, r"\n- Bed \|[^\n]*"))) == answer(chat(asked))


def test_a_low_shelf_is_no_target_for_who_cannot_bend() -> None:
    shelf = furniture("Shelf_0", "Shelf", 2.0, 2.0, ("room_0", "Kitchen"))
    view = with_state(house(known_objects=(shelf, BED, mug())), held_object="")
    prompt = PROMPTS.ask("naive", view)
    changed = without(prompt, r"heights from \S+ to \S+ m", "heights from 1.9 to 2 m")
    assert first_of("naive", prompt).object_id == "Mug_0"
    assert first_of("naive", changed) == ROOM


WRONGLY_JUDGED = house(
    known_objects=(
        COUNTER,
        BED,
        furniture("Cabinet_0", "Cabinet", 2.0, 2.0, ("room_0", "Kitchen"), 0.7),
        mug(
            receptacle="CounterTop_0",
            receptacle_category="CounterTop",
            room="room_0",
            room_type="Kitchen",
            reason="",
        ),
    )
)


@pytest.mark.parametrize("stage", [stage for stage in NAMING if stage != "naive"])
def test_whoever_gives_reasons_notices_that_a_thing_is_in_place_after_all(stage: str) -> None:
    """What asks for an analysis lets the stand-in think twice; without it, it takes one's word."""
    asked = prompt_of(stage, WRONGLY_JUDGED)
    assert first_of(stage, asked) == ROOM
    assert first_of(stage, without(asked, r"\n\[analysis\][^\n]*")).object_id == "Mug_0"


def test_whoever_gives_no_reasons_takes_the_prompt_s_word() -> None:
    assert first_of("naive", prompt_of("naive", WRONGLY_JUDGED)).object_id == "Mug_0"
