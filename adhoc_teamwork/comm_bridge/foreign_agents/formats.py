# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every format of strangers offers, and which one a configuration asks for."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from adhoc_teamwork.comm_bridge.foreign_agents.drafts import Reading
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.team.message import TeamMessage


@dataclass(frozen=True)
class Telling:
    """Hold what is put on the stranger's topic number `topic`: nested values by field."""

    topic: int
    values: dict[str, Any] = field(default_factory=dict)


class StrangerFormat(Protocol):
    """Turn what a stranger publishes into drafts of team messages, and team messages back."""

    async def read(self, topic: int, published: object) -> Reading:
        """Return what was published on topic number `topic` of `hears` means.

        It never raises: what has no meaning for us is in the reading's `not_understood`.
        """

    def write(self, message: TeamMessage) -> tuple[Telling, ...]:
        """Return what the stranger is told of a team message; nothing where it has no word for it.

        Raises:
            NotUnderstoodError: It has words for such a message, but not for this one.
        """

    def note(self, message: TeamMessage) -> None:
        """Take in what a team message says of things and rooms, to understand the stranger."""

    def note_rooms(self, rooms: tuple[Room, ...]) -> None:
        """Take in the rooms of the floor plan."""
