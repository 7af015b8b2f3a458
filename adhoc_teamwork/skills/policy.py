# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How long a sub-skill may take, how often it is tried, and what is done before it is tried again.

Defaults are here; `config/skills.yaml` says the same and may be changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adhoc_teamwork.skills.settings import OTHERS_LIMIT, TIME_LIMITS
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.causes import Cause


class Recovery(StrEnum):
    """Name what is done before a sub-skill is tried again."""

    NONE = "none"
    WAIT = "wait"
    CLEAR_COSTMAPS = "clear_costmaps"


@dataclass(frozen=True)
class SkillPolicy:
    """Bound one sub-skill.

    `time_limit` in seconds of the robot's clock, for all attempts together; `attempts` is how often
    it is tried where it fails with a cause in `retry_on`; `pause` (s) is waited for before the next
    attempt, after `recovery` was begun.
    """

    time_limit: float = OTHERS_LIMIT
    attempts: int = 1
    retry_on: tuple[Cause, ...] = ()
    recovery: Recovery = Recovery.NONE
    pause: float = 1.0

    def wrong(self) -> str:
        """Return what is wrong with it, key first, or an empty text."""
        if not 0.0 < self.time_limit < float("inf"):
            return f"time_limit: {self.time_limit}; expected seconds above 0"
        if self.attempts < 1:
            return f"attempts: {self.attempts}; expected 1 or more"
        if not 0.0 <= self.pause < float("inf"):
            return f"pause: {self.pause}; expected seconds, 0 or more"
        if self.attempts > 1 and not self.retry_on:
            return "retry_on: empty; expected causes where attempts is above 1"
        return ""


_ON_THE_WAY = (Cause.NAVIGATION_ABORTED, Cause.NAVIGATION_REJECTED)
_BY_HAND = (Cause.GRASP_FAILED, Cause.RELEASE_FAILED)


def _policy(name: str) -> SkillPolicy:
    limit = TIME_LIMITS[name]
    if name in ("GoToObject", "GoToPoint", "GoToRoom"):
        return SkillPolicy(limit, 2, _ON_THE_WAY, Recovery.CLEAR_COSTMAPS)
    if name in ("PickupObject", "PutObject", "PutIn", "TakeFrom"):
        return SkillPolicy(limit, 2, _BY_HAND, Recovery.WAIT)
    return SkillPolicy(limit)


DEFAULTS: Mapping[str, SkillPolicy] = {name: _policy(name) for name in TIME_LIMITS}
"""By the sub-skill's name."""


@dataclass(frozen=True)
class SkillPolicies:
    """Hold `config/skills.yaml`; what it does not name keeps the default."""

    skills: Mapping[str, SkillPolicy] = field(default_factory=dict)

    def wrong(self) -> str:
        """Return what is wrong with it, key first, or an empty text."""
        for name, policy in self.skills.items():
            if name not in DEFAULTS:
                return f"skills.{name}: no such sub-skill; expected one of {', '.join(DEFAULTS)}"
            if wrong := policy.wrong():
                return f"skills.{name}.{wrong}"
        return ""
