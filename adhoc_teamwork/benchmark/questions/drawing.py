# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw questions so that nobody who sees nothing but the options can tell which is right.

Either all options of a question are keys of the same question in other cases, and which of these
cases is asked about is drawn last; or the options are the same each time, and each is right equally
often.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from adhoc_teamwork.benchmark.questions.episode_log import LoggedEpisode


@dataclass(frozen=True)
class Case:
    """Hold what could be asked.

    Attributes:
        episode: In which episode.
        number: Before which round; as many as there are stands for the end.
        robot: Whom.
        asks: The question.
        key: What is right, by names; or the names in the sentences that can be right.
    """

    episode: LoggedEpisode
    number: int
    robot: str
    asks: str
    key: tuple[str, ...]


@dataclass(frozen=True)
class Draft:
    """Hold a question before its options have an order: `keys` begins with the right one."""

    kind: str
    case: Case
    keys: tuple[tuple[str, ...], ...]
    tells_history: bool = False


class TooFewError(Exception):
    """Say that a log has too few cases of a kind of questions."""


def among_cases(
    kind: str, pools: Sequence[Sequence[Case]], options: int, count: int, draw: random.Random
) -> Iterator[Draft]:
    """Yield questions whose options are the keys of cases of one pool.

    Args:
        kind: What they are called.
        pools: Cases that are asked in the same words, but for names.
        options: How many there are.
        count: How many questions.
        draw: Decides.

    Raises:
        TooFewError: No pool has so many keys.
    """
    able = [pool for pool in pools if len({case.key for case in pool}) >= options]
    if not able:
        raise TooFewError(f"{kind}: no case with {options} answers that differ")
    for _ in range(count):
        chosen: dict[tuple[str, ...], Case] = {}
        pool = draw.choice(able)
        for case in draw.sample(pool, len(pool)):
            if len(chosen) < options:
                chosen.setdefault(case.key, case)
        asked = draw.choice(list(chosen.values()))
        others = [key for key in chosen if key != asked.key]
        yield Draft(kind, asked, (asked.key, *others))


def among_sentences(
    kind: str, cases: Mapping[str, Sequence[Case]], count: int, draw: random.Random
) -> Iterator[Draft]:
    """Yield questions whose options are always the same sentences, each right equally often.

    Args:
        kind: What they are called.
        cases: Those in which each sentence is right.
        count: How many questions.
        draw: Decides.

    Raises:
        TooFewError: A sentence is never right.
    """
    decks = {}
    for sentence, own in cases.items():
        if not own:
            raise TooFewError(f"{kind}: never is it right: {sentence}")
        decks[sentence] = cycle(draw.sample(own, len(own)))
    order = draw.sample(list(cases), len(cases))
    for sentence in islice(cycle(order), count):
        case = next(decks[sentence])
        # A sentence's names are those of its case.
        others = [one for one in cases if one != sentence]
        yield Draft(kind, case, tuple((one.format(*case.key),) for one in (sentence, *others)))


def places_of_keys(options: Sequence[int], draw: random.Random) -> list[int]:
    """Return at which place of its options each question's key stands: each place equally often."""
    decks: dict[int, Iterator[int]] = {}
    places = []
    for count in options:
        if count not in decks:
            decks[count] = _decks(count, draw)
        places.append(next(decks[count]))
    return places


def _decks(count: int, draw: random.Random) -> Iterator[int]:
    while True:
        yield from draw.sample(range(count), count)
