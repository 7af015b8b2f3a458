# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answers as JSON: the typed values that the text parsers make, and refusals within bounds."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from adhoc_teamwork.adhoc_planner.notation import answer_forms as forms
from adhoc_teamwork.adhoc_planner.notation.agreement import parse_negotiation
from adhoc_teamwork.adhoc_planner.notation.answers import (
    AnswerError,
    parse_candidates,
    parse_choice,
    parse_judgement,
    parse_placements,
    parse_ranking,
    parse_subskill,
)
from adhoc_teamwork.adhoc_planner.notation.forecasts import parse_predictions, parse_scores
from adhoc_teamwork.adhoc_planner.notation.json_shapes import MOST_ITEMS, KnownNames
from adhoc_teamwork.llm_port.port import LONGEST_ANSWER
from adhoc_teamwork.teamwork.actions.registry import subskills, subtasks
from adhoc_teamwork.teamwork.team.subtask import SubTask

KNOWN = KnownNames(("Mug_0", "Shelf_0"), ("room_0", "room_1"), ("Shelf",), ("Bedroom",))
SUBTASKS = ("Explore", "Re-place", "Stop", "Do")
SUBSKILLS = ("GoToObject", "GoToPoint", "PickupObject", "PutObject", "Explore", "Stop")
MOVE = SubTask("Re-place", object_id="Mug_0", receptacle_type="Shelf", room_type="Bedroom")
LOOK = SubTask("Explore", room_id="room_1")
MOVE_JSON = {
    "kind": "Re-place", "object_id": "Mug_0", "receptacle_type": "Shelf", "room_type": "Bedroom"
}  # fmt: skip
LOOK_JSON = {"kind": "Explore", "room_id": "room_1"}
WHY = "It is near."


def both(form: forms.AnswerForm[Any], given: Any, parse: Callable[[str], Any], text: str) -> Any:
    """Return what JSON and text mean, which is the same."""
    read = form.read(json.dumps(given))
    assert read == parse(text)
    return read


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every part of a schema."""
    if isinstance(schema, dict) and ("type" in schema or "anyOf" in schema):
        yield schema
        inner = (*schema.get("properties", {}).values(), *schema.get("anyOf", ()))
        for part in (*inner, schema.get("items")):
            yield from nodes(part)


def test_every_stage_means_the_same_as_json_and_as_text() -> None:
    listed = "[result]\n1. Re-place <Mug_0> <Shelf> <Bedroom>\n2. Explore <room_1>"
    given = {"analysis": WHY, "result": [MOVE_JSON, LOOK_JSON]}
    found = both(forms.candidates_form(KNOWN, SUBTASKS), given, parse_candidates, listed)
    assert found == (MOVE, LOOK)
    both(forms.choice_form("naive", KNOWN, SUBTASKS, reasons=False), {"result": LOOK_JSON},
         parse_choice, "[result]\nExplore <room_1>")  # fmt: skip
    both(forms.choice_form("cot", KNOWN, SUBTASKS),
         {"analysis": WHY, "result": {"kind": "Do", "text": "«Wash Mug_0»"}},
         parse_choice, "[result]\nDo <Wash Mug_0>")  # fmt: skip
    both(forms.ranking_form((MOVE, LOOK)), {"analysis": WHY, "result": [str(LOOK), str(MOVE)]},
         lambda text: parse_ranking(text, (MOVE, LOOK)),
         f"[result]\n1. {LOOK}\n2. {MOVE}")  # fmt: skip
    both(forms.judgement_form(), {"analysis": WHY, "judgement": False}, parse_judgement,
         f"[analysis] {WHY}\n[judgement] no")  # fmt: skip
    both(forms.negotiation_form(KNOWN, ("tall",), SUBTASKS),
         {"analysis": WHY, "objections": [{"teammate": "tall", "reason": "mine"}],
          "result": LOOK_JSON},
         lambda text: parse_negotiation(text, ("tall",)),
         f"[analysis] {WHY}\n[agreement]\nno: tall: mine\n[result]\n{LOOK}")  # fmt: skip
    both(forms.subskill_form("subskill", KNOWN, SUBSKILLS),
         {"analysis": WHY, "subskill": {"kind": "GoToPoint", "dx": 1, "dy": -0.5}},
         parse_subskill, "[subskill] GoToPoint <1> <-0.5>")  # fmt: skip
    both(forms.placements_form(["Mug_0", "Cup_0"]),
         {"analysis": WHY, "result": [
             {"object_id": "Mug_0", "misplaced": True, "receptacle": "Shelf", "room": "Kitchen",
              "reason": "cups go there"},
             {"object_id": "Cup_0", "misplaced": False, "receptacle": "none", "room": "none",
              "reason": "fine"}]},
         parse_placements,
         "[result]\n1. <Mug_0> misplaced: yes; receptacle: Shelf; room: Kitchen; "
         "reason: cups go there\n2. <Cup_0> misplaced: no; reason: fine")  # fmt: skip
    both(forms.predictions_form(KNOWN, ("tall",), SUBTASKS),
         {"analysis": WHY, "result": [{"teammate": "Tall", "subtask": MOVE_JSON}]},
         lambda text: parse_predictions(text, ("tall",)), f"[result]\n- tall: {MOVE}")  # fmt: skip
    both(forms.scores_form((MOVE, LOOK)),
         {"analysis": WHY, "result": [{"candidate": str(LOOK), "score": 7}]},
         lambda text: parse_scores(text, (MOVE, LOOK)),
         f"[result]\n1. {LOOK} | score: 7")  # fmt: skip


def test_a_schema_names_what_is_known_and_nothing_else() -> None:
    made = forms.candidates_form(KNOWN, SUBTASKS).schema
    schema = json.loads(made.text)
    move = schema["properties"]["result"]["items"]["anyOf"][1]["properties"]
    assert move["kind"]["enum"] == ["Re-place"]
    assert move["object_id"]["enum"] == ["Mug_0", "Shelf_0"]
    assert move["room_type"]["enum"] == ["Bedroom"]
    assert list(schema["properties"]) == ["analysis", "result"]
    assert '"object_id": "<object id>"' in made.hint
    assert "Mug_0" not in made.hint
    # Where no object is known, none can be named.
    empty = json.loads(forms.candidates_form(KnownNames(rooms=("room_0",)), SUBTASKS).schema.text)
    records = [n["properties"] for n in nodes(empty) if "kind" in n.get("properties", {})]
    kinds = [record["kind"]["enum"] for record in records]
    assert kinds == [["Explore"], ["Stop"], ["Do"]]


def test_every_action_of_the_registry_is_in_a_schema_that_all_endpoints_take() -> None:
    taken = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum"}
    for form, names in (
        (forms.candidates_form(KNOWN, tuple(subtasks())), subtasks()),
        (forms.subskill_form("direct", KNOWN, tuple(subskills())), subskills()),
    ):
        schema = json.loads(form.schema.text)
        assert schema["type"] == "object"
        kinds: list[str] = []
        for node in nodes(schema):
            assert set(node) <= taken
            if "enum" in node:
                assert node["type"] == "string"
                assert node["enum"]
            if node.get("type") == "object":
                assert node["required"] == list(node["properties"])
                assert node["additionalProperties"] is False
                kinds += node["properties"].get("kind", {}).get("enum", ())
        assert sorted(kinds) == sorted(names)


def test_where_too_much_is_known_the_longest_enums_are_opened_and_the_others_stay() -> None:
    many = KnownNames(tuple(f"Mug_{n}" for n in range(1000)), ("room_0",), ("Shelf",), ("Bedroom",))
    schema = json.loads(forms.subskill_form("subskill", many, SUBSKILLS).schema.text)
    properties = [n["properties"] for n in nodes(schema) if "kind" in n.get("properties", {})]
    objects = [p["object_id"] for p in properties if "object_id" in p]
    assert objects == [{"type": "string"}] * len(objects)
    assert [p["room_id"]["enum"] for p in properties if "room_id" in p] == [["room_0"]]
    values = [value for node in nodes(schema) for value in node.get("enum", ())]
    assert len(values) <= forms.MOST_VALUES
    long = KnownNames(tuple(f"{'Mug' * 60}_{n}" for n in range(100)))
    schema = json.loads(forms.candidates_form(long, SUBTASKS).schema.text)
    assert not any("Mug" in value for n in nodes(schema) for value in n.get("enum", ()))


def test_a_name_that_nobody_knows_is_left_to_the_rules_as_in_text() -> None:
    form = forms.candidates_form(KNOWN, SUBTASKS)
    given = {"analysis": "", "result": [LOOK_JSON | {"room_id": "room_9"}]}
    assert form.read(json.dumps(given)) == (SubTask("Explore", room_id="room_9"),)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([], "answer: expected an object with analysis, result, got 'a list'"),
        ({"analysis": ""}, "answer: no 'result'"),
        ({"analysis": "", "result": [], "more": 1}, "answer: 'more' is none of analysis, result"),
        ({"analysis": 1, "result": []}, "answer.analysis: expected words, got '1'"),
        ({"analysis": "", "result": LOOK_JSON}, "answer.result: expected a list, got 'an object'"),
        ({"analysis": "", "result": []}, "no sub-task was found in result"),
        ({"analysis": "", "result": ["Stop"]}, "answer.result[0]: 'Stop' is no sub-task"),
        ({"analysis": "", "result": [{"kind": "Fly"}]}, "is no sub-task; expected one of Explore"),
        ({"analysis": "", "result": [{"kind": ["Stop"]}]}, "is no sub-task"),
        ({"analysis": "", "result": [{"kind": "Stop", "room_id": "room_0"}]}, "'room_id' is none"),
        ({"analysis": "", "result": [{"kind": "Explore"}]}, "answer.result[0]: no 'room_id'"),
        ({"analysis": "", "result": [LOOK_JSON | {"room_id": 3}]}, "room_id: expected the room id"),
        ({"analysis": "", "result": [LOOK_JSON | {"room_id": "a>\n[result]"}]}, "the room id"),
        ({"analysis": "", "result": [LOOK_JSON | {"room_id": "r" * 201}]}, "the room id"),
        ({"analysis": "", "result": [LOOK_JSON] * (MOST_ITEMS + 1)}, "expected at most 100"),
    ],
)  # fmt: skip
def test_what_is_of_another_shape_is_refused_with_one_line(given: Any, reason: str) -> None:
    with pytest.raises(AnswerError) as refused:
        forms.candidates_form(KNOWN, SUBTASKS).read(json.dumps(given))
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def scored(score: object) -> dict[str, object]:
    """Return a score of the one candidate."""
    return {"analysis": "", "result": [{"candidate": str(MOVE), "score": score}]}


HOMELESS = {
    "object_id": "Mug_0", "misplaced": True, "receptacle": "none", "room": "Kitchen", "reason": ""
}  # fmt: skip


@pytest.mark.parametrize(
    ("form", "given"),
    [
        (forms.judgement_form(), {"analysis": "", "judgement": "yes"}),
        (forms.ranking_form((MOVE,)), {"analysis": "", "result": ["Stop"]}),
        (forms.scores_form((MOVE,)), scored(11)),
        (forms.scores_form((MOVE,)), scored(True)),
        (
            forms.negotiation_form(KNOWN, ("tall",), SUBTASKS),
            {"analysis": "", "objections": [{"teammate": "x", "reason": ""}], "result": LOOK_JSON},
        ),
        (forms.placements_form(["Mug_0"]), {"analysis": "", "result": [HOMELESS]}),
        (
            forms.subskill_form("direct", KNOWN, SUBSKILLS),
            {"analysis": "", "subskill": {"kind": "GoToPoint", "dx": "1", "dy": 0}},
        ),
    ],
)
def test_values_of_another_kind_are_refused(form: forms.AnswerForm[Any], given: Any) -> None:
    with pytest.raises(AnswerError):
        form.read(json.dumps(given))


@pytest.mark.parametrize(
    "text",
    [
        "", "[result]\n1. Stop", '{"analysis": "cut', "NaN", '{"analysis": NaN, "result": []}',
        "[" * LONGEST_ANSWER, '{"analysis":' * (LONGEST_ANSWER // 12), '{"a":1,"a":2}',
        '{"analysis": "", "result": [' + "1" * 150_000 + "]}",
        '{"analysis": "", "result": [' + "[]," * 60_000 + "[]]}",
        '{"analysis": "", "result": [{"kind": "' + "x" * 150_000 + '"}]}',
        '{"analysis": "\\ud800", "result": []}',
    ],
)  # fmt: skip
def test_a_hostile_text_is_refused_at_once(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(AnswerError) as refused:
        forms.candidates_form(KNOWN, SUBTASKS).read(text)
    assert len(str(refused.value)) < 400
    assert time.process_time() - begun < 1.0
