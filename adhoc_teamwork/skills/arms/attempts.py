# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Try ways of doing one thing, one after another, until one of them can be planned."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from adhoc_teamwork.skills.arms.failure import ArmFailure, Step, later
from adhoc_teamwork.skills.arms.planner import given_up
from adhoc_teamwork.skills.arms.search import GiveUp

MOST_SEARCHES = 8
"""After so many searches for a path in vain no other way is tried."""

_Way = TypeVar("_Way")
_Plan = TypeVar("_Plan")


def first_planned(ways: Iterable[_Way], plan: Callable[[_Way], _Plan], give_up: GiveUp) -> _Plan:
    """Return the plan of the first way that has one.

    Args:
        ways: The preferred first.
        plan: Plans one of them.
        give_up: Asked before each way that is tried.

    Raises:
        ArmFailure: None has a plan, and why the one that came furthest has none; or nobody waits
            for it any more.
    """
    furthest: ArmFailure | None = None
    searches = 0
    for way in ways:
        if give_up():
            raise given_up()
        try:
            return plan(way)
        except ArmFailure as failure:
            furthest = later(furthest, failure)
            searches += failure.step is Step.SEARCH
        if searches == MOST_SEARCHES:
            break
    if furthest is None:
        raise ValueError("no way was given")
    raise furthest
