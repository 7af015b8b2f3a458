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

"""What every language model offers the planner, hosted, local or scripted."""

from dataclasses import dataclass
from typing import Protocol

from teamwork.llm_call import ChatMessage


class ModelUnavailableError(Exception):
    """Say in one sentence that no answer came: give up now, replan without the model.

    An answer that came but cannot be used is an `answers.AnswerError` instead: ask again.
    """


@dataclass(frozen=True)
class Completion:
    """Hold one answer; `model` is the name that the endpoint reports, tokens are as it counts.

    `cached` where it came from a cache; the tokens are those of the call that filled it.
    """

    text: str
    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False


class LanguageModel(Protocol):
    """Answer chat prompts, one at a time or several at once."""

    @property
    def name(self) -> str:
        """Return the model's name, as the endpoint knows it."""

    @property
    def temperature(self) -> float:
        """Return the sampling temperature."""

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the model's answer to `prompt`.

        Raises:
            ModelUnavailableError: The endpoint cannot be reached, refuses, or takes too long.
        """

    async def close(self) -> None:
        """Let go of connections; the model answers no more."""
