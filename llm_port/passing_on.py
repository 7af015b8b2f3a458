# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""What stands before a language model and answers with it."""

from llm_port.port import Completion, LanguageModel
from teamwork.llm_call import ChatMessage


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
