# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What may be spent on a model: counted before each call, for a decision, a robot or a whole run.

A call is let through while what is spent, with the calls under way and the tokens that its prompt
is about to cost, is within each bound. How long an answer gets is not known before: only
`llm_max_tokens` bounds that. A bound of seconds ends the wait for an answer as well.
"""

import asyncio
import math
import sqlite3
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from adhoc_teamwork.llm_port.passing_on import PassingOn
from adhoc_teamwork.llm_port.port import (
    AnswerSchema,
    Completion,
    LanguageModel,
    ModelUnavailableError,
    text_alone,
)
from adhoc_teamwork.llm_port.prices import FILE, FREE, Price
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, ChatMessage, count_pictures

EXAMPLE = "calls=200,usd=0.50,robot.tokens=100000,decision.seconds=60"
_CHARACTERS_PER_TOKEN = 4
PICTURE_TOKENS = 255
"""What a small picture is taken to cost before an endpoint has counted it: as much as one tile and
its picture cost with GPT-4o."""
_BUSY = 10.0
"""Seconds for which another process may hold the file."""
_NO_LEDGER = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file makes SQLite raise."""


@dataclass(frozen=True)
class Spending:
    """Hold calls, tokens of prompts and answers, US dollars, and seconds of waiting (wall time)."""

    calls: float = 0.0
    tokens: float = 0.0
    usd: float = 0.0
    seconds: float = 0.0

    def __add__(self, more: "Spending") -> "Spending":
        """Return both together."""
        return Spending(*map(sum, zip(astuple(self), astuple(more), strict=True)))

    def rounded(self) -> dict[str, float]:
        """Return it as people are told it."""
        return {
            "calls": int(self.calls),
            "tokens": int(self.tokens),
            "usd": round(self.usd, 6),
            "seconds": round(self.seconds, 2),
        }


KINDS = tuple(field.name for field in fields(Spending))


class Scope(StrEnum):
    """Name whose spending is bounded: that of all who share a ledger, a robot's, a decision's."""

    RUN = "run"
    ROBOT = "robot"
    DECISION = "decision"


@dataclass(frozen=True)
class Bound:
    """Bound one kind of spending of a scope."""

    scope: Scope
    kind: str
    limit: float

    def __str__(self) -> str:
        """Return it in words."""
        return f"the {self.scope}'s budget of {self.limit:g} {self.kind}"

    def left(self, spent: Spending) -> float:
        """Return how much is left after some spending; below 0 where it is more than allowed."""
        return self.limit - float(getattr(spent, self.kind))

    def is_kept(self, spent: Spending) -> bool:
        """Tell whether a call may be made that is in `spent` already, but for its seconds."""
        return self.left(spent) > 0.0 if self.kind == "seconds" else self.left(spent) >= 0.0


Budget = tuple[Bound, ...]


def read_budget(text: str, source: str = "llm_budget") -> Budget:
    """Return the budget in a text such as ``calls=200,robot.usd=0.50``; empty for an empty one.

    Raises:
        ConfigError: It is none; the message names its source.
    """
    bounds: dict[tuple[str, str], Bound] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        what, _, number = part.partition("=")
        scope, _, kind = what.rpartition(".")
        scope = scope or Scope.RUN
        try:
            limit = float(number)
        except ValueError:
            limit = math.nan
        known = kind in KINDS and scope in tuple(Scope) and (scope, kind) not in bounds
        if not known or not 0.0 <= limit < math.inf:
            raise ConfigError(f"{source} {part!r:.60}: expected as in {EXAMPLE}")
        bounds[scope, kind] = Bound(Scope(scope), kind, limit)
    return tuple(bounds.values())


def check_price(budget: Budget, model: str, price: Price | None) -> None:
    """Refuse a budget in dollars for a model without a price.

    Raises:
        ConfigError: It is one.
    """
    if price is None and any(bound.kind == "usd" for bound in budget):
        raise ConfigError(
            f"budget in usd: no price of {model} is known; expected one in config/{FILE}"
        )


class Ledger:
    """Add up what is spent, in memory or in a file that the robots of one machine share.

    Each entry is of a robot and of one of its decisions, an empty text where there is none.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Store where it is; nothing is opened yet."""
        self._path = path
        self._file: sqlite3.Connection | None = None

    def setup(self) -> None:
        """Make or open it.

        Raises:
            ConfigError: It cannot be, or the file is none.
        """
        columns = ", ".join(f"{kind} REAL NOT NULL" for kind in KINDS)
        try:
            path = self._path or ":memory:"
            # Each statement is its own transaction, so that nobody waits for long.
            file = sqlite3.connect(path, _BUSY, isolation_level=None, check_same_thread=False)
            self._file = file
            file.execute(
                "CREATE TABLE IF NOT EXISTS entries "
                f"(robot TEXT NOT NULL, decision TEXT NOT NULL, {columns})"
            )
        except (OSError, *_NO_LEDGER) as error:
            self.close()
            raise ConfigError(
                f"{self._path}: {error}; expected a ledger of what is spent"
            ) from None

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def spent(self, robot: str = "", decision: str = "") -> Spending:
        """Return what is spent by all, by a robot, or on its decision, calls under way included.

        Raises:
            ModelUnavailableError: It cannot be read.
        """
        sums = ", ".join(f"COALESCE(SUM({kind}), 0.0)" for kind in KINDS)
        row = self._do(
            f"SELECT {sums} FROM entries WHERE ? IN ('', robot) AND ? IN ('', decision)",
            (robot, decision),
        ).fetchone()
        return Spending(*row)

    def enter(self, robot: str, decision: str, entry: Spending) -> int:
        """Add an entry and return its number; see `spent` for errors."""
        marks = ", ".join("?" for _ in KINDS)
        done = self._do(
            f"INSERT INTO entries VALUES (?, ?, {marks})", (robot, decision, *astuple(entry))
        )
        return int(done.lastrowid or 0)

    def correct(self, number: int, entry: Spending) -> None:
        """Put another entry in the place of one; see `spent` for errors."""
        pairs = ", ".join(f"{kind} = ?" for kind in KINDS)
        self._do(f"UPDATE entries SET {pairs} WHERE rowid = ?", (*astuple(entry), number))

    def strike(self, number: int) -> None:
        """Take an entry out; see `spent` for errors."""
        self._do("DELETE FROM entries WHERE rowid = ?", (number,))

    def _do(self, statement: str, values: tuple[float | str, ...]) -> sqlite3.Cursor:
        if self._file is None:
            raise ModelUnavailableError(f"{NOT_ASKED}the ledger of what is spent is closed")
        try:
            return self._file.execute(statement, values)
        except _NO_LEDGER as error:
            # Without a count no budget holds.
            raise ModelUnavailableError(f"{NOT_ASKED}the ledger {self._path}: {error}") from None


class BudgetedModel(PassingOn):
    """Ask a model as long as a budget lasts.

    Args:
        model: Who is asked; a cache stands before this, so that what it answers costs nothing.
        budget: What may be spent.
        ledger: Where it is counted; it is set up, and outlives the model.
        price: What the model costs, None where that is not known.
        robot: Who asks.
        decision: Returns the number of the decision that the running task asks for, 0 for none.

    Raises:
        ConfigError: The budget is in dollars, and the model has no price.
    """

    def __init__(
        self,
        model: LanguageModel,
        budget: Budget,
        ledger: Ledger,
        price: Price | None = None,
        robot: str = "",
        decision: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__(model)
        check_price(budget, model.name, price)
        self._budget, self._ledger, self._price = budget, ledger, price or FREE
        self._robot, self._decision = robot, decision
        # Each agent counts its decisions from 1, and has a model of its own.
        self._session = f"{robot} {time.time_ns()}"

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the model's answer; see `LanguageModel.complete` for errors.

        Raises:
            ModelUnavailableError: As the model, or the budget does not last for this question.
        """
        if not self.takes_pictures:
            prompt = text_alone(self.name, prompt)
        characters = sum(len(message.content) for message in prompt)
        prompt_tokens = -(-characters // _CHARACTERS_PER_TOKEN)
        prompt_tokens += PICTURE_TOKENS * count_pictures(prompt)
        asked_for = self._decision()
        decision = f"{self._session} {asked_for}" if asked_for else ""
        # Entered first, so that of two who ask at once none is overlooked.
        number = self._ledger.enter(self._robot, decision, self._entry(prompt_tokens, 0, 0.0))
        try:
            wait, ends = self._left(decision)
        except ModelUnavailableError:
            self._ledger.strike(number)
            raise
        begun, answer = time.monotonic(), None
        try:
            answer = await asyncio.wait_for(super().complete(prompt, schema), wait)
        except asyncio.TimeoutError:
            raise ModelUnavailableError(f"{ends} is spent") from None
        finally:
            # Who does not wait for an answer may be charged for the question all the same.
            tokens = (answer.prompt_tokens, answer.completion_tokens) if answer else None
            seconds = time.monotonic() - begun
            self._ledger.correct(number, self._entry(*(tokens or (prompt_tokens, 0)), seconds))
        return answer

    def _left(self, decision: str) -> tuple[float | None, Bound | None]:
        """Return for how many seconds an answer may be waited for, and by which bound.

        Raises:
            ModelUnavailableError: Some bound is not kept.
        """
        shortest: tuple[float | None, Bound | None] = (None, None)
        for bound in self._budget:
            if bound.scope is Scope.DECISION and not decision:
                continue
            spent = self._spent(bound.scope, decision)
            if not bound.is_kept(spent):
                raise ModelUnavailableError(f"{NOT_ASKED}{bound} does not last for a question")
            left = bound.left(spent)
            if bound.kind == "seconds" and (shortest[0] is None or left < shortest[0]):
                shortest = left, bound
        return shortest

    def _spent(self, scope: Scope, decision: str) -> Spending:
        if scope is Scope.RUN:
            return self._ledger.spent()
        return self._ledger.spent(self._robot, decision if scope is Scope.DECISION else "")

    def _entry(self, prompt_tokens: int, completion_tokens: int, seconds: float) -> Spending:
        cost = self._price.cost(prompt_tokens, completion_tokens)
        return Spending(1.0, float(prompt_tokens + completion_tokens), cost, seconds)
