# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a person says of a trial when it is over: its condition, and ratings (CoELA, 4.2.2).

The answers are a line of `ratings.csv` in the run's folder, beside its log.
"""

import csv
import io
from pathlib import Path

from adhoc_teamwork.comm_bridge.chat.grammar import ChatError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import MEGABYTE, read_regular, write_whole
from adhoc_teamwork.teamwork.team.channel import Language, find_channel

RATINGS_FILE = "ratings.csv"
MOST_POINTS = 7
"""Points of the scale (section 4.2.2)."""

HP, LLM, LLM_WITHOUT, ALONE = "HP", "LLM", "LLM w/o communication", "alone"
CONDITIONS = {
    HP: "with a planner by rule, which talks in template sentences",
    LLM: "with a robot that has a language model and talks in words of its own",
    LLM_WITHOUT: "with the same, and nobody can talk",
    ALONE: "without a teammate",
}
"""The paper's four conditions: who talks, and how."""

RATINGS = {
    "communication": "How well did you and your teammate understand each other, "
    "and was what it said of use?",
    "help": "How much did your teammate help: was the work done sooner than without it?",
    "trust": "How far do you trust your teammate: would you work with it again "
    "rather than without it?",
}
"""What is rated, the paper's three criteria in words of our own; nothing for who was alone."""

COLUMNS = ("person", "robot", "channel", "condition", *RATINGS)


def likely_condition(channel: str) -> str:
    """Return the condition that a channel suggests."""
    language = find_channel(channel or "open").language
    if language is Language.TEMPLATE:
        return HP
    return LLM_WITHOUT if channel == "silent" else LLM


class Interview:
    """Ask for the condition and then for each rating; a wrong answer is asked for again."""

    def __init__(self, person: str, robot: str, channel: str) -> None:
        """Store who was in whose seat, over which channel."""
        self._row = {"person": person, "robot": robot, "channel": channel}
        self._likely = likely_condition(channel)

    @property
    def is_over(self) -> bool:
        """Tell whether everything has been answered."""
        return not self._next()

    @property
    def has_begun(self) -> bool:
        """Tell whether something has been answered."""
        return "condition" in self._row

    def question(self) -> tuple[str, ...]:
        """Return the lines that ask for what comes next."""
        wanted = self._next()
        if wanted == "condition":
            listed = (f"  {i}. {n}: {why}" for i, (n, why) in enumerate(CONDITIONS.items(), 1))
            return ("Which was the condition?", *listed, f"  (empty: {self._likely})")
        return (f"{RATINGS[wanted]} 1 (not at all) to {MOST_POINTS} (very much)",)

    def answer(self, line: str) -> None:
        """Take in an answer to the present question.

        Raises:
            ChatError: It is none; the error says what was expected.
        """
        wanted, line = self._next(), line.strip()
        if wanted == "condition":
            self._row[wanted] = self._condition(line)
        elif line in {str(point) for point in range(1, MOST_POINTS + 1)}:
            self._row[wanted] = line
        else:
            raise ChatError(f"{line[:40]!r}: expected a whole number, 1 to {MOST_POINTS}")

    def row(self) -> dict[str, str]:
        """Return all answers by column; what was not asked is empty."""
        return {column: self._row.get(column, "") for column in COLUMNS}

    def _condition(self, line: str) -> str:
        names = list(CONDITIONS)
        if not line:
            return self._likely
        known = {str(i): name for i, name in enumerate(names, 1)}
        known |= {name.casefold(): name for name in names}
        if line.casefold() not in known:
            raise ChatError(f"{line[:40]!r}: expected 1 to {len(names)}, or {', '.join(names)}")
        return known[line.casefold()]

    def _next(self) -> str:
        asked = ["condition"]
        if self._row.get("condition") != ALONE:
            asked += RATINGS
        return next((name for name in asked if name not in self._row), "")


def add_ratings(folder: Path, row: dict[str, str]) -> Path:
    """Add a line to the ratings of a run; return their file.

    Raises:
        ConfigError: It cannot be written, or holds something else.
    """
    path = folder / RATINGS_FILE
    head = _lines([COLUMNS])
    try:
        before = read_regular(path, MEGABYTE) if path.exists() else head
        if not before.startswith(head):
            raise ConfigError(f"{path}: no ratings; expected {','.join(COLUMNS)} in its first line")
        write_whole(path, [before, _lines([tuple(row[column] for column in COLUMNS)])])
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}; expected a file to write") from None
    return path


def _lines(rows: list[tuple[str, ...]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
