# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The fixed sample of all suites, and who plays it: the same for everyone, drawn by one seed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from adhoc_teamwork.benchmark.agents.registry import ALL_KNOWING, team_names
from adhoc_teamwork.benchmark.figures.metrics import partial_success
from adhoc_teamwork.benchmark.figures.suite_figures import steps
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting, make_setting
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.suites.registry import C_WAH, HABITAT_MAS, TDW_MAT, find_suite
from adhoc_teamwork.benchmark.tasks.task import TaskSet
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import SILENT

SEED = 2026
"""Of all sets of the sample; nothing was chosen or tried on what it draws."""
METHODS = ("irot", "coela", "capo", "emos", "llm")
"""The published methods that play in houses, in the order of tables; `llm` negotiates."""
TIDYING = "tidying"
SETS = "sets"


@dataclass(frozen=True)
class Score:
    """Say what a suite is told by; `of` returns it of an episode, from 0 to `full`."""

    name: str
    of: Callable[[EpisodeResult], float]
    rising: bool = True

    def best(self, values: Iterable[float]) -> float:
        """Return the best of some means."""
        return max(values) if self.rising else min(values)

    def proximity(self, value: float, best: float) -> float:
        """Return how near a mean is to the best one, 1 where it is the best."""
        part, whole = (value, best) if self.rising else (best, value)
        return part / whole if whole else 1.0


@dataclass(frozen=True)
class Section:
    """Say which of a suite's tasks are played, who plays them, and what they are told by.

    `rule` is the strongest rule there, empty where rules understand no goal in words; `bounds` are
    upper bounds that there are for it.
    """

    name: str
    rule: str
    tasks: int
    score: Score
    bounds: tuple[str, ...] = ()

    @property
    def suite(self) -> str:
        """Return the suite's name as task sets have it."""
        return "" if self.name == TIDYING else self.name

    def players(self, methods: Iterable[str]) -> tuple[str, ...]:
        """Return who plays here: the methods and the rule."""
        return tuple(dict.fromkeys((*methods, *((self.rule,) if self.rule else ()))))

    def settings(self, methods: Iterable[str], llm: str, channel: str) -> list[Setting]:
        """Return what is played: each team alone, with each ad hoc robot, and with the bounds.

        Raises:
            ConfigError: A policy or the channel is not known.
        """
        players = self.players(methods)
        cells = [(team, adhoc) for team in players for adhoc in (NONE, *players, *self.bounds)]
        wanted = [make_setting(team, adhoc, 0, llm, channel) for team, adhoc in cells]
        if self.rule:
            wanted.append(make_setting(self.rule, self.rule, 0, llm, SILENT.name))
        return list(dict.fromkeys(wanted))


SECTIONS = (
    Section(
        TIDYING,
        "heuristic",
        18,
        Score("tidied %", lambda result: 100.0 * partial_success(result)),
        bounds=(ALL_KNOWING,),
    ),
    Section(
        C_WAH.name,
        "mhp",
        10,
        Score("L", partial(steps, horizon=C_WAH.horizon), rising=False),
    ),
    Section(TDW_MAT.name, "rhp", 12, Score("TR %", lambda r: 100.0 * partial_success(r))),
    Section(
        HABITAT_MAS.name,
        "",
        12,
        Score("success %", lambda result: 100.0 * result.success),
    ),
)


def chosen_methods(text: str) -> tuple[str, ...]:
    """Return the methods of a list with commas, others than those that ship among them.

    Raises:
        ConfigError: There is no such policy, or none is named.
    """
    names = tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
    unknown = [name for name in names if name not in team_names()]
    if unknown or not names:
        expected = ", ".join(team_names())
        raise ConfigError(f"--methods {text:.80}: expected some of {expected}, between commas")
    return names


def section_set(section: Section, out: Path, jobs: int) -> tuple[Path, TaskSet]:
    """Return a section's task set and its folder; it is drawn where it is not there yet.

    Raises:
        ConfigError: What is there is broken, or another set.
        BenchError: The disk is full, or a process was killed.
    """
    folder = out / SETS / section.name
    if not folder.exists():
        _draw(section, folder, jobs)
    found = load_taskset(folder)
    if (found.suite, found.seed) != (section.suite, SEED):
        raise ConfigError(
            f"{folder}: a set of seed {found.seed}; expected that of the flagship table, of seed "
            f"{SEED}: remove the folder, and it is drawn anew"
        )
    return folder, found


def _draw(section: Section, folder: Path, jobs: int) -> None:
    from adhoc_teamwork.benchmark.generation.houses import own_houses
    from adhoc_teamwork.benchmark.generation.suites.command import draw_suite
    from adhoc_teamwork.benchmark.generation.suites.plan import SuitePlan
    from adhoc_teamwork.benchmark.generation.tasks import Plan
    from adhoc_teamwork.benchmark.generation.whole_set import make_taskset

    if section.suite:
        draw_suite(folder, section.name, SuitePlan(find_suite(section.suite), SEED), jobs)
    else:
        make_taskset(folder, section.name, own_houses(SEED, 1), Plan(SEED), jobs)
