# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An HTTP client for endpoints that may misbehave: no redirects, nothing packed, so many bytes."""

import logging
from typing import Any

import openai

MOST_BYTES = 1 << 20
"""Bytes of an answer's body, whatever its status."""


class StrangeAnswerError(openai.OpenAIError):
    """Say what an endpoint did that none may; it is not asked again."""


class _BoundedClient(openai.DefaultAsyncHttpxClient):  # type: ignore[misc, unused-ignore]
    """Read each answer whole, up to a limit, before anybody else does."""

    async def send(self, request: Any, **options: Any) -> Any:
        """Send a request and return its answer, read, whether it was asked for as a stream or not.

        Raises:
            StrangeAnswerError: It is packed, or longer than `MOST_BYTES`.
        """
        request.headers["accept-encoding"] = "identity"
        answer = await super().send(request, **{**options, "stream": True})
        try:
            if answer.headers.get("content-encoding", "identity").strip().lower() != "identity":
                raise StrangeAnswerError("sent a packed answer, which was not asked for")
            body = bytearray()
            async for part in answer.aiter_raw():
                body += part
                if len(body) > MOST_BYTES:
                    raise StrangeAnswerError(f"sent more than {MOST_BYTES} bytes")
        finally:
            await answer.aclose()
        return type(answer)(
            answer.status_code, headers=answer.headers, content=bytes(body), request=request
        )


def bounded_client(*, trust_env: bool) -> Any:
    """Return a client for `openai.AsyncOpenAI`; `trust_env` as in httpx."""
    return _BoundedClient(trust_env=trust_env, follow_redirects=False)


def log_no_requests() -> None:
    """Keep logs clear of the line for each request of the HTTP library, whose name changed."""
    for name in ("httpx", "httpx2"):
        logging.getLogger(name).setLevel(logging.WARNING)
