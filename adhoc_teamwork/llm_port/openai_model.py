# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Any endpoint that speaks OpenAI's chat completions, through the `openai` client."""

import asyncio
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import openai

from adhoc_teamwork.llm_port.bounded_client import StrangeAnswerError, bounded_client
from adhoc_teamwork.llm_port.masking import address_shown, hide_key
from adhoc_teamwork.llm_port.port import Completion, ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.text.plain_text import one_line, whole

KEY_VARIABLES = ("ADHOC_LLM_API_KEY", "OPENAI_API_KEY")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_TRANSPORT_RETRIES = 1
_LONGEST_REASON = 300


@dataclass(frozen=True)
class ModelSettings:
    """Say which endpoint to ask, and how; `time_limit` is in seconds of wall time per question."""

    base_url: str
    model: str
    temperature: float = 0.3
    time_limit: float = 20.0

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
        if self.time_limit <= 0.0:
            raise ConfigError(f"llm_time_limit: expected seconds above 0, got {self.time_limit:g}")

    @property
    def is_local(self) -> bool:
        """Tell whether the endpoint is on this machine: no proxy, and no key is needed."""
        return urlsplit(self.base_url).hostname in _LOOPBACK


def missing_key(settings: ModelSettings, environment: Mapping[str, str]) -> str:
    """Return in words that an endpoint needs a key that is not there, or an empty text."""
    if _key(environment) or settings.is_local:
        return ""
    return f"{settings.base_url} needs a key: set {' or '.join(reversed(KEY_VARIABLES))}"


def _key(environment: Mapping[str, str]) -> str:
    return next((environment[name] for name in KEY_VARIABLES if environment.get(name)), "")


class OpenAIModel:
    """Ask an OpenAI-compatible endpoint; the key comes from the environment and is never shown."""

    def __init__(
        self, settings: ModelSettings, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._settings = settings
        if missing := missing_key(settings, environment):
            raise ConfigError(missing)
        self._key = key = _key(environment)
        self._client = openai.AsyncOpenAI(
            base_url=settings.base_url,
            api_key=key or "none",
            timeout=settings.time_limit,
            max_retries=_TRANSPORT_RETRIES,
            http_client=bounded_client(trust_env=not settings.is_local),
        )

    @property
    def name(self) -> str:
        """Return the model's name, as it was configured."""
        return self._settings.model

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._settings.temperature

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the endpoint's answer; see `LanguageModel.complete` for errors."""
        messages: Any = [{"role": m.role, "content": m.content} for m in prompt]
        # Its words as they came: what the client would make of them is not checked.
        request = self._client.chat.completions.with_raw_response.create(
            model=self.name, messages=messages, temperature=self.temperature
        )
        try:
            # The client's own limit is per read; a server that drips must not hold us up either.
            answer = await asyncio.wait_for(request, self._settings.time_limit)
        except (asyncio.TimeoutError, openai.APITimeoutError):
            limit = self._settings.time_limit
            raise ModelUnavailableError(
                f"no answer within {limit:g} s from {self._where}"
            ) from None
        except openai.APIConnectionError as error:
            cause = error.__cause__
            if isinstance(cause, StrangeAnswerError):
                raise ModelUnavailableError(f"{self._where} {cause}") from None
            raise ModelUnavailableError(f"cannot reach {self._where}") from None
        except openai.APIStatusError as error:
            raise ModelUnavailableError(self._refusal(error)) from None
        except StrangeAnswerError as error:
            raise ModelUnavailableError(f"{self._where} {error}") from None
        except (openai.OpenAIError, ValueError, RecursionError) as error:
            raise ModelUnavailableError(f"{self._where}: {self._hide(str(error))}") from None
        return self._completion(answer.http_response.content)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    @property
    def _where(self) -> str:
        return f"{self._settings.base_url} ({self.name})"

    def _completion(self, body: bytes) -> Completion:
        """Return the first choice of an answer, every field of it checked."""
        try:
            answer = json.loads(body)
            message = answer["choices"][0]["message"]
            text = message.get("content")
            usage = answer.get("usage") or {}
            return Completion(
                text=_text(text),
                model=_text(answer.get("model")) or self.name,
                prompt_tokens=usage.get("prompt_tokens") or 0,
                completion_tokens=usage.get("completion_tokens") or 0,
            )
        except (
            json.JSONDecodeError, UnicodeDecodeError, RecursionError,
            LookupError, TypeError, AttributeError,
        ):  # fmt: skip
            raise ModelUnavailableError(f"{self._where} sent no chat completion") from None
        except ValueError as error:
            raise ModelUnavailableError(
                f"{self._where} sent no chat completion: {self._hide(str(error))}"
            ) from None

    def _refusal(self, error: openai.APIStatusError) -> str:
        if error.status_code in (401, 403):
            return f"{self._where} refused the key from {' or '.join(KEY_VARIABLES)}"
        if 300 <= error.status_code < 400:
            return f"{self._where} answered {error.status_code}: no question follows a redirect"
        return f"{self._where} answered {error.status_code}: {self._hide(error.message)}"

    def _hide(self, text: str) -> str:
        text = hide_key(text[: 4 * _LONGEST_REASON], self._key)
        return one_line(text)[:_LONGEST_REASON]


def _text(value: Any) -> Any:
    """Return a text made whole, and nothing for none; what is no text is refused later."""
    if value is None:
        return ""
    return whole(value) if isinstance(value, str) else value
