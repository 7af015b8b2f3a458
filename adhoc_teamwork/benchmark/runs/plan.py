# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Work out which episodes a run needs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.benchmark.agents.air import find_air
from adhoc_teamwork.benchmark.agents.registry import asks_model, check_names
from adhoc_teamwork.benchmark.engines.work import Work
from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.benchmark.tasks.task import HORIZON, BenchTask
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import OPEN

NONE = "none"
"""The ad hoc policy that stands for: the team alone."""


@dataclass(frozen=True)
class Setting:
    """Hold what is compared in a row of a table: who, with whom, from when, with which model.

    `channel` names what the team may say to each other, and over which radios (`agents.air`).
    """

    team: str
    adhoc: str
    t0: int = 0
    llm: str = ""
    channel: str = OPEN.name


def make_setting(team: str, adhoc: str, t0: int, llm: str, channel: str = OPEN.name) -> Setting:
    """Return a setting; the team alone has no t0, and policies without a model no `llm`.

    Raises:
        ConfigError: A policy, channel, price or radio is not known, or t0 is not within an episode.
    """
    check_names(team, adhoc)
    if not 0 <= t0 < HORIZON:
        raise ConfigError(f"--t0 {t0}: expected a step from 0 to {HORIZON - 1}")
    asked = llm if asks_model(team, adhoc) else ""
    return Setting(team, adhoc, 0 if adhoc == NONE else t0, asked, find_air(channel).name)


def alone(setting: Setting) -> Setting:
    """Return the setting that a setting is compared with: the same team without ad hoc robot."""
    llm = setting.llm if asks_model(setting.team, NONE) else ""
    return Setting(setting.team, NONE, 0, llm, setting.channel)


def alone_in(robots: int, setting: Setting) -> Setting:
    """Return the setting in which a team of so many robots is played without the ad hoc robot.

    One robot has nobody to talk to: neither price nor radios make any difference to it.
    """
    without = alone(setting)
    if robots > 1:
        return without
    return replace(without, channel=find_air(setting.channel).channel.family)


def plan(settings: Iterable[Setting], tasks: Sequence[BenchTask]) -> list[Work]:
    """Return every episode once: those of the settings and of the teams alone in the same tasks."""
    works: dict[EpisodeKey, BenchTask] = {}
    for setting in settings:
        works |= {_key(task, alone_in(len(task.team), setting)): task for task in tasks}
        if setting.adhoc != NONE:
            works |= {_key(task, setting): task for task in tasks}
    return [Work(key, task) for key, task in works.items()]


def setting_of(key: EpisodeKey) -> Setting:
    """Return the setting that an episode is of."""
    return Setting(key.team, key.adhoc, key.t0, key.llm, key.channel)


def _key(task: BenchTask, who: Setting) -> EpisodeKey:
    return EpisodeKey(task.task_id, who.team, who.adhoc, who.t0, who.llm, who.channel)
