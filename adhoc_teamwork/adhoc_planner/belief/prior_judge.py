# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is out of place, where somebody knows it without asking: judged as soon as it is seen."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from adhoc_teamwork.adhoc_planner.belief.house_sense import HouseSense
from adhoc_teamwork.adhoc_planner.belief.judge import ON_PURPOSE, Judge, Opinion
from adhoc_teamwork.adhoc_planner.belief.situation import Kept, Place
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Misplaced


class Prior(ABC):
    """Know without asking where things belong."""

    @abstractmethod
    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it and why; unknown where it cannot tell."""

    @abstractmethod
    def home(self, category: str) -> tuple[str, str] | None:
        """Return the types of receptacle and room where things belong, or None if not known."""

    def kept(self, category: str, known: Collection[Place]) -> Kept | None:
        """Return where in this house things are to be kept, by the `known` places, or None."""
        del category, known
        return None


class PriorJudge(Judge):
    """Judge each thing by a prior whenever something new is known of it.

    What the prior cannot tell is left to an opinion, if any is asked; else nothing waits.
    """

    def __init__(
        self,
        prior: Prior,
        opinion: Opinion | None = None,
        house: HouseSense | None = None,
        others: Sequence[Opinion] = (),
    ) -> None:
        """Store by what to judge, and what all else is judged by, as `Judge` has it."""
        super().__init__(opinion, house, others)
        self._prior = prior
        self._on_purpose: set[tuple[str, str, str]] = set()

    def target(self, category: str) -> Placement | None:
        """Return where the prior, or else the opinion, says that things of `category` belong."""
        home = self._prior.home(category)
        if home is None:
            return super().target(category)
        return Placement("", True, *home, "such things are kept there")

    def kept(self, category: str, known: Collection[Place]) -> Kept | None:
        """Return where the prior, or else the house, says that things of `category` are kept."""
        return self._prior.kept(category, known) or super().kept(category, known)

    def settle(self, thing: Detection, receptacle: Detection) -> None:
        """Hold `thing` to be in place on or in `receptacle`: it was put there on purpose."""
        self._on_purpose.add((thing.category, receptacle.category, receptacle.room_type))
        super().settle(thing, receptacle)

    def _has_to_ask(self, thing: Detection) -> bool:
        is_open = self._prior.judge(thing).misplaced is Misplaced.UNKNOWN
        return is_open and super()._has_to_ask(thing)

    def _decided(self, detection: Detection) -> Detection:
        judged = self._prior.judge(detection)
        if judged.misplaced is Misplaced.UNKNOWN:
            return super()._decided(detection)
        there = (detection.category, detection.receptacle_category, detection.room_type)
        if judged.misplaced is Misplaced.YES and there in self._on_purpose:
            return changed(judged, misplaced=Misplaced.NO, reason=ON_PURPOSE)
        return judged
