# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whom a relay speaks to: one robot each, and the way out to them."""

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame
from adhoc_teamwork.comm_bridge.radio_link.pending import Pending


class Outlet(Protocol):
    """Where a relay's frames go; both methods enqueue and return."""

    def tell_all(self, frame: Frame) -> None:
        """Send a frame to every robot."""

    def tell(self, robot: str, frame: Frame) -> None:
        """Send a frame to one robot."""


@dataclass
class RelayCounts:
    """Count what the broker did; `deliveries` counts the copies of the `relayed` messages."""

    relayed: int = 0
    deliveries: int = 0
    remembered: int = 0


@dataclass
class Listener:
    """Hold what the relay knows of one robot."""

    name: str
    pending: Pending
    session: int = 0
    number: int = 0
    told: deque[Frame] = field(default_factory=deque)
    said: int = 0
    is_met: bool = False
    """Whether its radio has said a receipt since the radio or this broker started."""
