# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the relay hands over to be remembered and logged, in the order in which it happened."""

from dataclasses import dataclass

from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity
from adhoc_teamwork.teamwork.team.message import TeamMessage


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
