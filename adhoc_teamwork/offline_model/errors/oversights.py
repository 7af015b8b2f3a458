# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What facts look like to one who overlooks some of them."""

import math
from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.fallibility import Fallibility
from adhoc_teamwork.offline_model.reading.facts import Facts, Mate, RoomFact
from adhoc_teamwork.offline_model.settings import Variant
from adhoc_teamwork.teamwork.team.causes import OWN_LIMITS
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

Overlooks = Callable[[str], bool]
"""Tells whether one thing that a teammate said is overlooked."""


def as_read(facts: Facts, chance: Chance, errors: Fallibility) -> Facts:
    """Return the facts as they are taken in: some of what teammates said may be overlooked.

    The weak variant overlooks some of it anew in each answer.
    """
    if errors.rates:
        facts = _told(replace(facts, errors=errors), errors.overlooks, facts.meaning)
    if chance.settings.variant is Variant.FULL:
        return facts
    return _told(replace(facts, reader=chance.settings.variant), chance.overlooks, str)


def without_own_limits(facts: Facts) -> Facts:
    """Return the facts as if the robot could reach and lift everything, and had never failed to."""
    me = replace(facts.me, drives=True, arm=True, lowest=-math.inf, highest=math.inf)
    history = tuple(attempt for attempt in facts.history if attempt.cause not in OWN_LIMITS)
    return replace(facts, me=me, history=history)


def without_teammates(facts: Facts) -> Facts:
    """Return the facts as if no teammate did, had done or had said anything."""
    return replace(
        facts,
        mates=tuple(replace(m, taken_up=(), proposes=(), explored=()) for m in facts.mates),
        rooms=tuple(
            replace(r, explored_by=tuple(n for n in r.explored_by if n == "you"), exploring=())
            for r in facts.rooms
        ),
        answers=(),
    )


def without_rejections(facts: Facts) -> Facts:
    """Return the facts as if nothing had been rejected in this round."""
    return replace(facts, rejected=())


def _told(facts: Facts, overlooks: Overlooks, meaning: Callable[[SubTask], str]) -> Facts:
    """Return the facts without what is overlooked of what teammates intend, did and answer."""

    def heard(name: str, subtask: SubTask) -> bool:
        return not overlooks(f"{name} intends {meaning(subtask)}")

    def half_heard(mate: Mate) -> Mate:
        return replace(
            mate,
            taken_up=tuple(s for s in mate.taken_up if heard(mate.name, s)),
            proposes=tuple(s for s in mate.proposes if heard(mate.name, s)),
        )

    def half_known(room: RoomFact) -> RoomFact:
        exploring = SubTask(SubTaskKind.EXPLORE, room_id=room.id)
        return replace(
            room,
            explored_by=tuple(
                n
                for n in room.explored_by
                if n == "you" or not overlooks(f"{n} explored {room.id}")
            ),
            exploring=tuple(n for n in room.exploring if n == "you" or heard(n, exploring)),
        )

    return replace(
        facts,
        mates=tuple(map(half_heard, facts.mates)),
        rooms=tuple(map(half_known, facts.rooms)),
        answers=tuple(answer for answer in facts.answers if not overlooks(f"{answer}")),
    )
