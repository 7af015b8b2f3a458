# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things belong, for policies that ask no language model: the stand-in's common sense."""

from collections.abc import Iterable
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.belief.situation import Situation, situation_of
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    Home,
    affordance_of,
    homes_among,
    may_stay,
    usual_homes,
)
from adhoc_teamwork.teamwork.scene import Detection, Misplaced

Place = tuple[str, str]
"""Types of receptacle and of room."""


class CommonSense:
    """Judge things by what most people would say of where they are, each situation once."""

    def __init__(self) -> None:
        self._verdicts: dict[Situation, Misplaced] = {}

    def judge(self, thing: Detection) -> Detection:
        """Return `thing` with the judgement on it; what cannot be judged yet stays unknown."""
        if not thing.pickupable:
            return thing
        situation = situation_of(thing)
        verdict = self._verdicts.get(situation)
        if verdict is None:
            verdict = self._verdicts[situation] = _verdict(situation)
        return thing if thing.misplaced is verdict else replace(thing, misplaced=verdict)


def homes(category: str, places: Iterable[Place]) -> list[Home]:
    """Return which of the known `places` suit things of `category`, the best first."""
    return homes_among(category, places)


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
