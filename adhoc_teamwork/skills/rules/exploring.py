# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When an exploration is given up, and what it says of itself in the end."""

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.teamwork.team.causes import Cause

_NOTHING = 0.01
"""Who has looked at less of a place than this share has not explored it."""
_ENDING = frozenset((Cause.SERVER_MISSING, Cause.NO_POSE, Cause.TOO_FAST, Cause.BATTERY_EMPTY))
"""Failures of a drive with which no other drive would do better."""


class Exploration:
    """Keep how the drives of one exploration went, and judge it by the share of floor seen.

    Args:
        where: What is explored, in words.
        enough: The share, 0 to 1, that is as good as all of it.
        patience: After so many drives in a row that failed it is given up.
    """

    def __init__(self, where: str, enough: float, patience: int) -> None:
        self._where, self._enough, self._patience = where, enough, patience
        self._failed, self._why, self._cause = 0, "", Cause.UNREACHABLE

    @property
    def is_given_up(self) -> bool:
        """Tell whether too many drives in a row have failed."""
        return self._failed >= self._patience

    def arrived(self) -> None:
        """Note that a drive led to where it was to."""
        self._failed = 0

    def failed(self, cause: Cause | None, said: str) -> None:
        """Note that a drive failed.

        Raises:
            SkillFailure: No other drive would do better.
        """
        if cause in _ENDING:
            raise SkillFailure(cause, said)
        self._failed += 1
        self._why = f" ({said.rstrip('.')})"
        self._cause = Cause.BLOCKED if cause is Cause.BLOCKED else Cause.UNREACHABLE

    def refuse_given_up(self) -> None:
        """Check that it was not given up, where there is still something to look at.

        Raises:
            SkillFailure: It was: the way to all of it is blocked, or there is none.
        """
        if self.is_given_up:
            raise SkillFailure(
                self._cause,
                f"{self._failed} drives in a row failed while exploring {self._where}{self._why}; "
                "do something else first.",
            )

    def judge(self, share: float, rest: str) -> str:
        """Return what it says in the end; `rest` is what is to be said of floor not looked at.

        Raises:
            SkillFailure: Less than half of it was looked at, and the last drive failed; or nothing
                was, whatever the reason.
        """
        seen = f"Looked at {share:.0%} of {self._where}"
        if share >= self._enough:
            return f"{seen}."
        if self._failed and share < self._enough / 2.0:
            raise SkillFailure(
                self._cause,
                f"{seen}; the rest cannot be driven to now{self._why}. Explore elsewhere first.",
            )
        if share < _NOTHING:
            raise SkillFailure(Cause.UNREACHABLE, f"{seen}; {rest}.")
        return f"{seen}; {rest}."
