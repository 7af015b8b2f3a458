# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every language model offers the planner, hosted, local or scripted."""

from dataclasses import dataclass
from typing import Protocol

from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.text.plain_text import whole

LONGEST_ANSWER = 200_000
"""Characters of an answer."""
LONGEST_NAME = 256
"""Characters of a model's name."""
LONGEST_FLAW = 400
"""Characters of the sentence that says what an answer lacks."""
MOST_TOKENS = 10**9
"""Tokens that one question or answer is said to have."""


class ModelUnavailableError(Exception):
    """Say in one sentence that no answer came: give up now, replan without the model.

    An answer that came but cannot be used is an `answers.AnswerError` instead: ask again.
    """


@dataclass(frozen=True)
class Completion:
    """Hold one answer; `model` is the name that the endpoint reports, tokens are as it counts.

    `cached` where it came from a cache; the tokens are those of the call that filled it. `flaw`
    says in one sentence why the text is no whole answer: cut off, refused or empty; it is empty
    where it is one. Whatever made it, an endpoint, a cache or a journal, its fields are what they
    say.

    Raises:
        ValueError: A field is of another type, too long or too large, or is no whole text.
    """

    text: str
    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False
    flaw: str = ""

    def __post_init__(self) -> None:
        """Refuse what nobody downstream could hold."""
        _check_text("text", self.text, LONGEST_ANSWER)
        _check_text("model", self.model, LONGEST_NAME)
        _check_text("flaw", self.flaw, LONGEST_FLAW)
        for name in ("prompt_tokens", "completion_tokens"):
            count = getattr(self, name)
            if type(count) is not int or not 0 <= count <= MOST_TOKENS:
                raise ValueError(f"{name}: expected a count of at most {MOST_TOKENS}")
        if not isinstance(self.cached, bool):
            raise ValueError("cached: expected true or false")


def _check_text(name: str, text: object, limit: int) -> None:
    if not isinstance(text, str) or len(text) > limit:
        raise ValueError(f"{name}: expected a text of at most {limit} characters")
    if text != whole(text):
        raise ValueError(f"{name}: expected whole characters, got a lone surrogate or NUL")


class LanguageModel(Protocol):
    """Answer chat prompts, one at a time or several at once."""

    @property
    def name(self) -> str:
        """Return the model's name, as the endpoint knows it."""

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the model's answer to `prompt`.

        Raises:
            ModelUnavailableError: The endpoint cannot be reached, refuses, or takes too long.
        """

    async def close(self) -> None:
        """Let go of connections; the model answers no more."""
