# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which runs there are to play: houses times seeds, each under one name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError

HOUSE_ENDING = ".json"
OWN_HOUSE = "own"
"""What stands for the scenario's house in names."""


@dataclass(frozen=True)
class Trial:
    """Name one run; `house` None is the scenario's own, `misplaced` None as many as it has."""

    name: str
    scenario: str
    house: Path | None
    misplaced: int | None
    seed: int


def find_houses(words: Sequence[Path]) -> list[Path]:
    """Return the house files that folders and files on the command line mean, each once.

    Raises:
        ConfigError: A folder has none, or two files have one name.
    """
    found: dict[str, Path] = {}
    for word in words:
        files = sorted(word.glob(f"*{HOUSE_ENDING}")) if word.is_dir() else [word]
        if not files:
            raise ConfigError(f"--houses {word}: no {HOUSE_ENDING} file in it; expected houses")
        for file in files:
            whole = file.resolve()
            if found.setdefault(whole.stem, whole) != whole:
                raise ConfigError(
                    f"--houses: {found[whole.stem]} and {whole} have one name; expected another"
                )
    return list(found.values())


def plan_trials(
    scenario: str, houses: Sequence[Path], misplaced: int | None, seeds: int
) -> list[Trial]:
    """Return every house with every seed from 0 up; without houses, the scenario's own."""
    chosen: Sequence[Path | None] = houses or [None]
    count = "" if misplaced is None else f"-k{misplaced}"
    return [
        Trial(
            f"{Path(scenario).stem}-{house.stem if house else OWN_HOUSE}{count}-s{seed}",
            scenario,
            house,
            misplaced,
            seed,
        )
        for seed in range(seeds)
        for house in chosen
    ]
