# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The slips of a language model, the same for every stage that gives the same kind of answer.

A slip puts one wrong sub-task before the sound ones, neglects one fact in an order, or turns one
verdict around. Whoever evaluates the answer afterwards, from the same facts, may find it out.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.oversights import (
    without_own_limits,
    without_rejections,
    without_teammates,
)
from adhoc_teamwork.offline_model.knowledge.common_sense import may_stay
from adhoc_teamwork.offline_model.options.options import LAST, Option, options
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


class Slip(StrEnum):
    """Name what can go wrong in naming a sub-task."""

    UNKNOWN_ID = "an object or room that does not exist"
    OWN_LIMITS = "more than its body can do"
    TEAMMATES = "what a teammate has taken up or done"
    REJECTED = "what was rejected before"
    UNFITTING = "a place that does not fit"


def with_slip(
    found: Sequence[Option], facts: Facts, refused: Iterable[SubTask], chance: Chance
) -> list[Option]:
    """Return the sound options, best first; where there is a slip, behind a wrong one.

    Args:
        found: The sound options.
        facts: What they were found from.
        refused: What was answered before and could not be used.
        chance: Says whether there is a slip, and draws its kind among those that are possible.
    """
    if not chance.slips:
        return list(found)
    wrong = wrong_option(found, facts, refused, chance)[1]
    return [wrong, *(o for o in found if o.subtask.kind is not SubTaskKind.STOP)]


def wrong_option(
    found: Sequence[Option], facts: Facts, refused: Iterable[SubTask], chance: Chance
) -> tuple[Slip, Option]:
    """Return a plausible option that is none of the sound ones, and what is wrong with it."""
    gone = (*refused, *facts.rejected)
    sound = {option.subtask for option in found}
    for slip in chance.shuffled("kind of slip", Slip):
        wrong = [o for o in _MAKERS[slip](found, facts, gone) if o.subtask not in sound]
        if wrong:
            return slip, chance.pick("wrong option", wrong)
    return Slip.UNKNOWN_ID, _unknown_id(found, facts, gone)[0]


@dataclass(frozen=True)
class Ranking:
    """Hold candidates, best first, and the facts by which they were put in order.

    `favourite` was put first without a reason; None where there is none.
    """

    subtasks: tuple[SubTask, ...]
    facts: Facts
    favourite: SubTask | None = None


def neglecting_order(
    candidates: Sequence[SubTask],
    facts: Facts,
    order: Callable[[Facts, Sequence[SubTask]], list[SubTask]],
    chance: Chance,
) -> Ranking:
    """Return `candidates` in order; where there is a slip, one fact is neglected in it.

    `order` puts candidates in order by facts. Where no neglect brings another to the front, one is
    put there without a reason.
    """
    sound = order(facts, candidates)
    if not chance.slips or len(sound) < 2:
        return Ranking(tuple(sound), facts)
    for neglect in chance.shuffled("neglect", _NEGLECTS):
        seen = neglect(facts)
        wrong = order(seen, candidates)
        if wrong[0] != sound[0]:
            return Ranking(tuple(wrong), seen)
    favourite = chance.pick("favourite", sound[1:])
    rest = (c for c in sound if c != favourite)
    return Ranking((favourite, *rest), facts, favourite)


def verdict(sound: bool, chance: Chance) -> bool:
    """Return a verdict, the wrong one where there is a slip."""
    return sound is not chance.slips


def invented_id(name: str, known: Iterable[str]) -> str:
    """Return an id like `name` that is none of the `known`."""
    taken = set(known)
    stem, _, number = name.rpartition("_")
    if not re.fullmatch(r"\d+", number):
        stem, number = name, "0"
    value = int(number) + 1
    while f"{stem}_{value}" in taken:
        value += 1
    return f"{stem}_{value}"


_Maker = Callable[[Sequence[Option], Facts, Sequence[SubTask]], list[Option]]


def _unknown_id(found: Sequence[Option], facts: Facts, gone: Sequence[SubTask]) -> list[Option]:
    del gone
    best = found[0].subtask
    if best.kind is SubTaskKind.REPLACE:
        name = invented_id(best.object_id, (thing.id for thing in facts.things))
        wrong = best.having(object_id=name)
        return [Option(wrong, f"{name} is out of place and near.", LAST)]
    rooms = [room.id for room in facts.rooms]
    name = invented_id(best.room_id or best.room_type or max(rooms, default="room_0"), rooms)
    return [Option(SubTask(SubTaskKind.EXPLORE, room_id=name), f"{name} is not explored.", LAST)]


def _by_neglect(neglect: Callable[[Facts], Facts]) -> _Maker:
    def make(found: Sequence[Option], facts: Facts, gone: Sequence[SubTask]) -> list[Option]:
        del found
        fancied = options(neglect(facts), gone)
        return [o for o in fancied if o.subtask.kind is not SubTaskKind.STOP]

    return make


def _rejected(found: Sequence[Option], facts: Facts, gone: Sequence[SubTask]) -> list[Option]:
    del found, facts
    return [Option(s, f"{s} is still the best thing to do.", LAST) for s in dict.fromkeys(gone)]


def _unfitting(found: Sequence[Option], facts: Facts, gone: Sequence[SubTask]) -> list[Option]:
    wrong = []
    for subtask in (o.subtask for o in found if o.subtask.kind is SubTaskKind.REPLACE):
        item = facts.thing(subtask.object_id)
        category = item.category if item else facts.me.held_category
        for place in dict.fromkeys((r.category, r.room_type) for r in facts.receptacles()):
            target = subtask.having(receptacle_type=place[0], room_type=place[1])
            fits = may_stay(category, *place, facts.reader) or not place[1]
            if not fits and target not in gone:
                why = f"a {place[0]} in the {place[1]} suits {subtask.object_id}."
                wrong.append(Option(target, why, LAST))
    return wrong


_NEGLECTS = (without_own_limits, without_teammates, without_rejections)
_MAKERS: dict[Slip, _Maker] = {
    Slip.UNKNOWN_ID: _unknown_id,
    Slip.OWN_LIMITS: _by_neglect(without_own_limits),
    Slip.TEAMMATES: _by_neglect(without_teammates),
    Slip.REJECTED: _rejected,
    Slip.UNFITTING: _unfitting,
}
