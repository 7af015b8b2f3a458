# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teams of arms by name, and one episode of one of them."""

import asyncio
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from adhoc_teamwork.benchmark.agents.llm_session import NO_MODEL, make_model
from adhoc_teamwork.benchmark.arms.results import ArmsKey, ArmsResult
from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.cells.compiling import CellModel, compile_cell, load_kinds
from adhoc_teamwork.cells.dialog import Central, Dialog, Known, Planners, load_dialog
from adhoc_teamwork.cells.episode import METHODS, Episode, Played, Rules
from adhoc_teamwork.cells.film import Film, Filmed
from adhoc_teamwork.cells.simple_teams import Random, Waiting
from adhoc_teamwork.cells.switching import read_switches
from adhoc_teamwork.cells.task_file import CellTask, load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.llm_port.port import LanguageModel, ModelUnavailableError
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.places import config_dir

TASKS = (
    "pack_grocery", "arrange_cabinet", "sweep_floor", "make_sandwich", "sort_cubes", "move_rope",
)  # fmt: skip
"""The tasks of the suite, in the order of the paper's table."""


@dataclass(frozen=True)
class Team:
    """Say how a team plays, and whether it asks a model."""

    rules: Rules
    asks: bool = True


TEAMS = {
    "roco": Team(METHODS["roco"]),
    "roco-central": Team(Rules(knows_all=True)),
    **{name: Team(METHODS[name]) for name in ("roco-no-history", "roco-no-feedback")},
    "waiting": Team(Rules(), asks=False),
    "random": Team(Rules(), asks=False),
}
"""The paper's rows (Table II), and two that show what success is worth."""


def find_team(name: str) -> Team:
    """Return the team of a name.

    Raises:
        ConfigError: There is none.
    """
    if name not in TEAMS:
        raise ConfigError(f"--team {name}: expected one of {', '.join(TEAMS)}")
    return TEAMS[name]


def cells_folder() -> Path:
    """Return the folder of tasks of arms."""
    return config_dir() / "cells"


def play_arms(key: ArmsKey, films: Path | None = None) -> ArmsResult:
    """Play one episode.

    Args:
        key: Which.
        films: Where a film and a picture of it are written, where that is wanted.

    Raises:
        ConfigError: There is no such task, team or model, or switches do not fit, or no MuJoCo.
        BenchError: The model does not answer, or the film cannot be written.
    """
    task, model = cell_of(key.task)
    read_switches(key.switches).check(task, key.task)
    played = asyncio.run(_played(key, task, CellWorld(model), films))
    return ArmsResult(
        key,
        played.success,
        played.steps,
        tuple(played.plans),
        played.calls,
        dict(sorted(played.refused.items())),
        played.unmoved,
    )


async def _played(key: ArmsKey, task: CellTask, world: CellWorld, films: Path | None) -> Played:
    team = find_team(key.team)
    name = f"{key.task} {key.seed}"
    models: dict[str, LanguageModel] = {}

    def model_of(robot: str) -> LanguageModel:
        if robot not in models:
            models[robot] = make_model(key.llm, name, robot) if team.asks else NO_MODEL
        return models[robot]

    def make(known: Known) -> Planners:
        if key.team == "waiting":
            return Waiting(known)
        if key.team == "random":
            return Random(known, key.seed)
        templates = load_dialog(cells_folder())
        if team.rules.knows_all:
            return Central(templates, known, model_of(""))
        return Dialog(templates, known, model_of)

    try:
        goal = begin(task, world, key.seed).goal
        episode = Episode(task, world, goal, key.seed, read_switches(key.switches))
        if films is None:
            return await episode.play(make, team.rules)
        film = Film(task, world, f"{name}, {key.team}")
        played = await episode.play(lambda known: Filmed(make(known), film), team.rules)
        try:
            film.write(films / f"{key.team}_{key.task}_{key.seed}", played.rounds)
        except OSError as error:
            raise BenchError(f"--film {films}: {error.strerror or error}") from None
        return played
    except ModelUnavailableError as error:
        raise BenchError(f"{name}: {error}; the same command goes on from there") from None
    finally:
        for model in models.values():
            await model.close()


@lru_cache(maxsize=len(TASKS))
def cell_of(name: str) -> tuple[CellTask, CellModel]:
    """Return a task of the suite and its cell, compiled once.

    Raises:
        ConfigError: A file is missing or wrong, or MuJoCo is missing.
    """
    folder = cells_folder()
    path = folder / f"{name}.yaml"
    task = load_task(path)
    return task, compile_cell(task.cell, load_kinds(task.cell, folder), str(path))
