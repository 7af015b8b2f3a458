# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every language model offers the planner, hosted, local or scripted."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, ChatMessage, without_pictures
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
class AnswerSchema:
    """Hold what an answer may be, as a JSON schema.

    `name` has letters, digits, _ and - only; `text` is the schema, itself JSON. `hint` is the last
    message of a chat that is asked by it: not every endpoint shows its model the schema.
    """

    name: str
    text: str
    hint: str


@dataclass(frozen=True)
class Completion:
    """Hold one answer; `model` is the name that the endpoint reports, tokens are as it counts.

    `cached` where it came from a cache; the tokens are those of the call that filled it. `flaw`
    says in one sentence why the text is no whole answer: cut off, refused or empty; it is empty
    where it is one. `by_schema` where it was asked for by a schema and is a JSON object, if not
    always one that the schema allows. `by_sight` where the pictures of its prompt were shown.
    Whatever made it, an endpoint, a cache or a journal, its fields are what they say.

    Raises:
        ValueError: A field is of another type, too long or too large, or is no whole text.
    """

    text: str
    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False
    flaw: str = ""
    by_schema: bool = False
    by_sight: bool = False

    def __post_init__(self) -> None:
        """Refuse what nobody downstream could hold."""
        _check_text("text", self.text, LONGEST_ANSWER)
        _check_text("model", self.model, LONGEST_NAME)
        _check_text("flaw", self.flaw, LONGEST_FLAW)
        for name in ("prompt_tokens", "completion_tokens"):
            count = getattr(self, name)
            if type(count) is not int or not 0 <= count <= MOST_TOKENS:
                raise ValueError(f"{name}: expected a count of at most {MOST_TOKENS}")
        for name in ("cached", "by_schema", "by_sight"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name}: expected true or false")


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


@runtime_checkable
class SchemaModel(Protocol):
    """A `LanguageModel` that may be told by a schema what an answer is to be."""

    @property
    def takes_schema(self) -> bool:
        """Tell whether a schema is any use: it is asked by one, or it is found out if it can be."""

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the answer to `prompt`, by `schema` where that can be; see `LanguageModel`."""

    async def close(self) -> None:
        """Let go of connections; the model answers no more."""


def text_alone(model: str, prompt: tuple[ChatMessage, ...]) -> tuple[ChatMessage, ...]:
    """Return what a model is asked that takes no pictures.

    Raises:
        ModelUnavailableError: The question is about pictures alone, so it is not asked.
    """
    told = without_pictures(prompt)
    if prompt and not any(message.role == "user" for message in told):
        raise ModelUnavailableError(f"{NOT_ASKED}{model} takes no pictures")
    return told


def takes_schema(model: LanguageModel) -> bool:
    """Tell whether a model may be asked by a schema."""
    # `isinstance` of a protocol takes as long as reading a short prompt.
    return bool(getattr(model, "takes_schema", False))


def takes_pictures(model: LanguageModel) -> bool:
    """Tell whether a picture is any use: it is shown one, or it is found out if it can be."""
    return bool(getattr(model, "takes_pictures", False))


async def complete_by(
    model: LanguageModel, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None
) -> Completion:
    """Return a model's answer, by a schema and by pictures where the model may take them.

    Raises:
        ModelUnavailableError: There is none; see `text_alone`.
    """
    if not takes_pictures(model):
        prompt = text_alone(model.name, prompt)
    if schema is not None and isinstance(model, SchemaModel) and model.takes_schema:
        return await model.complete(prompt, schema)
    return await model.complete(prompt)
