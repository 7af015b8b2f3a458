# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ids for the mask that keep their class, for segmenters that know no objects over time."""

from collections import Counter
from collections.abc import Sequence

from adhoc_teamwork.perception.frames.views import Label

MOST = 65_535
"""Largest id of a 16 bit mask."""


class MaskIds:
    """Number what one picture shows: the k-th thing of a label has the same id in every picture.

    So an id never changes its class, though it may stand for another thing of that class in the
    next picture: perception takes ids for a hint only.
    """

    def __init__(self) -> None:
        self._ids: dict[tuple[Label, int], int] = {}
        self.labels: dict[int, Label] = {}
        """All ids given so far."""

    def reserve(self, label: Label) -> int:
        """Return an id of its own for one thing; 0 (background) when there are no more."""
        if len(self.labels) >= MOST:
            return 0
        self.labels[len(self.labels) + 1] = label
        return len(self.labels)

    def number(self, labels: Sequence[Label]) -> list[int]:
        """Return an id for each thing of one picture; 0 (background) when there are no more."""
        met: Counter[Label] = Counter()
        ids: list[int] = []
        for label in labels:
            key = (label, met[label])
            met[label] += 1
            if key not in self._ids and (new := self.reserve(label)):
                self._ids[key] = new
            ids.append(self._ids.get(key, 0))
        return ids
