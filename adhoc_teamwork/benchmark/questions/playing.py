# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play the episodes that questions are made of, and log what is so before each round."""

import asyncio

from adhoc_teamwork.adhoc_planner.model_queries.offline_in_process import OfflineModel
from adhoc_teamwork.benchmark.arms.playing import cell_of, cells_folder
from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode, LoggedRound, State
from adhoc_teamwork.cells.dialog import Dialog, Known, Planners, Round, Talk, load_dialog
from adhoc_teamwork.cells.episode import Episode, Rules
from adhoc_teamwork.cells.relations import relations
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld

PLAYED = {"sort_cubes": 6, "make_sandwich": 3, "sweep_floor": 2, "arrange_cabinet": 2}
"""How many seeds of each task there are questions about."""


def play_log(which: tuple[str, int]) -> LoggedEpisode:
    """Play one episode, a task's name and a seed, with the stand-in; return its log.

    Raises:
        ConfigError: There is no such task, or MuJoCo is missing.
    """
    name, seed = which
    task, model = cell_of(name)
    world = CellWorld(model)
    episode = Episode(task, world, begin(task, world, seed).goal, seed)
    states: dict[int, State] = {}
    offline, templates = OfflineModel(), load_dialog(cells_folder())

    def make(known: Known) -> Planners:
        return _Watching(Dialog(templates, known, lambda _: offline), episode, states)

    played = asyncio.run(episode.play(make, Rules()))
    rounds = tuple(LoggedRound(states[past.number], past) for past in played.rounds)
    end = state_of(episode)
    return LoggedEpisode(name, seed, episode.goal.words, played.success, rounds, end)


def state_of(episode: Episode) -> State:
    """Return what is so in an episode now."""
    now = episode.world.observe()
    found = relations(episode.script, now)
    robots = tuple(episode.task.agents)
    return State(
        {robot: tuple(own.observation) for robot, own in episode.own(now).items()},
        {robot: tuple(episode.teller.reached(robot, now)) for robot in robots},
        dict(sorted(found.place.items())),
        dict(sorted(found.holds.items())),
        tuple(sorted(found.open)),
    )


class _Watching:
    """Have others plan, and note what is so before each round."""

    def __init__(self, planners: Planners, episode: Episode, states: dict[int, State]) -> None:
        self._planners, self._episode, self._states = planners, episode, states

    async def talk(self, now: Round) -> Talk:
        """Return what the others settle; see `Planners`."""
        if now.number not in self._states:
            self._states[now.number] = state_of(self._episode)
        return await self._planners.talk(now)
