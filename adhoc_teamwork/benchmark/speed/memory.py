# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether memory stays flat: what a process takes while it plays many short episodes."""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from itertools import cycle, islice, product
from pathlib import Path
from tempfile import TemporaryDirectory

from adhoc_teamwork.benchmark.episodes.play import play
from adhoc_teamwork.benchmark.generation.houses import HouseRequest
from adhoc_teamwork.benchmark.speed.resident import resident_bytes
from adhoc_teamwork.benchmark.speed.table_time import Drawn, table_settings, write_tasks

_ROOMS, _HOUSES = 2, 6
"""More houses than a process keeps: each is made again and again."""
_TEAM, _MISPLACED = 2, 1
_TENTHS = 10


@dataclass(frozen=True)
class Memory:
    """Hold how many episodes were played, and the resident memory then, in megabytes."""

    counts: tuple[int, ...]
    megabytes: tuple[float, ...]

    @property
    def kilobytes_an_episode(self) -> float:
        """Return by how much it grew with each episode of the second half."""
        half = len(self.counts) // 2 - 1
        grown = self.megabytes[-1] - self.megabytes[half]
        return 1e3 * grown / (self.counts[-1] - self.counts[half])


def watch_memory(episodes: int, advance: Callable[[], None] = lambda: None) -> Memory:
    """Play episodes in this process, one after another, and look at its memory at each tenth.

    They are those of small houses by turns, in Table I's settings by turns: teams by rule, by
    learning and by negotiation, alone and with an ad hoc robot of each method.

    Args:
        episodes: How many; ten at the least.
        advance: Called after each.

    Raises:
        ConfigError: The generator gave no such houses.
    """
    looks = {episodes * tenth // _TENTHS for tenth in range(1, _TENTHS + 1)}
    houses = [HouseRequest(f"m{seed:02}", _ROOMS, seed) for seed in range(1, _HOUSES + 1)]
    found = {}
    with TemporaryDirectory() as folder:
        tasks = write_tasks(Path(folder), [Drawn(house, _TEAM, _MISPLACED) for house in houses])
        told = cycle(product(tasks, table_settings()))
        for count, (task, setting) in enumerate(islice(told, episodes), start=1):
            play(task, Path(folder), *astuple(setting))
            advance()
            if count in looks:
                found[count] = resident_bytes() / 1e6
    return Memory(tuple(found), tuple(found.values()))
