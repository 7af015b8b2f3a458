# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question, how it is put to a model, and what of an answer counts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from adhoc_teamwork.adhoc_planner.prompts.templates import Templates
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

YES_OR_NO = ("YES", "NO")
_ANSWER = re.compile(r"ANSWER\W+(\w+)", re.IGNORECASE)
_LONGEST_READ = 20_000
"""Characters at an answer's end in which it is looked for."""


class Category(StrEnum):
    """Name what a question is about (roco.txt section XIII)."""

    CAPABILITY = "capability"
    MEMORY = "memory"
    INQUIRY = "inquiry"
    RESPONSE = "response"
    ADAPTATION = "adaptation"


@dataclass(frozen=True)
class Question:
    """Hold a question with one right answer.

    Attributes:
        id: Its category and number.
        category: What it is about.
        kind: Which of the category's sorts it is.
        robot: Whom it is put to.
        asks: The question.
        options: What can be answered.
        right: Which of them is right, counted from 0.
        situation: What the template is told of all else.
        names: What each name is called instead.
    """

    id: str
    category: Category
    kind: str
    robot: str
    asks: str
    options: tuple[str, ...]
    right: int
    situation: Mapping[str, Any]
    names: Mapping[str, str]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return by which word each option is chosen."""
        if self.options == YES_OR_NO:
            return YES_OR_NO
        return tuple(ascii_uppercase[: len(self.options)])

    def prompt(self, templates: Templates, is_blind: bool = False) -> tuple[ChatMessage, ...]:
        """Return the prompt; nothing but the question itself where it `is_blind`.

        Raises:
            ConfigError: The template is at fault.
        """
        facts = {
            **self.situation,
            "robot": self.robot,
            "is_blind": is_blind,
            "asks": self.asks,
            "is_yes_or_no": self.options == YES_OR_NO,
            "options": list(zip(self.labels, self.options, strict=True)),
        }
        return tuple(
            ChatMessage(message.role, renamed(message.content, self.names))
            for message in templates.render("question", facts)
        )

    def chosen(self, answer: str) -> int | None:
        """Return which option an answer chooses; None where it cannot be read.

        The last line that says ANSWER counts.
        """
        found = _ANSWER.findall(answer[-_LONGEST_READ:])
        label = found[-1].upper() if found else ""
        return self.labels.index(label) if label in self.labels else None


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return a text in which each name is called otherwise, all at once."""
    return re.sub(r"\w+", lambda match: names.get(match[0], match[0]), text)
