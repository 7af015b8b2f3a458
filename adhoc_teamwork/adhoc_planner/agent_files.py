# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a planner reads once, and what it makes of it each time an agent begins."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord, record_of
from adhoc_teamwork.adhoc_planner.model_queries.tracing import DECISION
from adhoc_teamwork.adhoc_planner.model_queries.weaker_model import weaker_model
from adhoc_teamwork.adhoc_planner.parameters import budget_and_price, known_prices, model_settings
from adhoc_teamwork.adhoc_planner.policies.registry import find_policy
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet, load_prompts
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig, judged_by, load_task, with_goal
from adhoc_teamwork.llm_port.budget import BudgetedModel, Ledger
from adhoc_teamwork.llm_port.cache import with_cache
from adhoc_teamwork.llm_port.openai_model import OpenAIModel
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.llm_port.prices import Prices
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.robot_card import load_robot_card
from adhoc_teamwork.teamwork.team.channel import find_channel


@dataclass(frozen=True)
class AgentFiles:
    """Hold the robot, its task and its prompts; the rest comes from parameters, which change."""

    robot: str
    capability: Capability
    folder: Path
    task: TaskConfig
    judgement: str
    prompts: PromptSet
    prices: Prices

    def settings(self, values: Mapping[str, Any], session: int) -> AgentSettings:
        """Return how an agent is set up; `session` must be above every earlier one."""
        return AgentSettings(
            robot=self.robot,
            session=session,
            capability=self.capability,
            policy=values["policy"],
            candidates=values["n_irot"],
            rounds=values["rounds"],
            reflection_wait=values["reflection_wait"],
            task=self.task,
            channel=find_channel(values["channel"]),
            pictures=values["llm_pictures"],
            things_take_room=True,
        )

    def record(self, settings: AgentSettings, model: LanguageModel) -> AgentRecord:
        """Return the same as the journal tells it."""
        return record_of(settings, self.folder, self.judgement, model.name, model.temperature)


def read_agent_files(robot: str, values: Mapping[str, Any]) -> AgentFiles:
    """Read the files that parameters name.

    Raises:
        ConfigError: One is not usable.
    """
    folder = Path(values["task_config"])
    card = load_robot_card(Path(values["robot_card"]))
    task = judged_by(with_goal(load_task(folder), values["goal"]), values["judgement"])
    return AgentFiles(
        robot,
        card.capability,
        folder,
        task,
        values["judgement"],
        load_prompts(folder),
        known_prices(values),
    )


def make_model(robot: str, values: Mapping[str, Any]) -> LanguageModel:
    """Return the model that a robot's parameters name, behind budget and cache where there are any.

    Raises:
        ConfigError: It cannot be asked, its cache or ledger not be used, or its price is needed and
            not known.
    """
    is_weaker = find_policy(values["policy"]).weaker_model
    name = weaker_model(values["llm_model"]) if is_weaker else values["llm_model"]
    model: LanguageModel = OpenAIModel(model_settings(values, name, robot))
    budget, price = budget_and_price(values, name)
    if budget:
        ledger = _ledger(values["llm_ledger"])
        model = BudgetedModel(model, budget, ledger, price, robot, DECISION.get)
    return with_cache(model, values["llm_cache"], values["llm_cache_always"])


@cache
def _ledger(path: str) -> Ledger:
    """Return the ledger in a file, or that of this process, which outlives changes of the model."""
    ledger = Ledger(Path(path) if path else None)
    ledger.setup()
    return ledger
