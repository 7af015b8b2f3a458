# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question that shows whether an endpoint keeps to a JSON schema.

Servers that know no schemas refuse them (400, 422, 500), or say nothing and let the model write
what it likes, also where they cannot make a grammar of one. So the schema of the trial demands what
no model would say of itself, in the shapes that the planner's schemas have: enums, in objects of
which there is a choice, in a list.
"""

import json

from adhoc_teamwork.llm_port.port import AnswerSchema
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

_WORDS = ("zeldric-41", "quorvane-73")
_KINDS = ("grown", "bought")


def _record(kind: str, value: dict[str, object]) -> dict[str, object]:
    properties = {"kind": {"type": "string", "enum": [kind]}, "name": value}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_NAME: dict[str, object] = {"type": "string", "enum": list(_WORDS)}
_SCHEMA = {
    "type": "object",
    "properties": {
        "result": {
            "type": "array",
            "items": {"anyOf": [_record(kind, _NAME) for kind in _KINDS]},
        }
    },
    "required": ["result"],
    "additionalProperties": False,
}

TRIAL_QUESTION = (ChatMessage("user", "Name one fruit, and say whether you have grown it."),)
TRIAL = AnswerSchema(
    "trial",
    json.dumps(_SCHEMA),
    'Answer with one JSON object: {"result": [{"kind": "grown" or "bought", "name": "<fruit>"}]}',
)


def has_kept(text: str) -> bool:
    """Tell whether an answer to the trial says what its schema demands; any text may come."""
    try:
        given = parse_json(text, strict=True)
        return bool(given["result"]) and all(
            set(one) == {"kind", "name"} and one["kind"] in _KINDS and one["name"] in _WORDS
            for one in given["result"]
        )
    except (ValueError, LookupError, TypeError):
        return False
