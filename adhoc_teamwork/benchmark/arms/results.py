# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes of arms on the disk."""

from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.store.result_lines import ResultLines, read_result_lines

FILE = "arms.jsonl"


@dataclass(frozen=True, order=True)
class ArmsKey:
    """Tell one episode from all others.

    Attributes:
        team: Its name.
        llm: The model's name, empty where none is asked.
        task: The task's name.
        seed: How it begins.
        switches: Who is switched on and off when, as `cells.switching` reads it.
    """

    team: str
    llm: str
    task: str
    seed: int
    switches: str = ""


@dataclass(frozen=True)
class ArmsResult:
    """Hold an episode.

    Attributes:
        key: Which.
        success: It was done.
        steps: Rounds that it took.
        plans: How many plans each round took.
        calls: What was asked of models.
        refused: How many plans failed at each check.
        unmoved: Rounds for whose plan no motion was found.
    """

    key: ArmsKey
    success: bool
    steps: int
    plans: tuple[int, ...]
    calls: int
    refused: dict[str, int]
    unmoved: int

    @property
    def replans(self) -> float:
        """Return how many plans a round took in the mean."""
        return sum(self.plans) / len(self.plans) if self.plans else 0.0


def arms_file(folder: Path) -> ResultLines[ArmsResult]:
    """Return the file of episodes of a results folder."""
    return ResultLines(folder / FILE, ArmsResult)


def read_arms(folder: Path) -> list[ArmsResult]:
    """Return the episodes of a results folder.

    Raises:
        ConfigError: There are none, or a line is none of ours.
    """
    return read_result_lines(folder / FILE, ArmsResult, "episodes of arms")
