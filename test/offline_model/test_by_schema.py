# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The stand-in asked by a JSON schema: every stage, slips, what was refused, the whole path."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from planner_views import TEMPLATES, chat, house, teammate

from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.adhoc_planner.notation import answer_forms as forms
from adhoc_teamwork.adhoc_planner.notation.agreement import parse_negotiation
from adhoc_teamwork.adhoc_planner.notation.answers import (
    parse_candidates,
    parse_choice,
    parse_judgement,
    parse_placements,
    parse_ranking,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.notation.forecasts import parse_predictions, parse_scores
from adhoc_teamwork.adhoc_planner.prompt_context.known_names import known_names
from adhoc_teamwork.adhoc_planner.prompt_context.negotiation import negotiation_facts
from adhoc_teamwork.adhoc_planner.prompt_context.plans import plans_of
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.llm_port.schema_trial import TRIAL, TRIAL_QUESTION, has_kept
from adhoc_teamwork.offline_model.by_schema import answer_by_schema
from adhoc_teamwork.offline_model.model import ALWAYS_THE_SAME, answer
from adhoc_teamwork.offline_model.protocol import BadRequestError, read_request
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.subtask import SubTask

PROMPTS = load_prompts(TEMPLATES)
VIEW = house(teammates=(teammate(),))
KNOWN = known_names(VIEW)
OFFERED = VIEW.task.subtasks
MATES = tuple(mate.name for mate in VIEW.teammates)
CANDIDATES = (SubTask("Explore", room_id="room_1"), SubTask("Stop"))


def stages() -> dict[str, tuple[Any, forms.AnswerForm[Any], Any]]:
    """Return prompt, form and text parser of every stage of the planner."""
    explore, told = CANDIDATES[0], [str(c) for c in CANDIDATES]
    planners = tuple(dict.fromkeys(mate.name for mate, _ in plans_of(VIEW)))
    things = [o for o in VIEW.known_objects if o.pickupable]
    facts = {"candidates": told, "predictions": {}}
    return {
        "judge": (PROMPTS.judge(VIEW, things),
                  forms.placements_form([o.object_id for o in things]), parse_placements),
        "generate": (PROMPTS.generate(VIEW, 3), forms.candidates_form(KNOWN, OFFERED),
                     parse_candidates),
        "rank": (PROMPTS.rank(VIEW, CANDIDATES), forms.ranking_form(CANDIDATES),
                 lambda text: parse_ranking(text, CANDIDATES)),
        "reflect": (PROMPTS.reflect(VIEW, explore), forms.judgement_form(), parse_judgement),
        "subskill": (PROMPTS.subskill(VIEW, explore),
                     forms.subskill_form("subskill", KNOWN, VIEW.task.subskills), parse_subskill),
        "direct": (PROMPTS.ask("direct", VIEW, assumed=""),
                   forms.subskill_form("direct", KNOWN, VIEW.task.subskills), parse_subskill),
        "naive": (PROMPTS.ask("naive", VIEW),
                  forms.choice_form("naive", KNOWN, OFFERED, reasons=False), parse_choice),
        "cot": (PROMPTS.ask("cot", VIEW), forms.choice_form("cot", KNOWN, OFFERED), parse_choice),
        "predict": (PROMPTS.ask("predict", VIEW), forms.predictions_form(KNOWN, MATES, OFFERED),
                    lambda text: parse_predictions(text, MATES)),
        "score": (PROMPTS.ask("score", VIEW, **facts), forms.scores_form(CANDIDATES),
                  lambda text: parse_scores(text, CANDIDATES)),
        "negotiate": (PROMPTS.ask("negotiate", VIEW, **negotiation_facts(VIEW)),
                      forms.negotiation_form(KNOWN, planners, OFFERED),
                      lambda text: parse_negotiation(text, planners)),
    }  # fmt: skip


def by_schema(
    prompt: Any, form: forms.AnswerForm[Any], settings: OfflineSettings = ALWAYS_THE_SAME
) -> str:
    messages = chat((*prompt, ChatMessage("user", form.schema.hint)))
    return answer_by_schema(messages, json.loads(form.schema.text), settings)


@pytest.mark.parametrize("stage", sorted(stages()))
def test_both_ways_of_asking_mean_the_same(stage: str) -> None:
    prompt, form, parse = stages()[stage]
    assert form.read(by_schema(prompt, form)) == parse(answer(chat(prompt)))


def test_a_name_that_is_made_up_becomes_one_that_is_known() -> None:
    prompt, form, _ = stages()["cot"]
    slipped = 0
    for seed in range(60):
        always = OfflineSettings(seed=seed, hallucination=1.0)
        said = parse_choice(answer(chat(prompt), always))
        wrote = form.read(by_schema(prompt, form, always))
        named = {v for v in (wrote.object_id, wrote.room_id) if v}
        assert named <= {*KNOWN.objects, *KNOWN.rooms}
        if not {said.object_id, said.room_id} - {""} <= {*KNOWN.objects, *KNOWN.rooms}:
            slipped += 1
            assert wrote.kind == said.kind
    assert slipped


def test_what_was_refused_as_json_is_not_said_again() -> None:
    prompt, form, _ = stages()["cot"]
    first = by_schema(prompt, form)
    again = by_schema(PROMPTS.correction(prompt, first, "It cannot be done."), form)
    assert form.read(again) != form.read(first)


def test_the_trial_finds_that_the_stand_in_keeps_to_schemas() -> None:
    messages = chat((*TRIAL_QUESTION, ChatMessage("user", TRIAL.hint)))
    assert has_kept(answer_by_schema(messages, json.loads(TRIAL.text)))


def test_a_query_goes_by_schema_where_the_model_takes_one() -> None:
    prompt, form, parse = stages()["generate"]

    def ask(takes_schema: bool) -> tuple[Any, LlmCall]:
        calls: list[LlmCall] = []
        model = OfflineModel(takes_schema=takes_schema)
        query = LlmQuery(model, PROMPTS.correction, CallLog("dog", lambda: 0.0, calls.append))
        asking = query.ask("generate", prompt, parse, make_form=lambda: form)
        return asyncio.run(asking), calls[0]

    (as_json, told), (as_text, plain) = ask(True), ask(False)
    assert as_json == as_text
    assert json.loads(told.answer)["result"]
    assert plain.answer.startswith("[analysis]")
    assert (plain.prompt, told.prompt[:-1]) == (prompt, prompt)
    assert told.prompt_tokens > plain.prompt_tokens


@pytest.mark.parametrize(
    "form",
    [
        "json", {"type": "json_object"}, {"type": "json_schema", "json_schema": 3},
        {"json_schema": {"schema": {"$ref": "#/x"}}}, {"json_schema": {"schema": {"type": "null"}}},
        {"json_schema": {"schema": {"type": "string", "enum": []}}},
        {"json_schema": {"schema": {"type": "string", "enum": [1]}}},
        {"json_schema": {"schema": {"anyOf": []}}}, {"json_schema": {"schema": {"type": "array"}}},
    ],
)  # fmt: skip
def test_a_schema_that_it_cannot_keep_to_is_refused(form: Any) -> None:
    body = {"model": "offline", "messages": [{"role": "user", "content": "hello"}]}
    with pytest.raises(BadRequestError, match="response_format"):
        read_request({**body, "response_format": form})
    deep: Any = {"type": "string"}
    for _ in range(12):
        deep = {"type": "array", "items": deep}
    with pytest.raises(BadRequestError):
        read_request({**body, "response_format": {"json_schema": {"schema": deep}}})
    assert read_request({**body, "response_format": {"type": "text"}}).schema is None


def test_names_are_those_that_the_prompt_tells() -> None:
    held = replace(VIEW, subtask=SubTask("Re-place", object_id="Mug_0", receptacle_type="Sink",
                                         room_type="Attic"))  # fmt: skip
    told = PROMPTS.generate(VIEW, 3)[-1].content
    assert KNOWN.objects
    assert KNOWN.rooms
    assert all(name in told for name in (*KNOWN.objects, *KNOWN.rooms))
    assert known_names(held).receptacle_types[-1] == "Sink"
    assert known_names(held).room_types[-1] == "Attic"
