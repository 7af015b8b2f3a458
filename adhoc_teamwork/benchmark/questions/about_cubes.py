# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about sorting cubes: what a robot can do (capability), what it answers (response)."""

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from adhoc_teamwork.benchmark.questions.drawing import Case, Draft, among_cases, among_sentences
from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode, State
from adhoc_teamwork.benchmark.questions.question import YES_OR_NO
from adhoc_teamwork.cells.task_file import CellTask

TASK = "sort_cubes"
OUT_OF_REACH, CUBES, FREE_PANELS = 19, 19, 19
"""Questions of each kind about what a robot can do."""
HERE, NEARER = 48, 48
"""And of each kind of request."""


def capability(
    task: CellTask, log: Sequence[LoggedEpisode], draw: random.Random
) -> Iterator[Draft]:
    """Yield questions about what a robot can reach, take and put down."""
    panels, cubes = task.names["panel"], task.names["object"]
    far, near, free = list[Case](), list[Case](), list[Case]()
    for episode, number, state in _states(log):
        for robot, reach in state.reach.items():
            out = tuple(one for one in panels if one not in reach)
            asks = "Which panels are out of your reach?"
            far.append(Case(episode, number, robot, asks, out))
            taken = tuple(one for one in cubes if one in reach)
            asks = "Which cubes can you take in this round?"
            near.append(Case(episode, number, robot, asks, taken))
            for cube in cubes:
                where = tuple(one for one in panels if _can(state, robot, cube, one))
                asks = f"On which panels can you yourself put {cube} in this round?"
                free.append(Case(episode, number, robot, asks, where))
    yield from among_cases("out of reach", [far], 3, OUT_OF_REACH, draw)
    yield from among_cases("cubes in reach", [near], 4, CUBES, draw)
    yield from among_cases("panels to put it on", [free], 4, FREE_PANELS, draw)


def response(task: CellTask, log: Sequence[LoggedEpisode], draw: random.Random) -> Iterator[Draft]:
    """Yield questions whether a robot can do what another asks it for."""
    here = {word: list[Case]() for word in YES_OR_NO}
    nearer = {word: list[Case]() for word in YES_OR_NO}
    panels = task.names["panel"]
    for episode, number, state in _states(log):
        for robot, other in permutations(state.reach, 2):
            for cube, panel in product(task.names["object"], panels):
                if state.place.get(cube) not in panels or state.place[cube] == panel:
                    continue
                wants = f"{other} wants {cube} on {panel} and asks you for help. Can you"
                word = YES_OR_NO[not _can(state, robot, cube, panel)]
                asks = f"{wants} put it there in this round?"
                here[word].append(Case(episode, number, robot, asks, ()))
                word = YES_OR_NO[not _helps(panels, state, robot, cube, panel)]
                asks = f"{wants} put it nearer to there in this round, or there itself?"
                nearer[word].append(Case(episode, number, robot, asks, ()))
    yield from among_sentences("put it there", here, HERE, draw)
    yield from among_sentences("put it nearer", nearer, NEARER, draw)


def _states(log: Sequence[LoggedEpisode]) -> Iterator[tuple[LoggedEpisode, int, State]]:
    for episode in log:
        for number, state in enumerate(episode.states):
            yield episode, number, state


def _can(state: State, robot: str, cube: str, panel: str) -> bool:
    """Tell whether a robot can take a cube from where it is to a free panel."""
    reach = state.reach[robot]
    return cube in reach and panel in reach and panel not in state.place.values()


def _helps(panels: Sequence[str], state: State, robot: str, cube: str, goal: str) -> bool:
    """Tell whether a robot can bring a cube nearer to a panel, counted in panels."""
    here, there = panels.index(state.place[cube]), panels.index(goal)
    return any(
        _can(state, robot, cube, one) and abs(panels.index(one) - there) < abs(here - there)
        for one in panels
    )
