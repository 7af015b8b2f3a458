# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Decisions out of notes, and how a decision made once more compares with the one recorded."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from adhoc_teamwork.adhoc_planner.journal.coding import note_to_json
from adhoc_teamwork.adhoc_planner.journal.notes import Asked, Chose, Note, NoteKind
from adhoc_teamwork.adhoc_planner.replay.playing import Played
from adhoc_teamwork.teamwork.enums import StrEnum

T = TypeVar("T")
Place = tuple[int, str, int]
"""Finds a decision again: turn, kind, and how many of that kind were begun there before it."""

_DEEDS = (NoteKind.SAID, NoteKind.STARTED, NoteKind.CANCELLED)


@dataclass
class Decision:
    """Hold one decision: when it was begun (s), why, what was asked and chosen, what came of it."""

    number: int
    kind: str
    ground: str
    stamp: float
    turn: int
    asked: list[Asked] = field(default_factory=list)
    chose: list[Chose] = field(default_factory=list)
    outcome: str = ""
    ended: int = 0
    """Number of the turn in which it ended; 0 where it did not."""


class Verdict(StrEnum):
    """Say how a decision made once more compares with the one recorded."""

    SAME = "same"
    DIVERGED = "diverged"
    GONE = "gone"
    """It is not made any more."""
    NEW = "new"
    """It was not made before."""


class Aspect(StrEnum):
    """Name in what two decisions differ."""

    GROUND = "ground"
    PROMPT = "prompt"
    CHOICE = "choice"
    OUTCOME = "outcome"
    TIME = "time"
    SECOND_CHOICE = "other model's choice"


@dataclass(frozen=True)
class Difference:
    """Say in what two decisions differ: as it was, and as it is now; `stage` where one is meant."""

    aspect: Aspect
    before: str
    now: str
    stage: str = ""


@dataclass(frozen=True)
class Compared:
    """Pair a recorded decision with the one made now; one of them may be missing."""

    before: Decision | None
    now: Decision | None
    differences: tuple[Difference, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Return how they compare."""
        if self.before is None:
            return Verdict.NEW
        if self.now is None:
            return Verdict.GONE
        return Verdict.DIVERGED if self.differences else Verdict.SAME

    @property
    def decision(self) -> Decision:
        """Return the one that is there, the recorded one where both are."""
        found = self.before or self.now
        assert found is not None
        return found


def compare(played: Iterable[Played]) -> Iterator[Compared]:
    """Yield all decisions of a session that was played, in the order in which they were begun."""
    turns = list(played)
    before = list(decisions((p.turn.number, p.turn.stamp, p.turn.notes) for p in turns))
    now = dict(_placed(decisions((p.turn.number, p.turn.stamp, p.notes) for p in turns)))
    pairs = [(d, now.pop(place, None)) for place, d in _placed(before)]
    compared = [Compared(d, n, tuple(_differences(d, n)) if n else ()) for d, n in pairs]
    compared += [Compared(None, d) for d in now.values()]
    yield from sorted(compared, key=lambda c: c.decision.turn)


@dataclass(frozen=True)
class OtherDeed:
    """Say when (s) a robot said or did something else than it had, and what, as lines of JSON."""

    stamp: float
    before: str
    now: str


def first_other_deed(played: Iterable[Played]) -> OtherDeed | None:
    """Return where the robot first said or did something else; None where it never did."""
    for turn in played:
        before, now = _deeds(turn.turn.notes), _deeds(turn.notes)
        if before != now:
            place = next(
                (i for i, (b, n) in enumerate(zip(before, now, strict=False)) if b != n),
                min(len(before), len(now)),
            )
            return OtherDeed(turn.turn.stamp, _at(before, place), _at(now, place))
    return None


def decisions(turns: Iterable[tuple[int, float, tuple[Note, ...]]]) -> Iterator[Decision]:
    """Yield the decisions in turns (number, stamp, notes) once all that concerns them is known."""
    found: dict[int, Decision] = {}
    for number, stamp, notes in turns:
        for note in notes:
            content = note.content
            if note.kind is NoteKind.BEGUN:
                found[content.decision] = Decision(
                    content.decision, content.kind, content.ground, stamp, number
                )
            elif note.kind is NoteKind.ASKED and content.decision in found:
                found[content.decision].asked.append(content)
            elif note.kind is NoteKind.CHOSE and content.decision in found:
                found[content.decision].chose.append(content)
            elif note.kind is NoteKind.ENDED and content.decision in found:
                found[content.decision].outcome = content.outcome
                found[content.decision].ended = number
    yield from found.values()


def _placed(found: Iterable[Decision]) -> Iterator[tuple[Place, Decision]]:
    begun: Counter[tuple[int, str]] = Counter()
    for decision in found:
        yield (decision.turn, decision.kind, begun[decision.turn, decision.kind]), decision
        begun[decision.turn, decision.kind] += 1


def _differences(before: Decision, now: Decision) -> Iterator[Difference]:
    if before.ground != now.ground:
        yield Difference(Aspect.GROUND, before.ground, now.ground)
    for place in range(max(len(before.asked), len(now.asked))):
        one, other = _nth(before.asked, place), _nth(now.asked, place)
        if _shown(one) != _shown(other):
            stage = (one or other or before.asked[0]).stage
            yield Difference(Aspect.PROMPT, _shown(one), _shown(other), stage)
    for place in range(max(len(before.chose), len(now.chose))):
        chose, chooses = _nth(before.chose, place), _nth(now.chose, place)
        if chose is None or chooses is None or chose.choice != chooses.choice:
            stage = chose.stage if chose else chooses.stage if chooses else ""
            words = (chose.choice if chose else "", chooses.choice if chooses else "")
            yield Difference(Aspect.CHOICE, *words, stage)
    if before.outcome != now.outcome:
        yield Difference(Aspect.OUTCOME, before.outcome, now.outcome)
    elif before.ended != now.ended:
        yield Difference(Aspect.TIME, f"turn {before.ended}", f"turn {now.ended}")


def _nth(items: Sequence[T], place: int) -> T | None:
    return items[place] if place < len(items) else None


def _shown(asked: Asked | None) -> str:
    """Return a prompt as one text, each message under its role."""
    messages = asked.prompt if asked else ()
    return "\n".join(f"--- {m.role}\n{m.content}" for m in messages)


def _deeds(notes: tuple[Note, ...]) -> list[str]:
    return [note_to_json(note) for note in notes if note.kind in _DEEDS]


def _at(deeds: list[str], place: int) -> str:
    return deeds[place] if place < len(deeds) else "nothing"
