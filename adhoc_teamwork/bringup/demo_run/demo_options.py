# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The options of `adhoc demo`, checked."""

import argparse
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.bringup.demo_run.demo_arguments import (
    CELL_METHODS,
    DEFAULT_POLICY,
    contradiction,
)
from adhoc_teamwork.llm_port.answer_limits import AnswersBy
from adhoc_teamwork.llm_port.budget import check_price, read_budget
from adhoc_teamwork.llm_port.hosted import hosted_model, hosted_url
from adhoc_teamwork.llm_port.prices import FILE as PRICES
from adhoc_teamwork.llm_port.prices import load_prices
from adhoc_teamwork.teamwork.channel_names import channel_at
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.discovery import Discovery, read_discovery
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.settings.places import config_dir

OFFLINE_MODEL = "offline"


@dataclass(frozen=True)
class DemoOptions:
    """Hold the options of one run; `latency` and `time_limit` in simulated seconds.

    `llm_time_limit` is in seconds of wall time; it and `llm_max_tokens` are 0 where nothing is
    said.
    """

    scenario: str
    task: str
    house: str | None
    misplaced: int | None
    list_misplaced: bool
    seed: int
    without_adhoc: bool
    speed: float
    hosted: bool
    model: str
    base_url: str
    llm_time_limit: float
    llm_max_tokens: int
    llm_answers: AnswersBy
    pictures: int
    budget: str
    latency: float
    hallucination: float
    errors: str
    cache: Path | None
    cache_always: bool
    out: Path | None
    watch: bool
    record_images: bool
    time_limit: float | None
    policy: str
    team_policy: str
    discovery: Discovery | None
    channel: str
    """Empty: as the scenario says."""
    navigation: Navigation | None = None
    """None: as the scenario says."""
    cell: str = ""
    """A name of config/cells or a file; empty: in a house."""
    switch: str = ""
    """Who is switched on and off before which round, in a cell."""
    taskset: Path | None = None
    """The folder of a suite's task set, of which one episode is played."""
    episode: str = ""


def read_options(
    values: argparse.Namespace, environment: Mapping[str, str] = os.environ
) -> DemoOptions:
    """Return the checked options.

    Raises:
        ConfigError: A file is missing, options contradict each other, or a budget in dollars is
            given for a model without a price.
    """
    wrong = contradiction(values, environment)
    if wrong:
        raise ConfigError(wrong)
    hosted = values.llm == "openai"
    base_url = hosted_url(values.base_url, environment)
    model = hosted_model(values.model, environment) if hosted else OFFLINE_MODEL
    budget = read_budget(values.budget or "", "--budget")
    check_price(budget, model, load_prices(config_dir() / PRICES).of(model))
    return DemoOptions(
        scenario=values.scenario,
        task=values.task,
        house=values.house,
        misplaced=values.misplaced,
        list_misplaced=values.list_misplaced,
        seed=values.seed,
        without_adhoc=values.without_adhoc,
        speed=values.speed,
        hosted=hosted,
        model=model,
        base_url=base_url if hosted else "",
        llm_time_limit=values.llm_time_limit or 0.0,
        llm_max_tokens=values.llm_max_tokens or 0,
        # What a demonstration without a network shows is to stay the same.
        llm_answers=AnswersBy(values.llm_answers or (AnswersBy.AUTO if hosted else AnswersBy.TEXT)),
        pictures=values.pictures,
        budget=values.budget or "",
        latency=values.latency,
        hallucination=values.hallucination or 0.0,
        errors=str(values.errors or ""),
        cache=Path(values.cache) if values.cache else None,
        cache_always=values.cache_always,
        out=Path(values.out) if values.out is not None else None,
        watch=values.watch,
        record_images=values.record_images,
        time_limit=values.time_limit,
        policy=values.policy,
        team_policy=_team_policy(values),
        discovery=read_discovery(values.discovery, "--discovery") if values.discovery else None,
        channel=channel_at(values.channel or "", values.price),
        navigation=Navigation(values.navigation) if values.navigation else None,
        cell=values.cell or "",
        switch=values.switch,
        taskset=values.taskset,
        episode=values.episode,
    )


def _team_policy(values: argparse.Namespace) -> str:
    """Return the others' policy: in a cell, where nothing is said, as the first of its methods."""
    if not values.cell or values.team_policy != DEFAULT_POLICY:
        return str(values.team_policy)
    return str(values.policy) if values.policy in CELL_METHODS else CELL_METHODS[0]
