# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which known objects are out of place: asked once per situation and remembered."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from adhoc_teamwork.adhoc_planner.belief.house_sense import HouseSense
from adhoc_teamwork.adhoc_planner.belief.situation import (
    Kept,
    Place,
    Situation,
    situation_of,
)
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence
from adhoc_teamwork.teamwork.team.same_object import same_place

PATIENCE = 15.0
"""How long, in seconds, an object waits for its place to be known before it is judged as it is."""

ON_PURPOSE = "it was put there on purpose"
FROM_NEAR = "seen from near, it is in place"
DOUBTFUL = "that it is out of place is doubtful"
ALIKE = "another of its kind is kept so here"
AS_OTHERS = "as others of its kind here"

_BATCH = 20
_TOO_MANY = 2
"""How many times as many things as are known may be remembered before they are looked through."""


class Opinion(Protocol):
    """Say what is out of place."""

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        """Return judgements of some of `items` at least.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """


class Judge:
    """Remember judgements, and find out what is still to be judged.

    What is out of place, but not for sure, is left alone. Where the `house` is heeded, a thing is
    in place where another of its kind stood on the same type of furniture. What the first opinion
    would have moved the others are asked about, one after the other, until most of all agree.
    """

    def __init__(
        self,
        opinion: Opinion | None,
        house: HouseSense | None = None,
        others: Sequence[Opinion] = (),
    ) -> None:
        """Store whom to ask, if anybody is asked, and what remembers where things stood."""
        self._opinions = () if opinion is None else (opinion, *others)
        self._house = house
        self._verdicts: dict[Situation, Placement] = {}
        self._votes: dict[Situation, list[Placement]] = {}
        """What opinions have said so far, in their order."""
        self._first_seen: dict[str, float] = {}
        self._applied: dict[str, tuple[Detection, int, Detection]] = {}
        self._all: tuple[object, int, tuple[Detection, ...]] = (None, 0, ())
        """What all judgements were put on last, `version` then, and what came of it."""
        self._in_place: dict[str, Detection] = {}
        """Things that were looked at from near, as they were then."""
        self._where_known: dict[str, Detection] = {}
        """Things as judged where it was known what they lie on, and in what room."""
        self._judged: dict[str, Detection] = {}
        """Things that lie where it was judged, so that they do not wait."""
        self._settled: tuple[object, int] = (None, 0)
        """Objects of which none waits to be judged, and `version` when that was found."""
        self.version = 0
        """Counts the changes of what is judged."""

    def apply(self, detection: Detection) -> Detection:
        """Return `detection` with the judgement on it; without one, a teammate's stays.

        It stays as well where this robot does not even know what the object lies on.
        """
        if not detection.pickupable:
            return detection
        before = self._applied.get(detection.object_id)
        if before is not None and before[0] is detection and before[1] == self.version:
            return before[2]
        judged = self._seen_in_place(detection) or self._decided(detection)
        self._applied[detection.object_id] = (detection, self.version, judged)
        return judged

    def _seen_in_place(self, detection: Detection) -> Detection | None:
        """Return a thing that was found in place from near and lies there still, so judged."""
        seen = self._in_place.get(detection.object_id)
        if seen is None or detection.status is not Presence.PRESENT:
            return None
        if not same_place(seen.position, detection.position, seen.size):
            del self._in_place[detection.object_id]
            return None
        return self._with(detection, Misplaced.NO, FROM_NEAR)

    def _with(self, detection: Detection, misplaced: Misplaced, reason: str) -> Detection:
        """Return a detection so judged: the very same as before where it was judged so before."""
        if detection.misplaced is misplaced and detection.reason == reason:
            return detection
        before = self._applied.get(detection.object_id)
        if before is not None and before[0] is detection:
            judged = before[2]
            if judged.misplaced is misplaced and judged.reason == reason:
                return judged
        return changed(detection, misplaced=misplaced, reason=reason)

    def _decided(self, detection: Detection) -> Detection:
        situation = situation_of(detection)
        known = self._as_known(detection, situation)
        if known is not None:
            return self._with(detection, known.misplaced, known.reason)
        verdict = self._verdicts.get(situation)
        if verdict is None:
            return detection
        if detection.misplaced is Misplaced.YES and not situation.is_known:
            return detection
        misplaced, reason = self._weighed(detection, verdict)
        judged = self._with(detection, misplaced, reason)
        if situation.is_known:
            self._where_known[detection.object_id] = judged
        return judged

    def _weighed(self, thing: Detection, verdict: Placement) -> tuple[Misplaced, str]:
        """Return a judgement, with what the house says and doubts taken into account."""
        if verdict.misplaced and self._house is not None and self._house.has_alike(thing):
            return Misplaced.NO, ALIKE
        if verdict.misplaced and not verdict.sure:
            return Misplaced.NO, DOUBTFUL
        return (Misplaced.YES if verdict.misplaced else Misplaced.NO), verdict.reason

    def _places(self, category: str) -> tuple[Place, ...]:
        """Return where others of a kind stood and may stay, as far as the house is heeded."""

        def may_stay(thing: Detection) -> bool:
            verdict = self._verdicts.get(situation_of(thing))
            return verdict is not None and not verdict.misplaced

        return () if self._house is None else self._house.places(category, may_stay)

    def _as_known(self, detection: Detection, situation: Situation) -> Detection | None:
        """Return a thing as judged before, where it lies there still, now on nothing known."""
        before = self._where_known.get(detection.object_id)
        if situation.is_known or before is None:
            return None
        return before if same_place(before.position, detection.position, before.size) else None

    def apply_all(self, detections: Sequence[Detection]) -> tuple[Detection, ...]:
        """Return all that is known with the judgements on it: the very same until that changes."""
        fresh = self._all[0] is not detections
        if fresh and len(self._applied) > _TOO_MANY * len(detections):
            self._forget_all_but({thing.object_id for thing in detections})
        if fresh and self._house is not None and self._house.note(detections):
            self.version += 1
        if fresh or self._all[1] != self.version:
            judged = [self.apply(d) if d.pickupable else d for d in detections]
            self._all = (detections, self.version, tuple(judged))
        return self._all[2]

    def _forget_all_but(self, known: Collection[str]) -> None:
        """Forget things that are known no more."""
        for kept in (
            self._applied, self._first_seen, self._in_place, self._where_known, self._judged
        ):  # fmt: skip
            for object_id in kept.keys() - known:
                del kept[object_id]

    def target(self, category: str) -> Placement | None:
        """Return the latest judgement that says where things of `category` belong, or None."""
        found = [v for s, v in self._verdicts.items() if s.category == category and v.misplaced]
        return found[-1] if found else None

    def kept(self, category: str, known: Collection[Place]) -> Kept | None:
        """Return where something beside the model says that things of `category` are kept, or None.

        Args:
            category: Of the things.
            known: Places that are known in the house.
        """
        del known
        places = self._places(category)
        return Kept(places, AS_OTHERS) if places else None

    def home(self, category: str) -> tuple[str, str] | None:
        """Return at what, and in what room, things of `category` belong, as judged before."""
        verdict = self.target(category)
        return (verdict.receptacle, verdict.room) if verdict else None

    def settle(self, thing: Detection, receptacle: Detection) -> None:
        """Hold `thing` to be in place on or in `receptacle`: it was put there on purpose."""
        fine = Placement(thing.object_id, False, "", "", ON_PURPOSE)
        for relation in (Predicate.ON, Predicate.IN):
            there = Situation(
                thing.category, relation.value, receptacle.category, receptacle.room_type
            )
            self._verdicts[there] = fine
            self._votes[there] = [fine]
        self.version += 1

    def stays(self, thing: Detection) -> None:
        """Hold `thing` to be in place until it is moved, whatever it seems to lie on from afar."""
        self._in_place[thing.object_id] = thing
        self.version += 1

    def is_open(self, thing: Detection) -> bool:
        """Tell whether where `thing` is known to be is still to be judged."""
        situation = situation_of(thing)
        waits = situation.is_known and situation not in self._verdicts
        return waits and self._has_to_ask(thing)

    def _has_to_ask(self, thing: Detection) -> bool:
        """Tell whether what `thing` is judged to be is for the opinion to say."""
        del thing
        return bool(self._opinions)

    def _next_opinion(self, situation: Situation) -> int | None:
        """Return the number of the opinion that is to be asked next, or None where none is."""
        votes = self._votes.get(situation, [])
        if not votes:
            return 0
        yes = sum(map(_would_move, votes))
        most = max(yes, len(votes) - yes)
        decided = not _would_move(votes[0]) or 2 * most > len(self._opinions)
        return None if decided or len(votes) == len(self._opinions) else len(votes)

    def start_anew(self) -> None:
        """Forget since when objects wait: the clock was set back."""
        self._first_seen.clear()
        self._judged.clear()
        self._settled = (None, 0)

    def due(self, objects: Iterable[Detection], now: float) -> tuple[Detection, ...]:
        """Return objects to be judged now, one for each situation, at most a batch of them.

        All of them are for the same opinion to judge: those that nobody has judged come first.
        """
        if not self._opinions:
            return ()
        if self._settled[0] is objects and self._settled[1] == self.version:
            return ()
        waiting: list[dict[Situation, Detection]] = [{} for _ in self._opinions]
        all_judged = True
        for thing in objects:
            if not thing.pickupable or self._judged.get(thing.object_id) is thing:
                continue
            if thing.status is not Presence.PRESENT:
                continue
            since = self._first_seen.setdefault(thing.object_id, now)
            situation = situation_of(thing)
            number = self._next_opinion(situation)
            if number is None:
                self._judged[thing.object_id] = thing
                continue
            if self._seen_in_place(thing) is not None:
                continue
            if self._as_known(thing, situation) is not None or not self._has_to_ask(thing):
                continue
            all_judged = False
            if situation.is_known or now - since >= PATIENCE:
                waiting[number].setdefault(situation, thing)
        if all_judged:
            self._settled = (objects, self.version)
        return tuple(next(filter(None, waiting), {}).values())[:_BATCH]

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> None:
        """Ask about `items` and remember the judgements; what the answer leaves out is asked again.

        Raises:
            ModelUnavailableError: The model does not answer.
            AnswerRejectedError: The model's answers cannot be used.
        """
        numbers = [self._next_opinion(situation_of(item)) for item in items]
        number = min((n for n in numbers if n is not None), default=None)
        if number is None or not self._opinions:
            return
        wanted = {item.object_id.casefold(): item for item in items}
        for placement in await self._opinions[number].judge(view, items):
            item = wanted.get(placement.object_id.casefold())
            if item is None:
                continue
            situation = situation_of(item)
            if self._next_opinion(situation) == number:
                votes = self._votes.setdefault(situation, [])
                votes.append(placement)
                self._verdicts[situation] = _majority(votes)
        self.version += 1


def _would_move(placement: Placement) -> bool:
    """Tell whether a judgement would have a thing moved."""
    return placement.misplaced and placement.sure


def _majority(votes: Sequence[Placement]) -> Placement:
    """Return the latest of the judgements of which there are most; of as many, the first."""
    alike = [vote for vote in votes if _would_move(vote) is _would_move(votes[0])]
    return alike[-1] if 2 * len(alike) >= len(votes) else votes[-1]
