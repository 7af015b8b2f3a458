# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Whom a relay speaks to: one robot each, and the way out to them."""

from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from comm_bridge.envelope import Frame
from comm_bridge.pending import Pending


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
