# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What stands before a language model and answers with it."""

from adhoc_teamwork.llm_port.port import (
    AnswerSchema,
    Completion,
    LanguageModel,
    complete_by,
    takes_pictures,
    takes_schema,
)
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

    @property
    def takes_schema(self) -> bool:
        """Tell whether the model may be asked by a schema."""
        return takes_schema(self._model)

    @property
    def takes_pictures(self) -> bool:
        """Tell whether the model may be shown pictures."""
        return takes_pictures(self._model)

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the model's answer; see `LanguageModel.complete` for errors."""
        return await complete_by(self._model, prompt, schema)

    async def close(self) -> None:
        """Let go of connections."""
        await self._model.close()
