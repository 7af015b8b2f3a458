# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run may spend on a model: counted episode by episode, and told before one is begun."""

from collections.abc import Iterable
from dataclasses import astuple

from adhoc_teamwork.benchmark.models.names import HostedChoice, read_model_name
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.llm_port.budget import Bound, Budget, Scope, Spending, check_price, read_budget
from adhoc_teamwork.llm_port.prices import FILE, FREE, Price, load_prices
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir


class RunBudget:
    """Add up what episodes spend, and say when no more can be begun.

    Args:
        budget: Bounds of the run.
        prices: What each model costs, by the names that results keep.
    """

    def __init__(self, budget: Budget = (), prices: dict[str, Price] | None = None) -> None:
        self._budget, self._prices = budget, prices or {}
        self._spent, self._episodes = Spending(), 0

    def add(self, result: EpisodeResult) -> None:
        """Count an episode that was played; what a cache answered costs nothing."""
        cached = result.time.cached if result.time is not None else 0
        seconds = result.time.seconds if result.time is not None else 0.0
        asked = 1.0 - cached / result.llm_calls if result.llm_calls else 0.0
        prompt = round(asked * result.prompt_tokens)
        completion = round(asked * result.completion_tokens)
        usd = self._prices.get(result.key.llm, FREE).cost(prompt, completion)
        calls = float(result.llm_calls - cached)
        self._spent += Spending(calls, float(prompt + completion), usd, seconds)
        self._episodes += 1

    def reached(self, under_way: int) -> Bound | None:
        """Return the bound that does not last for the episodes under way, if there is one.

        They are taken to cost what the others did, mean.
        """
        if not self._episodes:
            return None
        share = 1.0 + under_way / self._episodes
        expected = Spending(*(share * part for part in astuple(self._spent)))
        return next((bound for bound in self._budget if bound.left(expected) < 0.0), None)

    def __str__(self) -> str:
        """Return what was spent, in words."""
        told = self._spent.rounded()
        return f"{told['calls']} calls, {told['tokens']} tokens, {told['usd']:g} US$"


def run_budget(text: str, models: Iterable[str]) -> RunBudget:
    """Return the budget of a run in words such as ``usd=5,calls=20000``.

    Raises:
        ConfigError: It is none, is not of the whole run, or in dollars for a model without a price.
    """
    budget = read_budget(text, "--budget")
    if any(bound.scope is not Scope.RUN for bound in budget):
        raise ConfigError(f"--budget {text:.60}: expected bounds of the whole run, as usd=5")
    prices: dict[str, Price] = {}
    for name in models if budget else ():
        price = price_of(name)
        check_price(budget, name, price)
        prices[name] = price or FREE
    return RunBudget(budget, prices)


def price_of(name: str) -> Price | None:
    """Return what a model costs, by the name that results keep; None where that is not known.

    Raises:
        ConfigError: There is no such model, or the table of prices is broken.
    """
    chosen = read_model_name(name)
    if not isinstance(chosen, HostedChoice):
        return FREE
    return load_prices(config_dir() / FILE).of(chosen.model)
