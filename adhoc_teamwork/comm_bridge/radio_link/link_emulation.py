# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The emulated air: which frames reach a member of the team, and when.

Real radios need none of this. In a simulator it stands before a radio's or the broker's ears, and
does to what comes in what distance, walls and interference would have done on the way.
"""

import heapq
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count

MOST_ON_THE_WAY = 20_000
"""Frames on the way to one receiver; more are lost, as in the buffers of real radios."""


@dataclass(frozen=True)
class AirLink:
    """Say how frames travel from one sender; `loss` from 0 to 1, times in seconds."""

    reachable: bool = True
    loss: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0


class LinkEmulation:
    """Lose, delay or pass on what comes to one receiver; times in seconds of any one clock.

    What one sender sends arrives in its order, as it does over a transport that sends again.

    Args:
        random_source: Draws losses and delays.
    """

    def __init__(self, random_source: random.Random | None = None) -> None:
        self._random = random_source or random.Random()
        self._links: dict[str, AirLink] = {}
        self._on_the_way: list[tuple[float, int, Callable[[], None]]] = []
        self._latest: dict[str, float] = {}
        self._order = count()
        self.lost = 0

    def set_links(self, links: Mapping[str, AirLink]) -> None:
        """Take in how frames travel, by sender; a sender that is not named is heard at once."""
        self._links = dict(links)

    def set_link(self, sender: str, link: AirLink) -> None:
        """Take in how frames of one sender travel."""
        self._links[sender] = link

    def send(self, sender: str, arrive: Callable[[], None], now: float) -> None:
        """Take in a frame; `arrive` is called at once, by `deliver` later, or never.

        It is called at once where nothing of the same sender is still on its way.
        """
        link = self._links.get(sender, AirLink())
        if not link.reachable or (link.loss and self._random.random() < link.loss):
            self.lost += 1
            return
        due = max(now + self._travel(link), self._latest.get(sender, 0.0))
        if due <= now:
            arrive()
        elif len(self._on_the_way) >= MOST_ON_THE_WAY:
            self.lost += 1
        else:
            self._latest[sender] = due
            heapq.heappush(self._on_the_way, (due, next(self._order), arrive))

    def deliver(self, now: float) -> None:
        """Let arrive what is due."""
        while self._on_the_way and self._on_the_way[0][0] <= now:
            heapq.heappop(self._on_the_way)[2]()

    @property
    def next_due(self) -> float | None:
        """Return when the next frame arrives, or None where none is on its way."""
        return self._on_the_way[0][0] if self._on_the_way else None

    def _travel(self, link: AirLink) -> float:
        return max(0.0, link.delay + link.jitter * self._random.uniform(-1.0, 1.0))
