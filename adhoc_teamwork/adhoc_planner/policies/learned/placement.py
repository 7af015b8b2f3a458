# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things belong, as learned from tidy houses: detector and predictor (appendix F.2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from adhoc_teamwork.adhoc_planner.belief.prior_judge import Prior
from adhoc_teamwork.adhoc_planner.belief.situation import Kept
from adhoc_teamwork.adhoc_planner.policies.common_sense import Place, judged, where
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats, one_hot
from adhoc_teamwork.adhoc_planner.policies.learned.weights_file import Weights
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced

DETECTOR, PREDICTOR = "detector", "predictor"
THINGS, RECEPTACLES, ROOMS = "things", "receptacles", "rooms"
"""Vocabularies: categories of things, of receptacles with the floor, and types of rooms."""
TIDY, MISPLACED = "tidy", "misplaced"

LEARNED = "as learned from tidy houses"
_LIKELY = 0.03
"""Probability from which on a place that is known is taken rather than one to be looked for."""
_KEPT = 0.01
"""Probability from which on a place that is known is named as one where such things are kept."""
_BETWEEN = "|"
"""Stands between receptacle and room in the predictor's classes."""

Situation = tuple[str, str, str]
"""Categories of a thing and of what it lies on, and the room's type; empty where unknown."""


def situation_rows(
    situations: Sequence[Situation], vocabularies: Mapping[str, Sequence[str]]
) -> Floats:
    """Return the detector's input, a row for each situation."""
    parts = zip(*situations, strict=True) if situations else ((), (), ())
    names = (THINGS, RECEPTACLES, ROOMS)
    columns = [one_hot(p, vocabularies[n]) for p, n in zip(parts, names, strict=True)]
    return np.hstack(columns)


def thing_rows(things: Sequence[str], vocabularies: Mapping[str, Sequence[str]]) -> Floats:
    """Return the predictor's input, a row for each category."""
    return one_hot(things, vocabularies[THINGS])


def class_of(place: Place) -> str:
    """Return the predictor's class for a place."""
    return _BETWEEN.join(place)


class LearnedPlacement(Prior):
    """Judge things and name their places; each question is worked out once."""

    def __init__(self, weights: Weights) -> None:
        """Take the networks from `weights`.

        Raises:
            ConfigError: They lack one, or it has another size than its vocabularies.
        """
        self._vocabularies = {n: weights.vocabulary(n) for n in (THINGS, RECEPTACLES, ROOMS)}
        sizes = {name: len(words) + 1 for name, words in self._vocabularies.items()}
        self._detector = weights.network(DETECTOR, sum(sizes.values()))
        self._predictor = weights.network(PREDICTOR, sizes[THINGS])
        self._verdicts: dict[Situation, tuple[Misplaced, str]] = {}
        # Who has the same networks works out the same.
        self._doubts: dict[Situation, float] = weights.answers(DETECTOR)
        self._places: dict[str, dict[Place, float]] = weights.answers(PREDICTOR)

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it; unknown while it lies on nothing known."""
        if not thing.pickupable:
            return thing
        situation = _situation(thing)
        verdict = self._verdicts.get(situation)
        if verdict is None:
            verdict = self._verdict(thing) if situation[1] else (Misplaced.UNKNOWN, "")
            self._verdicts[situation] = verdict
        return judged(thing, *verdict)

    def home(self, category: str) -> Place | None:
        """Return the likeliest place of a category."""
        return next(iter(self.places(category)), None)

    def kept(self, category: str, known: Collection[Place]) -> Kept | None:
        """Return where tidy houses keep such things: the likely ones of the `known` places.

        Where none of these is likely it is the likeliest of all.
        """
        places = self.places(category)
        likely = tuple(p for p, share in places.items() if p in known and share >= _KEPT)
        found = likely or tuple(places)[:1]
        return Kept(found, LEARNED) if found else None

    def _verdict(self, thing: Detection) -> tuple[Misplaced, str]:
        """Return the detector's judgement on `thing`, and how sure it is."""
        doubt = self._doubt(_situation(thing))
        misplaced, often = (Misplaced.YES, "seldom") if doubt > 0.5 else (Misplaced.NO, "often")
        sure = max(doubt, 1.0 - doubt)
        reason = f"tidy houses {often} have such things {where(thing)} ({sure:.0%} sure)"
        return misplaced, reason

    def _doubt(self, situation: Situation) -> float:
        """Return how likely it is that a thing so placed is out of place."""
        found = self._doubts.get(situation)
        if found is None:
            row = situation_rows([situation], self._vocabularies)[0]
            found = self._doubts[situation] = self._detector.distribution(row).get(MISPLACED, 0.0)
        return found

    def places(self, category: str) -> Mapping[Place, float]:
        """Return the predicted places of a category with their probabilities, the best first."""
        found = self._places.get(category)
        if found is None:
            row = thing_rows([category], self._vocabularies)[0]
            shares = self._predictor.distribution(row)
            ordered = sorted(shares, key=lambda name: (-shares[name], name))
            found = {_place(name): shares[name] for name in ordered}
            self._places[category] = found
        return found

    def best(self, category: str, known: Iterable[Place], refused: Iterable[Place]) -> Place | None:
        """Return where to put a thing: the best known place that is likely, else the likeliest.

        Args:
            category: Of the thing.
            known: Places that were found in the house.
            refused: Places where it could not be put.
        """
        left = {p: s for p, s in self.places(category).items() if p not in set(refused)}
        there = set(known)
        likely = (p for p, share in left.items() if p in there and share >= _LIKELY)
        return next(likely, next(iter(left), None))


class TidyHouses(LearnedPlacement):
    """Hold a thing to be out of place where tidy houses hardly ever keep such things.

    The detector was trained on what lies grossly wrong; what a robot has put down by common sense
    is nearly right, and not where such things are kept all the same. Of things, furniture and rooms
    that were in none of those houses it says nothing.
    """

    def places(self, category: str) -> Mapping[Place, float]:
        """Return the predicted places of a category; none of one that it has not learned."""
        return super().places(category) if self._knows(THINGS, category) else {}

    def _verdict(self, thing: Detection) -> tuple[Misplaced, str]:
        """Return whether `thing` lies where such things are kept; unknown where it is new to it."""
        category, receptacle, room = situation = _situation(thing)
        if not all(map(self._knows, (THINGS, RECEPTACLES, ROOMS), situation)):
            return Misplaced.UNKNOWN, ""
        share = self.places(category).get((receptacle, room), 0.0)
        misplaced = Misplaced.NO if share >= _KEPT else Misplaced.YES
        return misplaced, f"tidy houses have {share:.0%} of such things {where(thing)}"

    def _knows(self, vocabulary: str, word: str) -> bool:
        return word in self._vocabularies[vocabulary]


def _situation(thing: Detection) -> Situation:
    on_floor = thing.receptacle == FLOOR
    receptacle = FLOOR if on_floor else thing.receptacle_category
    return thing.category, receptacle, thing.room_type


def _place(name: str) -> Place:
    receptacle, _, room = name.partition(_BETWEEN)
    return receptacle, room
