# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The log of episodes of arms: what was so, was said and was done in each round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.benchmark.store.result_lines import encoded, parsed
from adhoc_teamwork.cells.dialog import Past
from adhoc_teamwork.cells.task_file import CellTask
from adhoc_teamwork.teamwork.settings.config import read_text
from adhoc_teamwork.teamwork.text.plain_text import one_line

SHIPPED = Path(__file__).parents[1] / "data" / "roco_rounds.jsonl"
"""Episodes of the stand-in without slips: `adhoc bench text --play FILE` makes them anew."""


@dataclass(frozen=True)
class State:
    """Hold what is so before a round.

    Attributes:
        observation: What each robot is told that it sees and reaches, as in its prompt.
        reach: The names that each robot's hand gets to.
        place: What each thing is on or in that nobody holds.
        holds: What each robot holds that holds something.
        open: Doors that stand open.
    """

    observation: Mapping[str, tuple[str, ...]]
    reach: Mapping[str, tuple[str, ...]]
    place: Mapping[str, str]
    holds: Mapping[str, str]
    open: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoggedRound:
    """Hold a round: what was so before it, and what was said and done."""

    before: State
    past: Past


@dataclass(frozen=True)
class LoggedEpisode:
    """Hold an episode; `goal` is what everybody is told, `end` what is so after the last round."""

    task: str
    seed: int
    goal: str
    success: bool
    rounds: tuple[LoggedRound, ...]
    end: State

    @property
    def states(self) -> Sequence[State]:
        """Return what was so before each round, and at the end."""
        return [*(one.before for one in self.rounds), self.end]


def read_log(path: Path) -> list[LoggedEpisode]:
    """Return the episodes of a log.

    Raises:
        ConfigError: It cannot be read, or a line is none of ours.
    """
    content = read_text(path, expected="a log of episodes of arms").encode()
    return list(parsed(content, str(path), LoggedEpisode))


def misfit(episode: LoggedEpisode, task: CellTask) -> str:
    """Say what of an episode is not as its task has it; empty where all is."""
    for number, state in enumerate(episode.states):
        if not set(state.reach) == set(state.observation) == set(task.agents):
            found = one_line(", ".join(sorted({*state.reach, *state.observation})))
            return (
                f"state {number}: robots {found or 'none':.200}; "
                f"expected what each of {', '.join(task.agents)} sees and reaches"
            )
        if not all(line.split() for told in state.observation.values() for line in told):
            return f"state {number}: observation: an empty line; expected words"
    return ""


def write_log(path: Path, episodes: Sequence[LoggedEpisode]) -> None:
    """Write a log, one episode a line.

    Raises:
        BenchError: It cannot be written.
    """
    write_whole(path, map(encoded, episodes))
