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

"""What the relay hands over to be remembered and logged, in the order in which it happened."""

from dataclasses import dataclass

from comm_bridge.envelope import Frame, Identity
from teamwork.message import TeamMessage


@dataclass(frozen=True)
class Taken:
    """A message was taken in; `message` where it was decoded, `receivers` whom it is meant for."""

    frame: Frame
    message: TeamMessage | None
    receivers: tuple[str, ...]


@dataclass(frozen=True)
class Known:
    """A robot that messages are passed on to is in this session; 0: not known yet."""

    robot: str
    session: int


@dataclass(frozen=True)
class Joined:
    """A robot must be told what was said before."""

    robot: str


@dataclass(frozen=True)
class Keep:
    """These messages some robot still has to get, of all that were handed over before."""

    identities: frozenset[Identity]


Handed = Taken | Known | Joined | Keep
