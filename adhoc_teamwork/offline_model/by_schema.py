# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The stand-in's answer by a JSON schema: what it would say as text, as far as the schema lets it.

It does what a constrained decoder does to a language model: what it means is written from left to
right, and where an enum leaves it no such word it says the one that begins most alike. So it can
still mean something wrong, but name nothing that is not there to be named.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adhoc_teamwork.offline_model.model import ALWAYS_THE_SAME, NOT_UNDERSTOOD, answer
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.team.notation import bare_item, read_subskill, read_subtask
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import SubTask

FORM = "In place of the output format"
"""How the message begins that tells the form of the JSON; it is the schema's, and no instruction
beside it."""

_MARK = re.compile(r"^\[(\w+)\][^\S\n]*", re.MULTILINE)
_SCORE = re.compile(r"\s*\|\s*score:\s*(-?[\d.]+)")
_JUDGED = re.compile(
    r"<(?P<object_id>[^>]*)> misplaced: (?P<misplaced>yes|no)"
    r"(?:; receptacle: (?P<receptacle>[^;]*); room: (?P<room>[^;]*))?"
    r"(?:; sure: (?P<sure>yes|no))?; reason: (?P<reason>.*)"
)

Schema = Mapping[str, Any]


def answer_by_schema(
    messages: Sequence[Mapping[str, object]],
    schema: Schema,
    settings: OfflineSettings = ALWAYS_THE_SAME,
    episode: str = "",
    asker: str = "",
) -> str:
    """Return the answer to a chat as JSON that a schema allows; see `model.answer`.

    It is drawn as the text would be: the same chat has the same slips.
    """
    told = [m for m in messages if not str(m.get("content")).startswith(FORM)]
    chat = [{**m, "content": _as_text(m)} for m in told]
    text = answer(chat, settings, episode, asker)
    meant = None if text == NOT_UNDERSTOOD else _meant(text)
    return json.dumps(_written(schema, meant), ensure_ascii=False)


def _meant(text: str) -> dict[str, Any]:
    """Return what a text says under each of its marks."""
    marks = list(_MARK.finditer(text))
    ends = [*(mark.start() for mark in marks), len(text)][1:]
    said = {m[1]: text[m.end() : end].strip() for m, end in zip(marks, ends, strict=True)}
    verdicts = [line.partition(": ") for line in said.get("agreement", "").splitlines()]
    objections = [rest.partition(": ") for verdict, _, rest in verdicts if verdict == "no"]
    return {
        **said,
        "analysis": said.get("analysis", ""),
        "result": [bare_item(line) for line in said.get("result", "").splitlines()],
        "judgement": said.get("judgement") == "yes",
        "objections": [{"teammate": who, "reason": why} for who, _, why in objections],
        "subskill": said.get("subskill", ""),
    }


def _written(schema: Schema, meant: Any) -> Any:
    """Return what a schema lets of a meaning; None stands for none at all."""
    if isinstance(meant, list) and schema.get("type") != "array":
        meant = next(iter(meant), "")
    if "anyOf" in schema:
        return _written(_option(schema["anyOf"], meant), meant)
    write = _WRITERS.get(str(schema.get("type")))
    return write(schema, meant) if write is not None else None


def _option(options: Sequence[Schema], meant: Any) -> Schema:
    """Return the first of the options whose kinds have the one that is meant."""
    kind = str(_record(options[0], meant).get("kind", ""))
    return next((o for o in options if kind in _kinds(o)), options[0])


def _kinds(option: Schema) -> Sequence[str]:
    return option.get("properties", {}).get("kind", {}).get("enum", ())  # type: ignore[no-any-return]


def _write_object(schema: Schema, meant: Any) -> dict[str, Any]:
    record = _record(schema, meant)
    return {key: _written(part, record.get(key)) for key, part in schema["properties"].items()}


def _write_array(schema: Schema, meant: Any) -> list[Any]:
    if meant is None:
        return [_written(schema["items"], None)]
    return [_written(schema["items"], item) for item in meant]


def _write_string(schema: Schema, meant: Any) -> str:
    word = meant if isinstance(meant, str) else ""
    names = schema.get("enum")
    return _nearest(word, names) if names else word


def _write_number(schema: Schema, meant: Any) -> float:
    del schema
    return float(meant or 0.0)


def _write_boolean(schema: Schema, meant: Any) -> bool:
    del schema
    return bool(meant)


_WRITERS: Mapping[str, Callable[[Schema, Any], Any]] = {
    "object": _write_object,
    "array": _write_array,
    "string": _write_string,
    "number": _write_number,
    "boolean": _write_boolean,
}


def _nearest(word: str, names: Sequence[str]) -> str:
    """Return the name that begins most like a word, the first of those that do."""
    return word if word in names else max(names, key=lambda name: _alike(name, word))


def _alike(one: str, other: str) -> int:
    """Return how many characters two words begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _record(schema: Schema, meant: Any) -> Mapping[str, Any]:
    """Return a meaning by the keys of an object; a line of text is read as what has such keys."""
    if not isinstance(meant, str):
        return meant or {}
    keys = schema.get("properties", {})
    if "score" in keys:
        found = _SCORE.search(meant)
        start = found.start() if found else len(meant)
        return {"candidate": meant[:start], "score": float(found[1]) if found else 0.0}
    if "misplaced" in keys:
        judged = _JUDGED.match(meant)
        told = judged.groupdict("none") if judged else {}
        truths = {"misplaced": told.get("misplaced") == "yes", "sure": told.get("sure") != "no"}
        return {**told, **truths}
    if "robot" in keys:
        name, _, rest = meant.partition(": ")
        return {"robot": name, "subtask": rest}
    if "teammate" in keys:
        name, _, rest = meant.partition(": ")
        return {"teammate": name, "subtask": rest}
    action: Action | None = read_subtask(meant) or read_subskill(meant)
    return {"kind": action.kind, **dict(action.arguments)} if action is not None else {}


def _as_text(message: Mapping[str, object]) -> object:
    """Return what an answer of before says in the notation; any other message as it is."""
    content = message.get("content")
    if message.get("role") != "assistant" or not isinstance(content, str):
        return content
    try:
        said = json.loads(content)
    except (ValueError, RecursionError):
        return content
    return "\n".join(_actions(said))


def _actions(said: Any) -> list[str]:
    if isinstance(said, list):
        return [line for item in said for line in _actions(item)]
    if not isinstance(said, dict):
        return []
    kind, given = str(said.get("kind")), {k: v for k, v in said.items() if k != "kind"}
    for make in (SubTask, SubSkill):
        spec = make.specs().get(kind)
        if spec is None or {a.name for a in spec.written} != set(given):
            continue
        try:
            return [str(make(kind, **given))]
        except ValueError:
            continue
    return [line for value in given.values() for line in _actions(value)]
