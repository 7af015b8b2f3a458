# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve the offline model, a rule-based stand-in, over the OpenAI chat-completions protocol.

``python -m adhoc_teamwork.offline_model.server --port 8080`` needs no network and no key.
"""

import argparse
import asyncio
import itertools
import json
import random
import signal
import socket
import sys
import time
from collections.abc import Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from adhoc_teamwork.offline_model.by_schema import answer_by_schema
from adhoc_teamwork.offline_model.error_rates import NO_ERRORS, ErrorRates, errors_option
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.offline_model.protocol import (
    BadRequestError,
    ChatRequest,
    completion,
    error_body,
    model_list,
    read_request,
)
from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant
from adhoc_teamwork.teamwork.settings.number_words import number, whole_number

MODEL = "offline"
"""The name under which the stand-in answers unless told otherwise."""

WEAK = "-weak"
"""What stands behind the name where the weaker variant is asked."""

TEXT, SCHEMA = "text", "schema"
"""How it may be asked: as text alone, or by a JSON schema as well."""

_JITTER = 0.1


def create_app(
    stopping: asyncio.Event,
    model: str = MODEL,
    latency: float = 0.0,
    seed: int = 0,
    hallucination: float = 0.0,
    errors: ErrorRates = NO_ERRORS,
    schemas: bool = False,
) -> Starlette:
    """Return the web application.

    Args:
        stopping: Set when the server goes down: an answer under way is then refused at once.
        model: The name of the full variant; with "-weak" behind it that of the weak one.
        latency: Seconds of wall time that an answer takes, give or take a tenth.
        seed: What temperature, slips and the variation of the latency are drawn with.
        hallucination: Share of the answers with a slip.
        errors: How often facts are got wrong; whose errors they are says a request's `user`, or
            else the prompt. All that one server is asked is one episode.
        schemas: Whether it takes a JSON schema for what an answer is to be.
    """
    numbers = itertools.count(1)
    under_way: set[int] = set()
    variation = random.Random(seed)
    started = int(time.time())
    variants = {model: Variant.FULL, f"{model}{WEAK}": Variant.WEAK}

    async def chat(request: Request) -> Response:
        try:
            chat_request = read_request(await _json(request))
            if chat_request.model not in variants:
                raise BadRequestError(
                    f"the model '{chat_request.model:.80}' does not exist; there are "
                    f"{' and '.join(variants)}",
                    "model",
                    404,
                    "model_not_found",
                )
            if chat_request.schema is not None and not schemas:
                raise BadRequestError(
                    "'response_format' is not supported: it was started with --answers text",
                    "response_format",
                )
        except BadRequestError as error:
            return JSONResponse(error_body(error), error.status)
        except ClientDisconnect:
            return Response(status_code=499)
        number = next(numbers)
        under_way.add(number)
        try:
            variant = variants[chat_request.model]
            settings = OfflineSettings(
                seed, chat_request.temperature, hallucination, variant, errors
            )
            text = await asyncio.to_thread(_answer, chat_request, settings)
            delay = latency * variation.uniform(1.0 - _JITTER, 1.0 + _JITTER)
            if await _is_set_within(stopping, delay):
                going = BadRequestError("the offline model is shutting down", status=503)
                return JSONResponse(error_body(going), going.status)
        finally:
            under_way.discard(number)
        return JSONResponse(completion(chat_request, text, number, int(time.time())))

    async def models(request: Request) -> Response:
        del request
        return JSONResponse(model_list(variants, started))

    async def health(request: Request) -> Response:
        del request
        about = {"status": "ok", "model": model, "kind": "a rule-based stand-in"}
        return JSONResponse({**about, "under_way": len(under_way)})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", chat, methods=["POST"]),
            Route("/v1/models", models),
            Route("/health", health),
        ]
    )


def _answer(request: ChatRequest, settings: OfflineSettings) -> str:
    if request.schema is None:
        return answer(request.messages, settings, asker=request.user)
    return answer_by_schema(request.messages, request.schema, settings, asker=request.user)


async def _json(request: Request) -> object:
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise BadRequestError(f"the body is not JSON: {error}") from None


async def _is_set_within(event: asyncio.Event, delay: float) -> bool:
    """Wait for `event` for `delay` seconds at most; tell whether it was set."""
    try:
        await asyncio.wait_for(event.wait(), delay)
    except asyncio.TimeoutError:
        return False
    return True


class _Server(uvicorn.Server):
    """End at once on a signal: an answer under way is of no use to a robot that is going down."""

    def __init__(self, config: uvicorn.Config, stopping: asyncio.Event) -> None:
        super().__init__(config)
        self._stopping = stopping

    async def main_loop(self) -> None:
        """Serve until a signal comes, then have the answers under way refused."""
        await super().main_loop()
        self._stopping.set()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until a signal ends it; return the exit status."""
    options = _parser().parse_args(arguments)
    listener = _listen(options.host, options.port)
    if listener is None:
        return 2
    stopping = asyncio.Event()
    app = create_app(
        stopping,
        options.model,
        options.latency,
        options.seed,
        options.hallucination,
        errors=options.errors,
        schemas=options.answers == SCHEMA,
    )
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=2
    )
    host, port = listener.getsockname()[:2]
    print(  # noqa: T201
        f"offline model (a rule-based stand-in) '{options.model}' at http://{host}:{port}/v1",
        flush=True,
    )
    try:
        _Server(config, stopping).run(sockets=[listener])
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        listener.close()
    return 0


def _listen(host: str, port: int) -> socket.socket | None:
    """Return a listening socket, or None after saying in one line why there is none."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        print(  # noqa: T201
            f"offline model: cannot listen on {host}:{port}: {error.strerror or error}; "
            "expected a free port of this machine",
            file=sys.stderr,
        )
        return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="offline_model", description="The offline model, a rule-based stand-in."
    )
    parser.add_argument(
        "--port", type=whole_number(0, 65535), required=True, help="0: any free port"
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--latency", type=number(), default=0.0, help="seconds per answer")
    parser.add_argument("--model", default=MODEL, help="name to answer to")
    parser.add_argument(
        "--seed",
        type=whole_number(),
        default=0,
        help="for temperature, slips, errors and variation of the latency",
    )
    parser.add_argument(
        "--hallucination",
        type=number(0.0, 1.0),
        default=0.0,
        help="share of answers with a slip, 0 to 1",
    )
    parser.add_argument(
        "--answers",
        choices=(TEXT, SCHEMA),
        default=TEXT,
        help="text: a JSON schema for an answer is refused; schema: one is kept to (default text)",
    )
    parser.add_argument(
        "--errors",
        type=errors_option,
        default=NO_ERRORS,
        metavar="RATES",
        help="how often facts are got wrong, such as misjudge=0.1,overlook=0.05 (docs/models.md)",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
