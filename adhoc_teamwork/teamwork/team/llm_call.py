# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The record of one exchange with a language model."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ChatMessage:
    """Hold one message of a chat prompt; `role` is system, user or assistant."""

    role: str
    content: str


WITHDRAWN = "no longer needed: the world had moved on"
"""What a call has for an error whose answer was not waited for; the model did not fail."""

NOT_ASKED = "not asked: "
"""How the error of a call begins that was never put to the model, so that it cost nothing."""


@dataclass(frozen=True)
class LlmCall:
    """Record one attempt: `stamp` in seconds of the ROS clock, `latency` in seconds of wall time.

    `answer` is empty when the call failed; `error` is empty when it succeeded.
    """

    stamp: float
    robot: str
    call_id: int
    stage: str
    model: str
    temperature: float
    prompt: tuple[ChatMessage, ...]
    answer: str = ""
    error: str = ""
    attempt: int = 1
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latency: float = 0.0
    cached: bool = False
    """The answer came from a cache; tokens are those of the call that filled it."""
    usd: float | None = None
    """What it cost in US dollars; None where that is not known or not looked up yet."""

    @property
    def is_asked(self) -> bool:
        """Tell whether it was put to a model at all."""
        return not self.error.startswith(NOT_ASKED)
