# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""When a clock was set back, as by a recording that begins again; seconds of the ROS clock."""

SET_BACK = 0.5
"""Seconds. What falls by less is no clock that was set back: messages overtake each other."""


def was_set_back(before: float, now: float) -> bool:
    """Tell whether a clock that showed `before` and now shows `now` was set back between."""
    return now < before - SET_BACK


def lately(at: float, now: float, seconds: float) -> bool:
    """Tell whether less than `seconds` have gone since `at`; not where the clock was set back."""
    return now - at < seconds and not was_set_back(at, now)
