# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What models cost: found by name, and said to be unknown where it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from adhoc_teamwork.llm_port.prices import NO_PRICES, Price, Prices, load_prices
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import NOT_ASKED, LlmCall

CONFIG = Path(__file__).parents[2] / "config"
CALL = LlmCall(1.0, "dog", 1, "rank", "m", 0.0, (), prompt_tokens=1000, completion_tokens=100)


def test_prices_are_found_by_name_whatever_date_it_has(tmp_path: Path) -> None:
    prices = load_prices(CONFIG / "prices.yaml")
    dated, plain = prices.of("gpt-4o-2024-08-06"), prices.of("gpt-4o")
    assert plain is not None
    assert dated == plain != prices.of("gpt-4o-mini")
    assert plain.cost(1_000_000, 0) == plain.prompt
    assert prices.of("gpt-4o-audio") is None
    path = tmp_path / "prices.yaml"
    path.write_text("models:\n  m: {prompt: -1, completion: 0}\n")
    with pytest.raises(ConfigError, match=r"models\.m: expected prices from 0 up"):
        load_prices(path)


def test_an_exchange_costs_what_its_tokens_do_and_nothing_where_no_model_was_asked() -> None:
    prices = Prices({"m": Price(2.0, 10.0)})
    assert prices.priced(CALL).usd == pytest.approx(0.003)
    assert NO_PRICES.priced(CALL).usd is None
    for free in (replace(CALL, cached=True), replace(CALL, error=f"{NOT_ASKED}spent")):
        assert (prices.priced(free).usd, NO_PRICES.priced(free).usd) == (0.0, 0.0)
    assert prices.priced(replace(CALL, usd=7.0)).usd == 7.0
