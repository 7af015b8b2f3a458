# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A chat endpoint with one habit, to be served over HTTP."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from adhoc_teamwork.llm_port.endpoint import ModelSettings
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

Asked = dict[str, Any]
Habit = Callable[[Asked], Response | None]


class FakeEndpoint:
    """Answer as an endpoint with one habit does; `requests` are those that it got."""

    def __init__(self, habit: Habit) -> None:
        self._habit = habit
        self.requests: list[Asked] = []

    @property
    def app(self) -> Starlette:
        async def chat(request: Request) -> Response:
            asked = await request.json()
            self.requests.append(asked)
            return self._habit(asked) or answer("ready")

        async def models(_: Request) -> Response:
            return JSONResponse({"data": []})

        return Starlette(
            routes=[
                Route("/v1/chat/completions", chat, methods=["POST"]),
                Route("/v1/models", models),
            ]
        )

    def sent(self, name: str) -> list[Any]:
        """Return what each request had for a parameter, None where it had none."""
        return [asked.get(name) for asked in self.requests]


def answer(text: Any, reason: str = "stop", usage: Asked | None = None, **more: Any) -> Any:
    message = {"role": "assistant", "content": text, **more}
    choice = {"index": 0, "message": message, "finish_reason": reason}
    counted = {"prompt_tokens": 3, "completion_tokens": 7, **(usage or {})}
    return JSONResponse({"model": "m", "choices": [choice], "usage": counted})


def refuse(message: str, status: int = 400, **headers: str) -> Response:
    told = {"error": {"message": message, "type": "invalid_request_error"}}
    return JSONResponse(told, status, headers={k.replace("_", "-"): v for k, v in headers.items()})


def ask_model(
    url: str,
    prompt: tuple[ChatMessage, ...],
    schema: AnswerSchema | None,
    times: int,
    **settings: Any,
) -> tuple[OpenAIModel, list[Completion]]:
    """Ask the model `m` of an endpoint so often, and close it."""
    model = OpenAIModel(ModelSettings(url, "m", **settings), {})

    async def asking() -> list[Completion]:
        try:
            return [await model.complete(prompt, schema) for _ in range(times)]
        finally:
            await model.close()

    return model, asyncio.run(asking())
