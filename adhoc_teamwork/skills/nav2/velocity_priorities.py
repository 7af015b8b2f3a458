# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who goes first in telling a base its velocity: parameters of twist_mux."""

from typing import Any

from adhoc_teamwork.teamwork import topics

SILENCE = 0.5
"""Seconds after which one that says nothing is passed over."""


def velocity_priorities() -> dict[str, Any]:
    """Return twist_mux's parameters: the emergency stop before Nav2."""
    wishes = {topics.CMD_VEL_STOP: 255, topics.CMD_VEL_AUTONOMOUS: 10}
    return {
        # Releases that know no stamped commands leave this out of account.
        "use_stamped": False,
        "topics": {
            topic: {"topic": topic, "timeout": SILENCE, "priority": priority}
            for topic, priority in wishes.items()
        },
    }
