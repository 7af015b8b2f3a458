# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What facts look like to one who overlooks some of them."""

import math
from dataclasses import replace

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.reading.facts import Facts, Mate, RoomFact
from adhoc_teamwork.offline_model.settings import Variant
from adhoc_teamwork.teamwork.team.causes import OWN_LIMITS


def as_read(facts: Facts, chance: Chance) -> Facts:
    """Return the facts as the variant takes them in: the weak one overlooks some messages."""
    if chance.settings.variant is Variant.FULL:
        return facts
    return replace(
        facts,
        reader=chance.settings.variant,
        mates=tuple(_half_heard(mate, chance) for mate in facts.mates),
        rooms=tuple(_half_known(room, chance) for room in facts.rooms),
        answers=tuple(a for a in facts.answers if not chance.overlooks(f"{a}")),
    )


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


def _half_heard(mate: Mate, chance: Chance) -> Mate:
    def heard(subtask: object) -> bool:
        return not chance.overlooks(f"{mate.name} intends {subtask}")

    return replace(
        mate,
        taken_up=tuple(s for s in mate.taken_up if heard(s)),
        proposes=tuple(s for s in mate.proposes if heard(s)),
    )


def _half_known(room: RoomFact, chance: Chance) -> RoomFact:
    def heard(name: str, what: str) -> bool:
        return name == "you" or not chance.overlooks(f"{name} {what} {room.id}")

    return replace(
        room,
        explored_by=tuple(name for name in room.explored_by if heard(name, "explored")),
        exploring=tuple(name for name in room.exploring if heard(name, "intends Explore")),
    )
