# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shapes of the OpenAI chat-completions protocol: what is asked, answered and refused."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.offline_model.settings import MOST_TEMPERATURE

_CHARACTERS_PER_TOKEN = 4
_MOST_DEEP = 10
"""Levels of a schema."""
_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})


class BadRequestError(Exception):
    """Say what is wrong with a request, with the HTTP status and the field at fault."""

    def __init__(self, message: str, param: str = "", status: int = 400, code: str = "") -> None:
        super().__init__(message)
        self.param, self.status, self.code = param, status, code


@dataclass(frozen=True)
class ChatRequest:
    """Hold what of a request matters here; the temperature is 0 where a request names none.

    `schema` is what the answer is to be; None for text. `user` is who asks, empty where that is not
    said.
    """

    model: str
    messages: tuple[dict[str, Any], ...]
    temperature: float = 0.0
    schema: dict[str, Any] | None = None
    user: str = ""


def read_request(body: object) -> ChatRequest:
    """Return the request in a decoded JSON body.

    Raises:
        BadRequestError: Something is missing or of the wrong kind.
    """
    if not isinstance(body, dict):
        raise BadRequestError("the body must be a JSON object")
    model, messages = body.get("model"), body.get("messages")
    if not isinstance(model, str) or not model:
        raise BadRequestError("'model' must be the name of a model", "model")
    if not isinstance(messages, list) or not messages:
        raise BadRequestError("'messages' must be a list with at least one message", "messages")
    for index, message in enumerate(messages):
        _check_message(message, f"messages[{index}]")
    if body.get("stream"):
        raise BadRequestError("streaming is not supported", "stream")
    user = body.get("user")
    if user is not None and not isinstance(user, str):
        raise BadRequestError("'user' must be a text", "user")
    return ChatRequest(
        model,
        tuple(messages),
        _temperature(body.get("temperature")),
        _schema(body.get("response_format")),
        user or "",
    )


def completion(request: ChatRequest, text: str, number: int, created: int) -> dict[str, Any]:
    """Return the response that carries `text`; `created` in seconds since 1970."""
    prompt = sum(estimate_tokens(_length(m.get("content"))) for m in request.messages)
    answer = estimate_tokens(len(text))
    message = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": f"chatcmpl-offline-{number}",
        "object": "chat.completion",
        "created": created,
        "model": request.model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
        },
    }


def model_list(models: Iterable[str], created: int) -> dict[str, Any]:
    """Return the list of models; `created` in seconds since 1970."""
    about = {"object": "model", "created": created, "owned_by": "adhoc_teamwork"}
    return {"object": "list", "data": [{"id": model, **about} for model in models]}


def error_body(error: BadRequestError) -> dict[str, Any]:
    """Return the body of a refusal."""
    return {
        "error": {
            "message": str(error),
            "type": "invalid_request_error",
            "param": error.param or None,
            "code": error.code or None,
        }
    }


def estimate_tokens(characters: int) -> int:
    """Return about how many tokens a text of so many characters has."""
    return -(-characters // _CHARACTERS_PER_TOKEN)


def _schema(form: object) -> dict[str, Any] | None:
    if form is None or form == {"type": "text"}:
        return None
    told = form.get("json_schema") if isinstance(form, dict) else None
    schema = told.get("schema") if isinstance(told, dict) else None
    if not isinstance(schema, dict) or not _is_schema(schema):
        raise BadRequestError(
            "'response_format' must be text, or a json_schema of objects, arrays, strings, "
            "numbers, booleans, enums of strings and anyOf",
            "response_format",
        )
    return schema


def _is_schema(part: object, deep: int = 0) -> bool:
    """Tell whether a part of a schema is of the few kinds that answers here have."""
    if not isinstance(part, dict) or deep > _MOST_DEEP:
        return False
    if "anyOf" in part:
        options = part["anyOf"]
        return isinstance(options, list) and bool(options) and _are_schemas(options, deep)
    kind, inner = part.get("type"), part.get("properties")
    if kind == "object":
        return isinstance(inner, dict) and _are_schemas(inner.values(), deep)
    if kind == "array":
        return _is_schema(part.get("items"), deep + 1)
    names = part.get("enum", [""])
    is_enum = isinstance(names, list) and bool(names) and all(isinstance(n, str) for n in names)
    return (kind == "string" and is_enum) or kind in ("number", "boolean")


def _are_schemas(parts: Iterable[object], deep: int) -> bool:
    return all(_is_schema(part, deep + 1) for part in parts)


def _temperature(value: object) -> float:
    if value is None:
        return 0.0
    number = math.nan
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        # A whole number may be beyond all that a float holds.
        number = float(value) if abs(value) <= MOST_TEMPERATURE else math.inf
    if not 0.0 <= number <= MOST_TEMPERATURE:
        raise BadRequestError(
            f"'temperature' must be a number from 0 to {MOST_TEMPERATURE:g}", "temperature"
        )
    return number


def _check_message(message: object, where: str) -> None:
    if not isinstance(message, dict):
        raise BadRequestError(f"'{where}' must be an object", where)
    role = message.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise BadRequestError(f"'{where}.role' must be one of {', '.join(sorted(_ROLES))}", where)
    content = message.get("content")
    parts_fine = isinstance(content, list) and all(isinstance(part, dict) for part in content)
    if not (isinstance(content, str) or parts_fine):
        raise BadRequestError(f"'{where}.content' must be a text or a list of parts", where)


def _length(content: object) -> int:
    if isinstance(content, list):
        return sum(len(str(part.get("text", ""))) for part in content if isinstance(part, dict))
    return len(str(content))
