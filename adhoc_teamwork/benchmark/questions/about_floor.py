# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Questions about sweeping cubes: what was done (memory), cubes that are missed (adaptation)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from adhoc_teamwork.benchmark.questions.about_food import done_before
from adhoc_teamwork.benchmark.questions.drawing import Case, Draft, among_cases, among_sentences
from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode
from adhoc_teamwork.cells.task_file import CellTask

TASK = "sweep_floor"
SWEPT, WHEN = 6, 6
"""Questions of each kind about what was done."""
GONE = 6
"""And about cubes that are missed."""

IN_BIN = "It is in the bin: nothing more has to be done with it."
IN_PAN = "It is in the dustpan: it still has to be dumped."
ON_TABLE = "I see it on the table: it still has to be swept."
_PLACES = {"bin": IN_BIN, "dustpan": IN_PAN, "the table": ON_TABLE}


def memory(log: Sequence[LoggedEpisode], draw: random.Random) -> Iterator[Draft]:
    """Yield questions about which cube was swept when."""
    swept, when = list[list[Case]](), list[list[Case]]()
    for episode in log:
        for number in range(1, len(episode.rounds) + 1):
            sweeps = [
                (n, names[0])
                for n, _, verb, names in done_before(episode, number)
                if verb == "SWEEP"
            ]
            times = Counter(cube for _, cube in sweeps)
            once = [(n, cube) for n, cube in sweeps if times[cube] == 1]
            for robot in episode.end.reach:
                swept.append([
                    Case(episode, number, robot, f"Which cube was swept in round {n}?", (cube,))
                    for n, cube in once
                ])  # fmt: skip
                when.append([
                    Case(episode, number, robot, f"In which round was {cube} swept?", (str(n),))
                    for n, cube in once
                ])  # fmt: skip
    for kind, pools, count in (("swept in a round", swept, SWEPT), ("swept when", when, WHEN)):
        for draft in among_cases(kind, pools, 3, count, draw):
            yield replace(draft, tells_history=True)


def adaptation(
    task: CellTask, log: Sequence[LoggedEpisode], draw: random.Random
) -> Iterator[Draft]:
    """Yield questions about a cube that somebody does not see any more."""
    gone: dict[str, list[Case]] = {one: [] for one in _PLACES.values()}
    for episode in log:
        for number, state in enumerate(episode.states):
            for robot in state.reach:
                for other in state.reach:
                    for cube in task.names["cube"] if other != robot else ():
                        right = _PLACES.get(state.place.get(cube, ""))
                        asks = f"{other} says: {cube} is gone, I see it nowhere. What do you say?"
                        if right:
                            gone[right].append(Case(episode, number, robot, asks, ()))
    yield from among_sentences("a cube that is missed", gone, GONE, draw)
