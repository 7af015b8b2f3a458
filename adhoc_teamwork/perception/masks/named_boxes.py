# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What masks of boxes have in common, in a picture and in space: names, scores and numbers."""

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.mask_ids import MaskIds
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary


class NamedBox(Protocol):
    """Be a box that a detector names; `extent` orders boxes by how much they hold."""

    @property
    def name(self) -> str:
        """Return the detector's class."""

    @property
    def score(self) -> float:
        """Return how sure the detector is, 0 to 1."""

    @property
    def is_usable(self) -> bool:
        """Tell whether it is a box at all."""

    @property
    def extent(self) -> float:
        """Return its area or its volume."""


AnyBox = TypeVar("AnyBox", bound=NamedBox)


class NamedBoxes(Generic[AnyBox]):
    """Number the boxes of a detector that count, the surest of a class first."""

    def __init__(self, vocabulary: Vocabulary, least_score: float) -> None:
        self._vocabulary = vocabulary
        self.least_score = least_score
        self.ids = MaskIds()
        self.bad_boxes = 0
        """Boxes that are none."""

    def largest_first(self, boxes: Sequence[AnyBox]) -> list[tuple[AnyBox, int]]:
        """Return those that are boxes, sure enough and of a known class, with their ids."""
        usable = [box for box in boxes if box.is_usable]
        self.bad_boxes += len(boxes) - len(usable)
        found = []
        for box in sorted(usable, key=lambda box: -box.score):
            label = self._vocabulary.label(box.name) if box.score >= self.least_score else None
            if label is not None:
                found.append((box, label))
        ids = self.numbers(found)
        numbered = [(box, number) for (box, _), number in zip(found, ids, strict=True)]
        return sorted(numbered, key=lambda item: -item[0].extent)

    def numbers(self, found: Sequence[tuple[AnyBox, Label]]) -> list[int]:
        """Return an id for each of the boxes that count: which of its class it is."""
        return self.ids.number([label for _, label in found])
