# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of an answer is left to chance; the same prompt with the same settings draws the same."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from adhoc_teamwork.offline_model.settings import OfflineSettings, Variant

T = TypeVar("T")

LIKENESS = 5.0
"""Metres of way that a temperature of 1 takes lightly: the scale of the noise on costs."""

WEAK_SLIPS = 2.0
"""How many times as often as the full one the weak variant slips."""

WEAK_OVERLOOKS = 0.25
"""Probability with which the weak variant overlooks any one message of a teammate."""

_STEPS = 2**53


@dataclass(frozen=True)
class Chance:
    """Draw for one answer, each draw by a label, so that no draw depends on another.

    `key` stands for the seed and for every word of the prompt, corrections included: a corrected
    prompt draws anew.
    """

    settings: OfflineSettings
    key: bytes = b""

    @property
    def slips(self) -> bool:
        """Tell whether there is a slip in this answer."""
        rate = self.settings.hallucination
        if self.settings.variant is Variant.WEAK:
            rate = min(1.0, rate * WEAK_SLIPS)
        return rate > 0.0 and self.uniform("slip") < rate

    def slips_in(self, part: str, parts: Sequence[str]) -> bool:
        """Tell whether the slip, if there is one, is in this part of an answer of several parts."""
        return self.slips and self.pick("part", parts) == part

    def overlooks(self, message: str) -> bool:
        """Tell whether a teammate's message is overlooked; the full variant reads them all."""
        weak = self.settings.variant is Variant.WEAK
        return weak and self.uniform(f"overlook {message}") < WEAK_OVERLOOKS

    def noise(self, label: str) -> float:
        """Return what temperature adds to a cost, in metres: Gumbel noise; 0 at temperature 0."""
        if self.settings.temperature <= 0.0:
            return 0.0
        gumbel = -math.log(-math.log(self.uniform(f"noise {label}")))
        return self.settings.temperature * LIKENESS * gumbel

    def pick(self, label: str, choices: Sequence[T]) -> T:
        """Return one of `choices`, each as likely."""
        return choices[int(self.uniform(f"pick {label}") * len(choices))]

    def shuffled(self, label: str, choices: Iterable[T]) -> list[T]:
        """Return `choices` in an order that is drawn."""
        drawn = [
            (self.uniform(f"order {label} {index}"), index, choice)
            for index, choice in enumerate(choices)
        ]
        return [choice for _, _, choice in sorted(drawn, key=lambda item: item[:2])]

    def uniform(self, label: str) -> float:
        """Return a number above 0 and below 1."""
        return uniform(label, self.key)


def uniform(label: str, key: bytes = b"") -> float:
    """Return a number above 0 and below 1, the same for the same label and key."""
    digest = blake2b(label.encode("utf-8", "surrogatepass"), key=key, digest_size=8).digest()
    return (int.from_bytes(digest, "big") % _STEPS + 0.5) / _STEPS


def chance_of(settings: OfflineSettings, texts: Iterable[str]) -> Chance:
    """Return the chance of the answer to a prompt of these texts."""
    told = blake2b(f"{settings.seed}".encode(), digest_size=32)
    for text in texts:
        told.update(b"\0")
        told.update(text.encode("utf-8", "surrogatepass"))
    return Chance(settings, told.digest())
