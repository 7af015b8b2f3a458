# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a live team is looked at, and when pages are told: at one beat, whatever the work takes."""

PERIOD = 0.2
"""Seconds from one picture to the next."""
TELLING = 0.05
"""Seconds after each look at which pages are told what it saw."""


def until_beat(now: float, after: float = 0.0) -> float:
    """Return the seconds until the next beat: more than 0, at most a period.

    Args:
        now: A clock that never goes back, seconds.
        after: How long after each beat is meant.
    """
    return PERIOD - (now - after) % PERIOD
