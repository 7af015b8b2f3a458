# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""For which decision and at which stage a model is asked, and who traces it."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol

from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

DECISION: ContextVar[int] = ContextVar("decision", default=0)
"""Number of the decision that the running task is about; 0 where nobody counts them."""

STAGE: ContextVar[str] = ContextVar("stage", default="")
"""What is being asked: judge, generate, rank, reflect, subskill, ..."""

Understand = Callable[[str], tuple[Any | None, str]]
"""Turns a model's text into its answer, or None and what is wrong with it."""


class Tracer(Protocol):
    """Who is told of an agent's decisions as they are made; it changes nothing of them."""

    def begun(self, kind: str, ground: str) -> int:
        """Take note that a decision of a kind is begun, and on what ground; return its number."""

    def understood(
        self,
        stage: str,
        prompt: tuple[ChatMessage, ...],
        answer: object,
        understand: Understand,
    ) -> None:
        """Take note of a usable answer; `understand` reads other answers to the same prompt."""

    def ended(self, number: int, outcome: str) -> None:
        """Take note of what came of a decision, in words."""


class NoTracer:
    """Take note of nothing."""

    def begun(self, kind: str, ground: str) -> int:
        """Return no number."""
        del kind, ground
        return 0

    def understood(
        self,
        stage: str,
        prompt: tuple[ChatMessage, ...],
        answer: object,
        understand: Understand,
    ) -> None:
        """Forget the answer."""

    def ended(self, number: int, outcome: str) -> None:
        """Forget the outcome."""


UNWATCHED = NoTracer()
