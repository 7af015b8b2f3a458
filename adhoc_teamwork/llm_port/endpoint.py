# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which endpoint is asked, and how; read before, and without, what speaks to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from adhoc_teamwork.llm_port.answer_limits import (
    LONGEST_TIME_LIMIT,
    MOST_TOKENS_LIMIT,
    AnswersBy,
)
from adhoc_teamwork.llm_port.hosted import KEY_VARIABLES, find_key
from adhoc_teamwork.llm_port.masking import address_shown
from adhoc_teamwork.teamwork.settings.config import ConfigError

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class ModelSettings:
    """Say which endpoint to ask, and how.

    `time_limit` is in seconds of wall time per question; 0 for `TIME_LIMIT`, or
    `THINKING_TIME_LIMIT` where the endpoint's habits ask for it. `most_tokens` bounds an answer,
    thinking included; 0 for what the endpoint has. `answers` says how they are asked for. `user`
    tells it who asks; empty: nobody is told.
    """

    base_url: str
    model: str
    temperature: float = 0.3
    time_limit: float = 0.0
    most_tokens: int = 0
    answers: AnswersBy = AnswersBy.AUTO
    user: str = ""

    def __post_init__(self) -> None:
        address = urlsplit(self.base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ConfigError(
                "llm_base_url: expected an http(s) address ending in /v1, "
                f"got '{address_shown(self.base_url)}'"
            )
        if address.username or address.password or address.query:
            raise ConfigError(
                f"llm_base_url: expected an address without user, password and query, which "
                f"every log would show, got '{address_shown(self.base_url)}'; a key comes from "
                f"{' or '.join(reversed(KEY_VARIABLES))}"
            )
        if not self.model:
            raise ConfigError("llm_model: expected the name of a model, got ''")
        if not 0.0 <= self.temperature <= 2.0:
            raise ConfigError(f"llm_temperature: expected 0 to 2, got {self.temperature:g}")
        if not 0.0 <= self.time_limit <= LONGEST_TIME_LIMIT:
            raise ConfigError(
                f"llm_time_limit: expected seconds to {LONGEST_TIME_LIMIT:g}, or 0 for what the "
                f"endpoint needs, got {self.time_limit:g}"
            )
        if not 0 <= self.most_tokens <= MOST_TOKENS_LIMIT:
            raise ConfigError(
                f"llm_max_tokens: expected 0 to {MOST_TOKENS_LIMIT}, got {self.most_tokens}"
            )

    @property
    def is_local(self) -> bool:
        """Tell whether the endpoint is on this machine: no proxy, and no key is needed."""
        return urlsplit(self.base_url).hostname in _LOOPBACK


def missing_key(settings: ModelSettings, environment: Mapping[str, str]) -> str:
    """Return in words that an endpoint needs a key that is not there, or an empty text."""
    if find_key(environment) or settings.is_local:
        return ""
    return f"{settings.base_url} needs a key: set {' or '.join(reversed(KEY_VARIABLES))}"
