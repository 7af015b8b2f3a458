# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What stands before a language model and answers with it."""

from adhoc_teamwork.llm_port.port import Completion, LanguageModel
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage


class PassingOn:
    """Pass questions on to a model; subclasses see what goes in and out."""

    def __init__(self, model: LanguageModel) -> None:
        """Store whom to ask; it is closed with this."""
        self._model = model

    @property
    def name(self) -> str:
        """Return the model's name, as the endpoint knows it."""
        return self._model.name

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""
        return self._model.temperature

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the model's answer; see `LanguageModel.complete` for errors."""
        return await self._model.complete(prompt)

    async def close(self) -> None:
        """Let go of connections."""
        await self._model.close()
