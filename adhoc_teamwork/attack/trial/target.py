# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is attacked with inputs drawn from a seed: parsers of files, messages, answers, requests."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adhoc_teamwork.attack.corpus.mutation import Shape, mutated
from adhoc_teamwork.attack.trial.outcome import Outcome

Strike = Callable[[bytes], object]
"""Give an input to what is attacked; it raises where the input is refused."""


class Harmed(Exception):  # noqa: N818 - it is no error of ours
    """Say that an input did harm, where what is struck would not notice."""

    def __init__(self, outcome: Outcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome, self.detail = outcome, detail


@dataclass(frozen=True)
class Target:
    """Describe one thing that takes inputs.

    Attributes:
        name: What it reads, for people and for the names of kept inputs.
        prepare: Given a folder of its own to write to, returns how to strike. The folder `canary`
            beside what is written there is what corpora try to write into.
        seeds: Inputs that are accepted; hostile ones are made of them.
        refusals: Errors by which an input is refused as it should be.
        shape: What the seeds are, which says how they are changed.
        corpus: Inputs made by hand, given a path that running them would create.
    """

    name: str
    prepare: Callable[[Path], Strike]
    seeds: tuple[bytes, ...]
    refusals: tuple[type[BaseException], ...] = ()
    shape: Shape = Shape.BYTES
    corpus: Callable[[Path], Sequence[bytes]] = lambda _: ()


class Inputs:
    """Draw the inputs of a row: number N is the same in every run with the same seed."""

    def __init__(self, row: str, targets: Sequence[Target], seed: int, canary: Path) -> None:
        self._row, self._targets, self._seed = row, targets, seed
        self._corpora = [list(target.corpus(canary)) for target in targets]

    def draw(self, number: int) -> tuple[Target, bytes]:
        """Return the target and the bytes of one input: the corpus first, then what is drawn."""
        which, place = number % len(self._targets), number // len(self._targets)
        target, corpus = self._targets[which], self._corpora[which]
        if place < len(corpus):
            return target, corpus[place]
        draw = random.Random(f"{self._seed}/{self._row}/{number}")
        return target, mutated(draw, target.seeds, target.shape)


def read_with(read: Callable[[Path], Any], name: str) -> Callable[[Path], Strike]:
    """Return how to strike what reads a file: the input is written to `name` in its folder."""

    def prepare(folder: Path) -> Strike:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)

        def strike(data: bytes) -> object:
            path.write_bytes(data)
            return read(path)

        return strike

    return prepare
