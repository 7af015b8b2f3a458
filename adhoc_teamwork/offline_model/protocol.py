# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The shapes of the OpenAI chat-completions protocol: what is asked, answered and refused."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.offline_model.settings import MOST_TEMPERATURE

_CHARACTERS_PER_TOKEN = 4
_ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})


class BadRequestError(Exception):
    """Say what is wrong with a request, with the HTTP status and the field at fault."""

    def __init__(self, message: str, param: str = "", status: int = 400, code: str = "") -> None:
        super().__init__(message)
        self.param, self.status, self.code = param, status, code


@dataclass(frozen=True)
class ChatRequest:
    """Hold what of a request matters here; the temperature is 0 where a request names none.

    `user` is who asks, empty where that is not said.
    """

    model: str
    messages: tuple[dict[str, Any], ...]
    temperature: float = 0.0
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
    return ChatRequest(model, tuple(messages), _temperature(body.get("temperature")), user or "")


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
