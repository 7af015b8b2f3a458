# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The offline model as a language model in this process, without a server."""

from adhoc_teamwork.llm_port.port import Completion
from adhoc_teamwork.offline_model.model import ALWAYS_THE_SAME, answer
from adhoc_teamwork.offline_model.protocol import estimate_tokens
from adhoc_teamwork.offline_model.settings import OfflineSettings
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage


class OfflineModel:
    """Answer with the rule-based stand-in, in this process and at once."""

    def __init__(
        self, settings: OfflineSettings = ALWAYS_THE_SAME, episode: str = "", asker: str = ""
    ) -> None:
        """Store what answers depend on beside the prompt; its errors are of episode and robot."""
        self._settings = settings
        self._episode, self._asker = episode, asker

    @property
    def name(self) -> str:
        """Return the name that says all of the settings."""
        return self._settings.name

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._settings.temperature

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the stand-in's answer."""
        chat = [{"role": m.role, "content": m.content} for m in prompt]
        text = answer(chat, self._settings, self._episode, self._asker)
        asked = sum(len(m.content) for m in prompt)
        return Completion(text, self.name, estimate_tokens(asked), estimate_tokens(len(text)))

    async def close(self) -> None:
        """Do nothing: there is no connection."""
