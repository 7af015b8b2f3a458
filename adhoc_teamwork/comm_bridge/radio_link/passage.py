# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The way a frame takes from whoever sends it: as the air is, or as somebody emulates it."""

from collections.abc import Callable

Arrival = Callable[[], None]
LinkEmulation = Callable[[str, Arrival], None]
"""Called with who sent a frame (a robot; empty: the broker) and what its arrival does, which is to
be called at once, later, or never."""


def clear_air(_sender: str, arrive: Arrival) -> None:
    """Let a frame arrive at once."""
    arrive()
