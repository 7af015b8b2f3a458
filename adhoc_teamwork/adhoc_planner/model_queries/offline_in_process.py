# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model as a language model in this process, without a server."""

import json

from adhoc_teamwork.llm_port.port import AnswerSchema, Completion
from adhoc_teamwork.offline_model.by_schema import answer_by_schema
from adhoc_teamwork.offline_model.model import ALWAYS_THE_SAME, answer
from adhoc_teamwork.offline_model.protocol import estimate_tokens
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage


class OfflineModel:
    """Answer with the rule-based stand-in, in this process and at once."""

    def __init__(
        self,
        settings: OfflineSettings = ALWAYS_THE_SAME,
        episode: str = "",
        asker: str = "",
        *,
        takes_schema: bool = False,
    ) -> None:
        """Store what answers depend on beside the prompt; its errors are of episode and robot.

        `takes_schema` tells whether it may be asked by a schema.
        """
        self._settings, self._takes_schema = settings, takes_schema
        self._episode, self._asker = episode, asker

    @property
    def name(self) -> str:
        """Return the name that says all of the settings."""
        return self._settings.name

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._settings.temperature

    @property
    def takes_schema(self) -> bool:
        """Tell whether it is asked by a schema where there is one."""
        return self._takes_schema

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the stand-in's answer."""
        chat = [{"role": m.role, "content": m.content} for m in prompt]
        whose = self._settings, self._episode, self._asker
        asked = sum(len(m.content) for m in prompt)
        if schema is None:
            text = answer(chat, *whose)
        else:
            text = answer_by_schema(chat, json.loads(schema.text), *whose)
            asked += len(schema.hint) + len(schema.text)
        tokens = estimate_tokens(asked), estimate_tokens(len(text))
        return Completion(text, self.name, *tokens, by_schema=schema is not None)

    async def close(self) -> None:
        """Do nothing: there is no connection."""
