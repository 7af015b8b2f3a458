# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The record of one exchange with a language model."""

from dataclasses import dataclass

from adhoc_teamwork.teamwork.crop import check_picture

MOST_PICTURES = 8
"""Pictures of one message."""


@dataclass(frozen=True)
class ChatMessage:
    """Hold one message of a chat prompt; `role` is system, user or assistant.

    `pictures` are data addresses of small JPEG or PNG files. A message with pictures is about them,
    and is left out where the model takes none.

    Raises:
        ValueError: A picture is none, or there are too many.
    """

    role: str
    content: str
    pictures: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no endpoint is to be handed."""
        if len(self.pictures) > MOST_PICTURES:
            raise ValueError(f"pictures: expected at most {MOST_PICTURES} of a message")
        for picture in self.pictures:
            check_picture(picture)


def count_pictures(prompt: tuple[ChatMessage, ...]) -> int:
    """Return how many pictures go with a prompt."""
    return sum(len(message.pictures) for message in prompt)


def without_pictures(prompt: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    """Return a prompt as text alone: without the messages that are about pictures."""
    return tuple(message for message in prompt if not message.pictures)


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
