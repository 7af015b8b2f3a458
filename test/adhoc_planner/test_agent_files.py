# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The model that a planner's parameters name, with its budget."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from scripted_model import TASKS

from adhoc_teamwork.adhoc_planner.agent_files import make_model, read_agent_files
from adhoc_teamwork.adhoc_planner.parameters import PARAMETERS
from adhoc_teamwork.llm_port.budget import Ledger, Spending
from adhoc_teamwork.llm_port.port import ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

PRICES = str(TASKS.parent / "prices.yaml")


def values(**changed: Any) -> dict[str, Any]:
    usual = {parameter.name: parameter.default for parameter in PARAMETERS.parameters}
    asked = {"llm_base_url": "http://127.0.0.1:9/v1", "llm_model": "m", "llm_answers": "text"}
    return {**usual, **asked, **changed}


def test_an_agent_is_set_up_once_more_as_it_was() -> None:
    """A replay answers as the robot did, for whose arm things take room."""
    card = TASKS.parent / "robots" / "tall.yaml"
    changed = values(robot_card=str(card), task_config=str(TASKS / "tidy_up"), channel="paper")
    files = read_agent_files("tall", changed)
    settings = files.settings(changed, session=3)
    assert settings.things_take_room
    assert files.record(settings, make_model("tall", changed)).settings(files.task) == settings


def test_a_planner_counts_what_it_spends_under_its_name(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger(path)
    ledger.setup()
    ledger.enter("tall", "", Spending(calls=1.0))
    question = (ChatMessage("user", "?"),)
    for robot, why in (("tall", "the robot's budget of 1 calls"), ("small", "cannot reach")):
        model = make_model(robot, values(llm_ledger=str(path), llm_budget="robot.calls=1"))
        with pytest.raises(ModelUnavailableError, match=why):
            asyncio.run(model.complete(question))
    assert ledger.spent("small").calls == 1


def test_a_budget_in_dollars_needs_a_price() -> None:
    with pytest.raises(ConfigError, match="no price of m is known"):
        make_model("tall", values(llm_budget="usd=1", llm_prices=PRICES))
    priced = values(llm_budget="usd=1", llm_prices=PRICES, llm_model="gpt-4o")
    assert make_model("tall", priced).name == "gpt-4o"
    assert "no price" in PARAMETERS.check(values(llm_budget="usd=1"))
    assert "expected as in calls=200" in PARAMETERS.check(values(llm_budget="a lot"))
