# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whom a robot can count on: teammates that are there, and what they lay claim to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from operator import attrgetter

from adhoc_teamwork.adhoc_planner.belief.claims import same_target
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.team.memory import Teammate, TeamMemory
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus

NEWS_LASTS = 60.0
"""How long, in seconds, a change of the team is told."""
SILENCE = 15.0
"""A teammate not heard for longer, in seconds, blocks nobody with its open intents."""
WORDLESS = 120.0
"""The same where the team does not tell its states: who has nothing to ask says nothing."""
CLAIM_LASTS = 400.0
"""How long, in seconds, a teammate keeps others from a thing or a room that it has taken up.

No errand without a failure takes longer: two drives of 120 s, a grasp of 60, a put of 80.
"""
MOST_CLAIMS = 200
"""Claims of one teammate that count in twice that time."""

_MESSAGES_IN_VIEW = 40
"""So many messages are kept in view: half of them the latest that concern the robot."""


def listening(memory: TeamMemory, now: float) -> tuple[Teammate, ...]:
    """Return the teammates that can be expected to answer."""
    present = memory.present()
    silent = _silent(memory, present, now)
    return tuple(t for t in present if t.name not in silent)


@dataclass
class _Claim:
    """Hold since when (s) a claim counts, when it was told last, and when it ended."""

    intent: Intent
    since: float
    told: float
    until: float = inf


class ClaimTimes:
    """Follow for how long each teammate has kept others from what it took up, by the own clock.

    Who takes up everything and does nothing, broken or hostile, must not keep a team from its work.
    The same again, under another number, adds to what was, until it is quiet about it for long.
    """

    def __init__(self) -> None:
        self._of: dict[str, list[_Claim]] = {}

    def note(self, teammate: str, intent: Intent, now: float) -> None:
        """Take in how an intent of a teammate stands at `now`, s."""
        known = [c for c in self._of.get(teammate, ()) if lately(c.told, now, 2.0 * CLAIM_LASTS)]
        self._of[teammate] = known
        claim = _about(known, intent)
        if intent.status is not IntentStatus.ADOPTED:
            if claim is not None:
                claim.until = min(claim.until, now)
        elif claim is not None:
            claim.since += max(0.0, now - claim.until)
            claim.told, claim.until = now, inf
        elif len(known) < MOST_CLAIMS:
            known.append(_Claim(intent, now, now))

    def is_over(self, teammate: str, intent: Intent, now: float) -> bool:
        """Tell whether an intent that a teammate has taken up keeps nobody from it any more."""
        claim = _about(self._of.get(teammate, ()), intent)
        if claim is None:
            # One too many; an intent without a target, as to rest, keeps nobody from anything.
            return same_target(intent, intent)
        return not lately(claim.since, now, CLAIM_LASTS)


def _about(claims: Sequence[_Claim], intent: Intent) -> _Claim | None:
    """Return the claim on the same thing or room; what is asked for is mostly the latest."""
    return next((c for c in reversed(claims) if same_target(c.intent, intent)), None)


def dependable(memory: TeamMemory, claims: ClaimTimes, now: float) -> tuple[Teammate, ...]:
    """Return the teammates as planning may count on them.

    Each keeps its claims for `CLAIM_LASTS` at the most; a silent one only those on what it held
    when it was last heard.
    """
    present = memory.present()
    silent = _silent(memory, present, now)
    heard = (_with_held_alone(t) if t.name in silent else t for t in present)
    return tuple(_with_young_claims(teammate, claims, now) for teammate in heard)


def departed(memory: TeamMemory, now: float) -> tuple[Teammate, ...]:
    """Return who lately left or fell silent, with its intents as it last told them."""
    lasts = _longest_silence(memory) + NEWS_LASTS
    lately = [t for t in memory.teammates.values() if now - t.last_heard <= lasts]
    silent = _silent(memory, lately, now)
    gone = [t for t in lately if t.left or t.name in silent]
    return tuple(sorted(gone, key=lambda t: t.name))


def rival(teammates: Iterable[Teammate], own: Intent) -> tuple[Teammate, Intent] | None:
    """Return who has taken up the same object as `own`, and with which intent; None if nobody.

    Rooms are not exclusive: two robots see different things in the same room.
    """
    if not own.subtask.is_about_object:
        return None
    for teammate in teammates:
        for intent in teammate.intents_that_are(IntentStatus.ADOPTED):
            if same_target(intent, own):
                return teammate, intent
    return None


def recent_messages(
    memory: TeamMemory, own: Iterable[TeamMessage]
) -> tuple[tuple[TeamMessage, ...], int]:
    """Return what was said lately, oldest first, and how many other messages are left out.

    In a large team news push out nothing that concerns the robot.
    """
    kept = sorted((*memory.dialogue, *own), key=attrgetter("stamp"))
    if len(kept) <= _MESSAGES_IN_VIEW:
        return tuple(kept), 0
    latest = range(len(kept) - 1, -1, -1)
    of_concern = (n for n in latest if kept[n].concerns(memory.own_name))
    first = set(islice(of_concern, _MESSAGES_IN_VIEW // 2))
    others = islice((n for n in latest if n not in first), _MESSAGES_IN_VIEW - len(first))
    shown = sorted((*first, *others))
    return tuple(kept[n] for n in shown), len(kept) - len(shown)


class Bystanders:
    """Notice once each when a teammate falls silent or comes back."""

    def __init__(self) -> None:
        self._silent: set[str] = set()

    def changes(self, memory: TeamMemory, now: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of those newly silent and of those newly heard again."""
        there = (t for t in memory.teammates.values() if not t.left)
        silent = _silent(memory, there, now)
        if silent == self._silent:
            return (), ()
        lost = tuple(sorted(silent - self._silent))
        back = tuple(sorted(n for n in self._silent - silent if not memory.teammates[n].left))
        self._silent = silent
        return lost, back


def _silent(memory: TeamMemory, teammates: Iterable[Teammate], now: float) -> set[str]:
    """Return the names of those who are gone, or said nothing for so long that they may be broken.

    A large team asks that of all all the time.
    """
    longest = _longest_silence(memory)
    return {t.name for t in teammates if t.gone or now - t.last_heard > longest}


def _longest_silence(memory: TeamMemory) -> float:
    return SILENCE if memory.hears_states else WORDLESS


def _with_young_claims(teammate: Teammate, claims: ClaimTimes, now: float) -> Teammate:
    adopted = teammate.intents_that_are(IntentStatus.ADOPTED)
    over = {i.intent_id for i in adopted if claims.is_over(teammate.name, i, now)}
    if not over:
        return teammate
    kept = {number: i for number, i in teammate.intents.items() if number not in over}
    return replace(teammate, intents=kept)


def _with_held_alone(teammate: Teammate) -> Teammate:
    state = teammate.state
    if state is None or not state.held_object:
        idle = replace(state, subtask="", subskill="") if state else None
        return replace(teammate, intents={}, state=idle)
    held = {n: i for n, i in teammate.intents.items() if state.holds_a(i.object_category)}
    return replace(teammate, intents=held)
