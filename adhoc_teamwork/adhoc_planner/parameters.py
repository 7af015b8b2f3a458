# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of the planner node."""

import os
from collections.abc import Mapping
from pathlib import Path

from adhoc_teamwork.adhoc_planner.decisions.dialogue import REFLECTION_WAIT
from adhoc_teamwork.adhoc_planner.policies.policy import CANDIDATES, ROUNDS
from adhoc_teamwork.llm_port.answer_limits import (
    LONGEST_TIME_LIMIT,
    MOST_TOKENS_LIMIT,
    AnswersBy,
)
from adhoc_teamwork.llm_port.budget import EXAMPLE, Budget, check_price, read_budget
from adhoc_teamwork.llm_port.endpoint import ModelSettings, missing_key
from adhoc_teamwork.llm_port.prices import NO_PRICES, Price, Prices, load_prices
from adhoc_teamwork.offline_model.settings import Variant
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable, Value
from adhoc_teamwork.teamwork.team.channel import CHANNEL_DESCRIPTION, OPEN, check_channel
from adhoc_teamwork.teamwork.team.llm_call import MOST_PICTURES

MODEL = (
    *("llm_base_url", "llm_model", "llm_temperature", "llm_time_limit", "llm_max_tokens"),
    *("llm_answers", "llm_budget"),
)
"""Parameters that say which model is asked, and how: a change counts from the next question on."""


def model_settings(values: Mapping[str, Value], model: str, robot: str = "") -> ModelSettings:
    """Return how the parameters say that `model` is asked.

    The stand-in is told which robot asks, for its errors are that robot's; no other model is.

    Raises:
        ConfigError: A value is not usable.
    """
    return ModelSettings(
        base_url=str(values["llm_base_url"]),
        model=model,
        temperature=float(values["llm_temperature"]),
        time_limit=float(values["llm_time_limit"]),
        most_tokens=int(values["llm_max_tokens"]),
        answers=AnswersBy(str(values["llm_answers"])),
        user=robot if model in tuple(Variant) else "",
    )


def budget_and_price(values: Mapping[str, Value], model: str) -> tuple[Budget, Price | None]:
    """Return what may be spent, and what `model` costs, None where that is not known.

    Raises:
        ConfigError: A value is not usable, or the budget is in dollars and there is no price.
    """
    budget, price = read_budget(str(values["llm_budget"])), known_prices(values).of(model)
    check_price(budget, model, price)
    return budget, price


def known_prices(values: Mapping[str, Value]) -> Prices:
    """Return what models cost, as far as a file says.

    Raises:
        ConfigError: It is no such file.
    """
    file = str(values["llm_prices"])
    return load_prices(Path(file)) if file else NO_PRICES


def _check(values: Mapping[str, Value]) -> str:
    model = str(values["llm_model"])
    try:
        settings = model_settings(values, model)
        budget_and_price(values, model)
    except ConfigError as error:
        return str(error)
    if missing := missing_key(settings, os.environ):
        return f"llm_base_url: {missing}"
    if wrong := check_channel(values):
        return wrong
    if values["llm_cache"] and values["llm_temperature"] and not values["llm_cache_always"]:
        return "llm_temperature: expected 0 with llm_cache, unless llm_cache_always is true"
    return ""


PARAMETERS = ParameterTable(
    "planner",
    (
        Parameter("robot_card", "", "File that says what the robot can do.", is_needed=True),
        Parameter(
            "task_config",
            "",
            "Folder of the task: its description, sub-tasks, sub-skills, examples.",
            is_needed=True,
        ),
        Parameter("goal", "", "File of a goal in the place of the task's own; empty for that."),
        Parameter(
            "policy",
            "irot",
            "What decides for the robot. A change begins anew.",
            is_needed=True,
            is_live=True,
        ),
        Parameter(
            "llm_base_url",
            "",
            "OpenAI-compatible endpoint; its key comes from the environment.",
            is_needed=True,
            is_live=True,
        ),
        Parameter("llm_model", "", "Model to ask of the endpoint.", is_needed=True, is_live=True),
        Parameter(
            "llm_temperature", 0.3, "Sampling temperature.", least=0.0, most=2.0, is_live=True
        ),
        Parameter(
            "llm_time_limit",
            0.0,
            "Seconds of wall time that an answer may take; 0: 20, or 180 from an endpoint that "
            "thinks first or has not answered yet.",
            least=0.0,
            most=LONGEST_TIME_LIMIT,
            is_live=True,
        ),
        Parameter(
            "llm_max_tokens",
            0,
            "Tokens that an answer may have, thinking included; 0: what the endpoint has.",
            least=0,
            most=MOST_TOKENS_LIMIT,
            is_live=True,
        ),
        Parameter(
            "llm_answers",
            str(AnswersBy.AUTO),
            "How answers are asked for: as text, by a JSON schema, or by one where the endpoint "
            "keeps to it.",
            choices=tuple(str(by) for by in AnswersBy),
            is_live=True,
        ),
        Parameter(
            "llm_simulated_latency",
            -1.0,
            "Seconds of ROS time after which an answer is taken in, give or take a tenth, however "
            "long it takes; below 0: as it comes.",
            least=-1.0,
            most=600.0,
        ),
        Parameter("llm_cache", "", "Folder of answers to prompts asked before; empty for none."),
        Parameter("llm_cache_always", False, "Use the cache at any temperature."),
        Parameter(
            "llm_budget",
            "",
            f"What may be spent on the model, such as {EXAMPLE}; empty: no bound.",
            is_live=True,
        ),
        Parameter(
            "llm_ledger",
            "",
            "File in which all robots of a run add up what they spend; empty: this robot's alone "
            "counts.",
        ),
        Parameter("llm_prices", "", "File with the prices of models; empty: none is known."),
        Parameter(
            "llm_pictures",
            0,
            "Small pictures that a question may have, where the model takes them; 0: text alone. "
            "A change begins anew.",
            least=0,
            most=MOST_PICTURES,
            is_live=True,
        ),
        Parameter(
            "n_irot",
            CANDIDATES,
            "Candidate sub-tasks that are asked for. A change begins anew.",
            least=1,
            most=20,
            is_live=True,
        ),
        Parameter(
            "rounds",
            ROUNDS,
            "How often candidates are asked for before a question is given up. "
            "A change begins anew.",
            least=1,
            most=20,
            is_live=True,
        ),
        Parameter(
            "reflection_wait",
            REFLECTION_WAIT,
            "Seconds of ROS time for which teammates' reflections are waited for. "
            "A change begins anew.",
            least=0.0,
            most=60.0,
            is_live=True,
        ),
        Parameter("judgement", "", "Who says what is out of place; empty: as the task has it."),
        Parameter(
            "kinds", "", "File that says what each kind of message is owed; empty: built in."
        ),
        Parameter(
            "channel",
            OPEN.name,
            CHANNEL_DESCRIPTION,
        ),
        Parameter("simulated_air", False, "Hear only what the simulator's air lets through."),
    ),
    _check,
)
