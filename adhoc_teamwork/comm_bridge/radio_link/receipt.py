# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What members of a team tell each other of what they have heard, and of whom they hear."""

from collections.abc import Iterable
from dataclasses import dataclass

from adhoc_teamwork.comm_bridge.radio_link.envelope import Stream
from adhoc_teamwork.teamwork.sequence_ranges import SequenceRanges

BROKER = ""
"""Name of the broker where robots are named."""


@dataclass(frozen=True)
class Heard:
    """Say which messages of one stream are had: closed ranges of sequences, lowest first."""

    stream: Stream
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Member:
    """Say of a member of the team whether it is there.

    `silent_for` and `clock_ahead` in seconds; the latter by how much its clock is ahead of the
    speaker's.
    """

    name: str
    session: int = 0
    gone: bool = False
    silent_for: float = 0.0
    clock_ahead: float = 0.0


@dataclass(frozen=True)
class Receipt:
    """Acknowledge messages; `stamp` in seconds of the holder's ROS clock."""

    holder: str
    session: int
    number: int
    stamp: float
    heard: tuple[Heard, ...] = ()
    members: tuple[Member, ...] = ()


class HeardNumbers:
    """Know which messages somebody has, by stream; of a sender the latest sessions only."""

    def __init__(self, sessions_kept: int = 3, senders_kept: int = 500) -> None:
        self._sessions_kept = sessions_kept
        self._senders_kept = senders_kept
        self._streams: dict[str, dict[int, SequenceRanges]] = {}

    def __contains__(self, identity: tuple[str, int, int]) -> bool:
        sender, session, sequence = identity
        ranges = self._streams.get(sender, {}).get(session)
        return ranges is not None and sequence in ranges

    def add(self, identity: tuple[str, int, int]) -> bool:
        """Take in one message; return False where it was had or its session is long over."""
        sender, session, sequence = identity
        ranges = self._ranges(sender, session)
        return ranges is not None and ranges.add(sequence)

    def add_ranges(self, stream: Stream, ranges: Iterable[tuple[int, int]]) -> None:
        """Take in what a receipt lists."""
        known = self._ranges(*stream)
        if known is not None:
            for first, last in ranges:
                known.add_range(first, last)

    def ranges(self, stream: Stream) -> SequenceRanges:
        """Return what is had of a stream."""
        ranges = self._streams.get(stream[0], {}).get(stream[1])
        return SequenceRanges() if ranges is None else ranges

    def session(self, sender: str) -> int:
        """Return the latest session known of a sender, 0 before its first message."""
        return max(self._streams.get(sender, {}), default=0)

    @property
    def streams(self) -> list[Stream]:
        """Return every stream of which something is had."""
        return [(s, session) for s, of in self._streams.items() for session in of]

    def _ranges(self, sender: str, session: int) -> SequenceRanges | None:
        sessions = self._streams.get(sender)
        if sessions is None:
            if len(self._streams) >= self._senders_kept:
                del self._streams[next(iter(self._streams))]
            sessions = self._streams[sender] = {}
        ranges = sessions.get(session)
        if ranges is None:
            if len(sessions) >= self._sessions_kept and session < min(sessions):
                return None
            ranges = sessions[session] = SequenceRanges()
            while len(sessions) > self._sessions_kept:
                del sessions[min(sessions)]
        return ranges
