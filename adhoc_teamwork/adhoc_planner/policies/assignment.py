# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who re-places what: the nearest robot that can and is free (paper appendix F.1)."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import same_object, taken_up
from adhoc_teamwork.adhoc_planner.prompt_context.known_weight import known_weight
from adhoc_teamwork.adhoc_planner.validity.battery import CARRYING
from adhoc_teamwork.adhoc_planner.validity.subtasks import reachable
from adhoc_teamwork.adhoc_planner.validity.ways import gets_to
from adhoc_teamwork.adhoc_planner.validity.weights import check_weight, lifts
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus

Carry = Callable[[Detection], float]
"""Returns how far, in metres, an object is from where it would be put; infinite if nowhere."""


@dataclass(frozen=True)
class Hand:
    """Hold a robot that could take something up: where it is, and what it cannot take.

    `range` is how far its battery takes it, in metres.
    """

    name: str
    point: Point
    range: float
    cannot: frozenset[str] = frozenset()


_NOTHING: Mapping[str, frozenset[str]] = MappingProxyType({})

LET_LIE = 5.0
"""Seconds for which a thing is left to a free teammate that does not take it up."""


class LeftLying:
    """Remember since when free teammates leave what falls to them where it is; times in seconds.

    A robot of another policy may hold a thing to be in place, or do nothing at all: who waits for
    it to take the thing up waits for ever.
    """

    def __init__(self) -> None:
        self._since: dict[tuple[str, str], float] = {}
        self._asked = -math.inf

    @property
    def due(self) -> float:
        """Return when the next teammate is waited for no longer; infinite where none is.

        What was due when the robot was asked last is not due again.
        """
        ends = (since + LET_LIE for since in self._since.values())
        return min((end for end in ends if end > self._asked), default=math.inf)

    def asked(self, now: float) -> None:
        """Take in that the robot decides now, whatever comes of it."""
        self._asked = now

    def to_others(self, now: float) -> Mapping[str, frozenset[str]]:
        """Return what is not left to teammates any more: ids of things by robots' names."""
        found: dict[str, frozenset[str]] = {}
        for (name, object_id), since in self._since.items():
            if now >= since + LET_LIE:
                found[name] = found.get(name, frozenset()) | {object_id}
        return found

    def note(self, view: PlannerView, shares: Mapping[str, str]) -> None:
        """Take in what falls to whom, by robots' names, now; forget what is no longer loose."""
        things = unclaimed(view)
        loose = {thing.object_id for thing in things}
        free = {hand.name for hand in free_hands(view, things)}
        known = {pair: since for pair, since in self._since.items() if since <= view.now}
        self._since = {
            (name, thing): known.get((name, thing), view.now)
            for name, thing in (*known, *shares.items())
            if name in free and thing in loose
        }


def own_share(
    view: PlannerView,
    carry: Carry,
    beyond: Mapping[str, frozenset[str]] = _NOTHING,
    left: LeftLying | None = None,
) -> Detection | None:
    """Return the misplaced object that falls to this robot, or None.

    Free hands and unclaimed objects are paired, the closest pair first: every robot that knows the
    same finds the same pairs. Ties go by name. A hand whose battery would be empty before the
    object is where it belongs is left out: what it holds then would be lost to the team.

    Args:
        view: What this robot knows.
        carry: Says how far things have to be carried.
        beyond: Ids of things that robots, by name, are known not to be able to take up, beyond
            what they have said.
        left: Remembers which teammates leave lying what falls to them, and is told who does; None
            where every teammate is waited for.
    """
    lying = _NOTHING if left is None else left.to_others(view.now)
    shares = _shares(view, carry, (beyond, lying))
    if left is not None:
        left.note(view, shares)
    own = shares.get(view.robot)
    return next((thing for thing in unclaimed(view) if thing.object_id == own), None)


def _shares(
    view: PlannerView, carry: Carry, barred: Sequence[Mapping[str, frozenset[str]]]
) -> Mapping[str, str]:
    """Return the id of the object that falls to each robot, by name; none of what is barred."""
    things = unclaimed(view)
    if not things:
        return {}
    refused = {subtask.object_id for subtask, _ in view.rejected}
    own = Hand(
        view.robot,
        view.state.pose.point,
        view.range,
        frozenset(refused) | too_heavy(view, things),
    )
    hands = [
        replace(hand, cannot=hand.cannot.union(*(b.get(hand.name, ()) for b in barred)))
        for hand in (own, *free_hands(view, things))
    ]
    shares: dict[str, str] = {}
    given: set[str] = set()
    for _, name, object_id in _pairs(things, hands, carry):
        if name not in shares and object_id not in given:
            shares[name] = object_id
            given.add(object_id)
    return shares


def unclaimed(view: PlannerView) -> list[Detection]:
    """Return the objects known to be out of place that no teammate has taken up or holds."""
    things = [
        thing
        for thing in view.known_objects
        if thing.misplaced is Misplaced.YES
        and thing.pickupable
        and thing.status is Presence.PRESENT
    ]
    if not things:
        return things
    claimed = {
        intention.own_object.object_id
        for intention in taken_up(view)
        if intention.own_object is not None
    }
    return [thing for thing in things if thing.object_id not in claimed]


def free_hands(view: PlannerView, things: Sequence[Detection]) -> list[Hand]:
    """Return the teammates that could take something up now, as far as they have said."""
    at_work = busy(view)
    return [hand for hand in hands(view, things) if hand.name not in at_work]


def busy(view: PlannerView) -> frozenset[str]:
    """Return the names of the teammates that hold something, or are about to take it."""
    return frozenset(
        t.name for t in view.teammates if (t.state and t.state.held_object) or _is_replacing(t)
    )


def hands(view: PlannerView, things: Sequence[Detection]) -> list[Hand]:
    """Return the teammates that could take something up, be it later, as far as they have said."""
    found = []
    for teammate in view.teammates:
        capability, state = teammate.capability, teammate.state
        if teammate.left or capability is None or state is None or not capability.can_manipulate:
            continue
        if state.battery <= 0.0:
            continue
        cannot = frozenset(
            thing.object_id
            for intent in teammate.intents_that_are(IntentStatus.FAILED)
            if (thing := _meant(things, intent)) is not None
        ) | {
            t.object_id
            for t in things
            if not reachable(capability, t.position.z)
            or not gets_to(view.rooms, capability, state.room, t.room)
            or not lifts(capability, known_weight(view, t))
        }
        metres = state.battery * capability.max_speed
        found.append(Hand(teammate.name, state.pose.point, metres, cannot))
    return found


def too_heavy(view: PlannerView, things: Sequence[Detection]) -> frozenset[str]:
    """Return the ids of what a robot at least as strong as this one could not lift."""
    return frozenset(thing.object_id for thing in things if check_weight(view, thing))


def _is_replacing(teammate: Teammate) -> bool:
    adopted = teammate.intents_that_are(IntentStatus.ADOPTED)
    return any(intent.subtask.moves_object for intent in adopted)


def _meant(things: Iterable[Detection], intent: Intent) -> Detection | None:
    """Return the object of a teammate's intent as this robot knows it, or None."""
    if not intent.subtask.moves_object:
        return None
    return same_object(things, intent.object_category, intent.object_position)


def _pairs(
    things: Iterable[Detection], hands: Iterable[Hand], carry: Carry
) -> list[tuple[float, str, str]]:
    """Return distance (m), robot and object of every pair that is possible, closest first."""
    hands = list(hands)
    pairs = []
    for thing in things:
        carried = carry(thing)
        for hand in hands:
            away = hand.point.planar_distance_to(thing.position)
            if thing.object_id not in hand.cannot and CARRYING * (away + carried) <= hand.range:
                pairs.append((away, hand.name, thing.object_id))
    return sorted(pairs)
