# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an endpoint takes and how it answers: learnt once for each model, kept in a file."""

import hashlib
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.files import write_whole
from adhoc_teamwork.teamwork.settings.places import state_dir

FOLDER = "endpoints"
_UNSUPPORTED = re.compile(
    r"unsupported|not support|n't support|only the default|unrecognized|unrecognised|unknown"
    r"|unexpected|extra|not permitted|not allowed|deprecated|only [\d.]+ is allowed"
    r"|may only be set",
    re.IGNORECASE,
)
"""How endpoints say that they do not take a parameter; of a value that is too large they say
something else."""

_log = logging.getLogger(__name__)


class TokenLimit(StrEnum):
    """Name the parameter that bounds an answer's tokens."""

    PRESENT = "max_completion_tokens"
    FORMER = "max_tokens"
    NONE = "none"


class Schemas(StrEnum):
    """Say whether an endpoint keeps to a JSON schema."""

    UNKNOWN = "unknown"
    KEPT = "kept"
    NOT_KEPT = "not kept"
    """It refuses one, or lets its model answer as it likes."""


class Pictures(StrEnum):
    """Say whether an endpoint takes pictures."""

    UNKNOWN = "unknown"
    TAKEN = "taken"
    NOT_TAKEN = "not taken"
    """It refuses one, or its model does not see what it shows."""


_NEXT_LIMIT = {
    TokenLimit.PRESENT: TokenLimit.FORMER,
    TokenLimit.FORMER: TokenLimit.NONE,
}


@dataclass(frozen=True)
class Habits:
    """Hold what is known of one model at one endpoint.

    `thinks` where it spends tokens, or longer than most answers take, before it answers;
    `has_answered` where it has answered at all: before, nothing is known of its time.
    """

    takes_temperature: bool = True
    token_limit: TokenLimit = TokenLimit.PRESENT
    thinks: bool = False
    has_answered: bool = False
    schemas: Schemas = Schemas.UNKNOWN
    pictures: Pictures = Pictures.UNKNOWN

    def options(self, temperature: float, most_tokens: int) -> dict[str, Any]:
        """Return what a request has beside model and messages; no limit of tokens for 0."""
        given: dict[str, Any] = {}
        if self.takes_temperature:
            given["temperature"] = temperature
        if most_tokens and self.token_limit is not TokenLimit.NONE:
            given[self.token_limit.value] = most_tokens
        return given

    def after_refusal(self, sent: Mapping[str, Any], said: object) -> "Habits | None":
        """Return what a refusal teaches, or None where it is not about a parameter that was sent.

        Args:
            sent: What `options` gave.
            said: The refusal's body, of any shape.
        """
        text = str(said)
        if not _UNSUPPORTED.search(text):
            return None
        if self.token_limit in sent and re.search(rf"\b{self.token_limit}\b", text):
            return replace(self, token_limit=_NEXT_LIMIT[self.token_limit])
        if "temperature" in sent and re.search(r"\btemperature\b", text):
            return replace(self, takes_temperature=False)
        return None

    @property
    def text(self) -> str:
        """Return what is worth keeping of it, in words; empty where nothing is."""
        words = []
        if not self.takes_temperature:
            words.append("takes no temperature")
        if self.token_limit is TokenLimit.FORMER:
            words.append(f"limits tokens by {TokenLimit.FORMER}")
        if self.token_limit is TokenLimit.NONE:
            words.append("takes no limit of tokens")
        if self.thinks:
            words.append("thinks before it answers")
        if self.schemas is Schemas.KEPT:
            words.append("keeps to a JSON schema")
        if self.schemas is Schemas.NOT_KEPT:
            words.append("keeps to no JSON schema")
        if self.pictures is Pictures.TAKEN:
            words.append("takes pictures")
        if self.pictures is Pictures.NOT_TAKEN:
            words.append("takes no pictures")
        return ", ".join(words)


_FILE = TypeAdapter(Habits)


def habit_file(base_url: str, model: str) -> Path:
    """Return the file in which the habits of a model at an endpoint are kept."""
    name = hashlib.sha256(f"{base_url.rstrip('/')}\n{model}".encode()).hexdigest()[:16]
    return state_dir() / FOLDER / f"{name}.json"


def read_habits(path: Path) -> Habits:
    """Return the habits that are kept in a file; those of nobody known where there is none."""
    try:
        return _FILE.validate_json(path.read_bytes())
    except FileNotFoundError:
        return Habits()
    except (OSError, ValidationError) as error:
        _log.warning("%s: %s; learnt anew", path, str(error).splitlines()[0])
        return Habits()


def keep_habits(path: Path, habits: Habits) -> None:
    """Keep habits that are worth it; where no file can be, they are learnt by each process."""
    try:
        if habits.text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, [_FILE.dump_json(habits), b"\n"])
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("%s: %s; learnt anew by each process", path, error.strerror)
