# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What models cost by the token, from a table that users correct (`config/prices.yaml`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.team.llm_call import LlmCall

FILE = "prices.yaml"
_MILLION = 1e6
_DATE = re.compile(r"-\d{4}-\d{2}-\d{2}$")


@dataclass(frozen=True)
class Price:
    """Hold US dollars for a million tokens that are asked, and for a million that are answered."""

    prompt: float
    completion: float

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return US dollars for so many tokens."""
        paid = self.prompt * prompt_tokens + self.completion * completion_tokens
        return paid / _MILLION


FREE = Price(0.0, 0.0)


@dataclass(frozen=True)
class Prices:
    """Hold the prices of models by name."""

    models: Mapping[str, Price] = field(default_factory=dict)

    def of(self, model: str) -> Price | None:
        """Return the price of a model, whatever date stands behind its name; None for none."""
        return self.models.get(model) or self.models.get(_DATE.sub("", model))

    def priced(self, call: LlmCall) -> LlmCall:
        """Return an exchange with what it cost, None where the model has no price.

        What a cache answered or was not asked is free; what says what it cost is believed.
        """
        if call.usd is not None:
            return call
        price = FREE if call.cached or not call.is_asked else self.of(call.model)
        usd = price.cost(call.prompt_tokens, call.completion_tokens) if price else None
        return replace(call, usd=usd)


NO_PRICES = Prices()


def load_prices(path: Path) -> Prices:
    """Return the prices in a file.

    Raises:
        ConfigError: There is no such file, or no prices in it.
    """
    prices = load_config(path, Prices)
    for model, price in prices.models.items():
        if not (0.0 <= price.prompt < _MILLION and 0.0 <= price.completion < _MILLION):
            raise ConfigError(f"{path}: models.{model}: expected prices from 0 up")
    return prices
