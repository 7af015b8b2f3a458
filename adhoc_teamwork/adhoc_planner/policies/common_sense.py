# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things belong, for policies that ask no language model: the stand-in's common sense."""

from collections.abc import Iterable
from functools import cache, lru_cache

from adhoc_teamwork.adhoc_planner.belief.prior_judge import Prior
from adhoc_teamwork.adhoc_planner.belief.situation import Situation, situation_of
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    Home,
    affordance_of,
    homes_among,
    may_stay,
    usual_homes,
)
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Misplaced

Place = tuple[str, str]
"""Types of receptacle and of room."""
_KEPT = 4096
"""Categories of which it is kept where such things usually are."""


class CommonSense(Prior):
    """Judge things by what most people would say of where they are, each situation once."""

    def __init__(self) -> None:
        self._verdicts: dict[Situation, tuple[Misplaced, str]] = {}

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it; what cannot be judged yet stays unknown."""
        if not thing.pickupable:
            return thing
        situation = situation_of(thing)
        verdict = self._verdicts.get(situation)
        if verdict is None:
            misplaced = _verdict(situation)
            verdict = misplaced, _reason(thing, misplaced)
            self._verdicts[situation] = verdict
        return judged(thing, *verdict)

    def home(self, category: str) -> Place | None:
        """Return the first of the usual places of `category`."""
        return next(iter(usual_places(category)), None)


@cache
def common_sense() -> CommonSense:
    """Return the common sense that all robots of a process share: each would say the same."""
    return CommonSense()


def judged(thing: Detection, misplaced: Misplaced, reason: str) -> Detection:
    """Return `thing` with a judgement on it."""
    if (thing.misplaced, thing.reason) == (misplaced, reason):
        return thing
    return changed(thing, misplaced=misplaced, reason=reason)


def where(thing: Detection) -> str:
    """Return in words where a thing is."""
    if thing.receptacle == FLOOR:
        place = "on the floor"
    else:
        relation = thing.relation.value.lower() if thing.relation else "on"
        place = f"{relation} a {thing.receptacle_category}"
    return f"{place} in a {thing.room_type}" if thing.room_type else place


def homes(category: str, places: Iterable[Place]) -> list[Home]:
    """Return which of the known `places` suit things of `category`, the best first."""
    return homes_among(category, places)


@lru_cache(maxsize=_KEPT)
def usual_places(category: str) -> tuple[Place, ...]:
    """Return where things of `category` are usually kept, in common names."""
    return tuple((home.receptacle, home.room) for home in usual_homes(category))


def _verdict(situation: Situation) -> Misplaced:
    if not situation.receptacle:
        return Misplaced.UNKNOWN
    if affordance_of(situation.category) is None:
        return Misplaced.NO
    fine = may_stay(situation.category, situation.receptacle, situation.room_type)
    if fine:
        return Misplaced.NO if situation.room_type else Misplaced.UNKNOWN
    return Misplaced.YES


def _reason(thing: Detection, misplaced: Misplaced) -> str:
    usual = next(iter(usual_places(thing.category)), None)
    if misplaced is Misplaced.UNKNOWN:
        return ""
    if misplaced is Misplaced.YES and usual is not None:
        return f"such things are kept on or in a {usual[0]} in a {usual[1]}"
    if usual is None:
        return "no rule says where such things are kept"
    return f"such things may be {where(thing)}"
