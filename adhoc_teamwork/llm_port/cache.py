# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer a prompt that was asked before from a file, instead of asking the model again."""

import hashlib
import json
import logging
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

from adhoc_teamwork.llm_port.passing_on import PassingOn
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, LanguageModel, text_alone
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, count_pictures, without_pictures

FILE = "answers.sqlite"
MOST = 100_000
"""How many answers are kept; the ones used longest ago go first."""

_BUSY = 10.0
"""Seconds for which another process may hold the file."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key BLOB PRIMARY KEY, text TEXT NOT NULL, model TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS answers_used ON answers (used);
"""
_NO_CACHE = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file makes SQLite raise, in words that may be no text."""

_log = logging.getLogger(__name__)


class AnswerCache:
    """Keep answers in a file that several processes may use at once; `most` bounds it.

    A file that cannot be used any more, on a full disk say, is left alone: it answers nothing.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        """Store where it is; nothing is opened yet."""
        self._folder, self._most = folder, most
        self._file: sqlite3.Connection | None = None

    def setup(self) -> None:
        """Make or open the file.

        Raises:
            ConfigError: It cannot be, or is no such file.
        """
        path = self._folder / FILE
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            # Each statement is its own transaction, so that nobody waits for long.
            self._file = sqlite3.connect(path, _BUSY, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=OFF")
            self._file.executescript(_SCHEMA)
        except (OSError, *_NO_CACHE) as error:
            self.close()
            raise ConfigError(f"{path}: {error}; expected a cache of answers to write") from None

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def find(self, key: bytes) -> Completion | None:
        """Return the answer kept under a key, or None."""
        rows = self._do(
            "UPDATE answers SET used = (SELECT MAX(used) + 1 FROM answers) WHERE key = ? "
            "RETURNING text, model, prompt_tokens, completion_tokens",
            (key,),
        )
        if not rows:
            return None
        text, model, prompt_tokens, completion_tokens = rows[0]
        try:
            return Completion(text, model, prompt_tokens, completion_tokens, cached=True)
        except ValueError as error:
            # Whoever wrote it, no model of ours did: the next answer takes its place.
            _log.warning("%s: an answer that is none (%s)", self._folder / FILE, error)
            self._do("DELETE FROM answers WHERE key = ?", (key,))
            return None

    def keep(self, key: bytes, answer: Completion) -> None:
        """Keep an answer; the first of two under one key stays."""
        self._do(
            "INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, ?, "
            "(SELECT COALESCE(MAX(used), 0) + 1 FROM answers))",
            (key, answer.text, answer.model, answer.prompt_tokens, answer.completion_tokens),
        )
        self._do(
            "DELETE FROM answers WHERE key IN (SELECT key FROM answers ORDER BY used "
            "LIMIT MAX(0, (SELECT COUNT(*) FROM answers) - ?))",
            (self._most,),
        )

    def _do(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        if self._file is None:
            return []
        try:
            return self._file.execute(statement, values).fetchall()
        except _NO_CACHE as error:
            _log.warning("%s: %s; used no more", self._folder / FILE, error)
            self.close()
            return []


class CachedModel(PassingOn):
    """Ask a model only what its cache cannot answer.

    Equal answers to equal prompts are what temperature 0 promises. At any other temperature every
    question goes to the model, unless `insist`: then its first answer is its only one.
    """

    def __init__(self, model: LanguageModel, cache: AnswerCache, insist: bool = False) -> None:
        """Store a model and a cache that is set up; the cache is closed with the model."""
        super().__init__(model)
        self._cache = cache
        self._is_used = insist or model.temperature == 0.0

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the answer kept, or the model's; see `LanguageModel.complete` for errors.

        An answer by a schema is kept under prompt and schema, any other under the prompt alone, and
        under a prompt without its pictures where they were not shown.
        """
        if not self._is_used:
            return await super().complete(prompt, schema)
        if not self.takes_pictures:
            prompt = text_alone(self.name, prompt)
        by_text, by_schema = self._keys(prompt, schema)
        asked = by_schema if self.takes_schema else by_text
        found = self._cache.find(asked)
        if found is not None:
            is_shown = count_pictures(prompt) > 0
            return replace(found, by_schema=asked != by_text, by_sight=is_shown)
        answer = await super().complete(prompt, schema)
        if not answer.by_sight:
            by_text, by_schema = self._keys(without_pictures(prompt), schema)
        if not answer.flaw:
            self._cache.keep(by_schema if answer.by_schema else by_text, answer)
        return answer

    def _keys(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None
    ) -> tuple[bytes, bytes]:
        """Return what an answer as text is kept under, and one by the schema."""
        by_text = answer_key(self.name, self.temperature, prompt)
        if schema is None:
            return by_text, by_text
        return by_text, answer_key(self.name, self.temperature, prompt, schema)

    async def close(self) -> None:
        """Let go of connections and of the file."""
        await super().close()
        self._cache.close()


def answer_key(
    model: str,
    temperature: float,
    prompt: tuple[ChatMessage, ...],
    schema: AnswerSchema | None = None,
) -> bytes:
    """Return what an answer depends on, as a digest: model, temperature, prompt, schema."""
    asked = [model, temperature, *([m.role, m.content, *m.pictures] for m in prompt)]
    asked += [[schema.name, schema.text, schema.hint]] if schema else []
    return hashlib.sha256(json.dumps(asked).encode()).digest()


def with_cache(model: LanguageModel, folder: str, insist: bool = False) -> LanguageModel:
    """Return `model`, behind the cache in a folder where one is named.

    Args:
        model: What is asked.
        folder: Where the cache lies or is made; empty for none.
        insist: Use it at any temperature.

    Raises:
        ConfigError: The cache cannot be used.
    """
    if not folder:
        return model
    if model.temperature != 0.0 and not insist:
        raise ConfigError(
            f"cache {folder}: the model's temperature is {model.temperature:g}, at which answers "
            "differ on purpose; expected 0, or to be told to use the cache always"
        )
    cache = AnswerCache(Path(folder))
    cache.setup()
    return CachedModel(model, cache, insist)
