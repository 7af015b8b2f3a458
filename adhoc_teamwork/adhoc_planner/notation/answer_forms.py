# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The answers of every stage as JSON: what each may be, and the typed value that it stands for.

Those values are the ones that the stages' text parsers return, so that whoever checks them does not
know how they were written. Names are enums of what the robot knows; a name that is none of them is
met by the same rules as in text, for not every endpoint keeps to a schema.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from adhoc_teamwork.adhoc_planner.notation.agreement import Negotiated
from adhoc_teamwork.adhoc_planner.notation.answers import (
    REASON_LENGTH,
    AnswerError,
    Placement,
    agreed,
    make_placement,
)
from adhoc_teamwork.adhoc_planner.notation.forecasts import BEST_SCORE
from adhoc_teamwork.adhoc_planner.notation.json_shapes import (
    ActionRecord,
    Choice,
    Each,
    Fields,
    KnownNames,
    Name,
    Number,
    Shape,
    Words,
    YesNo,
)
from adhoc_teamwork.llm_port.port import AnswerSchema
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

T = TypeVar("T")
U = TypeVar("U")

MOST_VALUES = 500
"""Enum values of one schema, all together: the fewest that a hosted endpoint is known to take."""
MOST_CHARACTERS = 15_000
"""Characters of these, all together."""

_HINT = (
    "In place of the output format given above, answer with one JSON object and nothing else, of "
    "this form: {form}"
)
_ANALYSIS = Words("your reasoning, as asked for above")


@dataclass(frozen=True)
class AnswerForm(Generic[T]):
    """Say what a stage's JSON answer may be, and what it means.

    `build` makes the typed answer of the values by key, or raises `AnswerError`.
    """

    stage: str
    fields: Fields
    build: Callable[[Mapping[str, Any]], T]

    @property
    def schema(self) -> AnswerSchema:
        """Return what an endpoint is asked for."""
        schema = within_limits(self.fields.schema())
        hint = _HINT.format(form=self.fields.hint())
        return AnswerSchema(self.stage, json.dumps(schema, ensure_ascii=False), hint)

    def read(self, text: str) -> T:
        """Return the typed answer in a JSON text.

        Raises:
            AnswerError: It is no JSON, or another than asked for.
        """
        try:
            value = parse_json(text, strict=True)
        except ValueError as error:
            raise AnswerError(f"the answer is not the JSON asked for: {error!s:.120}") from None
        return self.build(self.fields.read(value, "answer"))

    def then(self, further: Callable[[T], U]) -> "AnswerForm[U]":
        """Return the form of what `further` makes of its answers; it may raise `AnswerError`."""
        return AnswerForm(self.stage, self.fields, lambda given: further(self.build(given)))


def candidates_form(known: KnownNames, offered: Sequence[str]) -> AnswerForm[tuple[SubTask, ...]]:
    """Return the form of candidate sub-tasks; `offered` are the names of those of the task."""
    return _form("generate", {"result": Each(_subtasks(known, offered))}, _candidates)


def choice_form(
    stage: str, known: KnownNames, offered: Sequence[str], *, reasons: bool = True
) -> AnswerForm[SubTask]:
    """Return the form of one sub-task, with `reasons` before it or not."""
    parts: dict[str, Shape[Any]] = {"result": _subtasks(known, offered)}
    return _form(stage, parts, lambda given: given["result"], reasons=reasons)


def ranking_form(candidates: Sequence[SubTask]) -> AnswerForm[tuple[SubTask, ...]]:
    """Return the form of an order of candidates; those that it leaves out are left out."""

    def build(given: Mapping[str, Any]) -> tuple[SubTask, ...]:
        if not given["result"]:
            raise AnswerError("no candidate is ranked in result")
        return tuple(dict.fromkeys(given["result"]))

    return _form("rank", {"result": Each(_one_of(candidates))}, build)


def judgement_form(stage: str = "reflect") -> AnswerForm[tuple[bool, str]]:
    """Return the form of a yes or no, and why."""
    return _form(
        stage,
        {"judgement": YesNo()},
        lambda given: (given["judgement"], given["analysis"][:REASON_LENGTH]),
    )


def negotiation_form(
    known: KnownNames, planners: Iterable[str], offered: Sequence[str]
) -> AnswerForm[Negotiated]:
    """Return the form of objections to plans of teammates, and of the robot's own sub-task.

    The list of objections is empty where the robot agrees; where there are no `planners`, so is the
    form.
    """
    planners = tuple(planners)
    objection = Fields({
        "teammate": Choice("teammate", {name: name for name in planners}),
        "reason": Words("why it should plan something else, with the object or room named"),
    })  # fmt: skip
    parts: dict[str, Shape[Any]] = {"objections": Each(objection)} if planners else {}
    parts["result"] = _subtasks(known, offered)

    def build(given: Mapping[str, Any]) -> Negotiated:
        objections: dict[str, str] = {}
        for said in given.get("objections", ()):
            objections.setdefault(said["teammate"], said["reason"][:REASON_LENGTH])
        return Negotiated(tuple(objections.items()), given["result"], given["analysis"])

    return _form("negotiate", parts, build)


def subskill_form(stage: str, known: KnownNames, offered: Sequence[str]) -> AnswerForm[SubSkill]:
    """Return the form of one sub-skill."""
    record = ActionRecord(SubSkill, tuple(offered), known, "sub-skill")
    return _form(stage, {"subskill": record}, lambda given: given["subskill"])


def placements_form(
    object_ids: Sequence[str], graded: bool = False
) -> AnswerForm[tuple[Placement, ...]]:
    """Return the form of judgements on objects; types are free: a home need not be known yet.

    Judgements that are `graded` say whether they are sure as well.
    """
    sure: dict[str, Shape[Any]] = {"sure": YesNo()} if graded else {}
    item = Fields({
        "object_id": Name("object id", tuple(object_ids)),
        "misplaced": YesNo(),
        "receptacle": Words("type of receptacle where it belongs, or none"),
        "room": Words("type of room where it belongs, or none"),
        **sure,
        "reason": Words("a few words"),
    })  # fmt: skip

    def build(given: Mapping[str, Any]) -> tuple[Placement, ...]:
        if not given["result"]:
            raise AnswerError("no judgement of an object was found in result")
        return agreed(make_placement(**said) for said in given["result"])

    return _form("judge", {"result": Each(item)}, build)


def predictions_form(
    known: KnownNames, names: Sequence[str], offered: Sequence[str]
) -> AnswerForm[Mapping[str, SubTask]]:
    """Return the form of predictions of teammates; who is left out stays out."""
    item = Fields({
        "teammate": Choice("teammate", {name: name for name in names}),
        "subtask": _subtasks(known, offered),
    })  # fmt: skip

    def build(given: Mapping[str, Any]) -> Mapping[str, SubTask]:
        found: dict[str, SubTask] = {}
        for said in given["result"]:
            found.setdefault(said["teammate"], said["subtask"])
        if not found:
            raise AnswerError(f"no prediction of {', '.join(names)} was found in result")
        return found

    return _form("predict", {"result": Each(item)}, build)


def scores_form(candidates: Sequence[SubTask]) -> AnswerForm[Mapping[SubTask, float]]:
    """Return the form of the candidates' scores."""
    item = Fields({"candidate": _one_of(candidates), "score": Number(f"0 to {BEST_SCORE:g}")})

    def build(given: Mapping[str, Any]) -> Mapping[SubTask, float]:
        found: dict[SubTask, float] = {}
        for said in given["result"]:
            if not 0.0 <= said["score"] <= BEST_SCORE:
                raise AnswerError(f"{said['candidate']}: expected a score of 0 to {BEST_SCORE:g}")
            found.setdefault(said["candidate"], said["score"])
        if not found:
            raise AnswerError("no scored candidate was found in result")
        return found

    return _form("score", {"result": Each(item)}, build)


def within_limits(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with so few enum values that endpoints take it.

    Where there are too many, the longest of the enums are opened: any text may stand there, and
    the rules for names find out what is not known.
    """
    enums = {tuple(node["enum"]) for node in _nodes(schema) if "enum" in node}
    for longest in sorted(enums, key=lambda e: (-len(e), -sum(map(len, e)))):
        values = [value for node in _nodes(schema) for value in node.get("enum", ())]
        if len(values) <= MOST_VALUES and sum(map(len, values)) <= MOST_CHARACTERS:
            break
        schema = _opened(schema, longest)
    return schema


def _nodes(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    for part in (*inner, *([schema["items"]] if "items" in schema else ())):
        yield from _nodes(part)


def _opened(schema: dict[str, Any], enum: tuple[str, ...]) -> dict[str, Any]:
    changed = dict(schema)
    if tuple(schema.get("enum", ())) == enum:
        del changed["enum"]
    if "properties" in schema:
        changed["properties"] = {k: _opened(v, enum) for k, v in schema["properties"].items()}
    if "anyOf" in schema:
        changed["anyOf"] = [_opened(option, enum) for option in schema["anyOf"]]
    if "items" in schema:
        changed["items"] = _opened(schema["items"], enum)
    return changed


def _form(
    stage: str,
    parts: Mapping[str, Shape[Any]],
    build: Callable[[Mapping[str, Any]], T],
    *,
    reasons: bool = True,
) -> AnswerForm[T]:
    """Return a form whose reasons come before the rest, as a model writes them in that order."""
    return AnswerForm(stage, Fields({"analysis": _ANALYSIS, **parts} if reasons else parts), build)


def _subtasks(known: KnownNames, offered: Sequence[str]) -> ActionRecord[SubTask]:
    return ActionRecord(SubTask, tuple(offered), known, "sub-task")


def _one_of(candidates: Sequence[SubTask]) -> Choice[SubTask]:
    return Choice("candidate", {str(candidate): candidate for candidate in candidates})


def _candidates(given: Mapping[str, Any]) -> tuple[SubTask, ...]:
    if not given["result"]:
        raise AnswerError("no sub-task was found in result; expected a list of them")
    return tuple(dict.fromkeys(given["result"]))
