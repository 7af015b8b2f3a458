# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whom a robot's radio reaches, the broker first, and what each of them still has to get."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.comm_bridge.radio_link.clocks import ClockOffsets
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Head, Identity
from adhoc_teamwork.comm_bridge.radio_link.pending import FIRST_WAIT, Pending
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER, HeardNumbers, Member, Receipt
from adhoc_teamwork.comm_bridge.rules import KindRules

BROKER_SILENT = 2.5
"""Seconds without a receipt after which the broker is taken to be away."""
PEER_SILENT = 4.0
"""Seconds without a receipt after which a teammate that was heard directly is taken to be gone."""
MEETING_WAIT = 1.2
"""Seconds that whoever is met gets to say what it has, before it is sent what it may lack."""


@dataclass
class _Neighbour:
    """Hold what is known of one neighbour; `last` is when its latest receipt came, s."""

    name: str
    pending: Pending
    session: int = 0
    number: int = 0
    last: float = float("-inf")
    members: dict[str, Member] = field(default_factory=dict)

    def hears(self, robot: str) -> bool:
        """Tell whether it says that it hears a robot."""
        member = self.members.get(robot)
        return member is not None and not member.gone


class Neighbours:
    """Keep, for the broker and each teammate heard directly, what it has not acknowledged."""

    def __init__(self, robot: str, rules: KindRules) -> None:
        self._robot = robot
        self._rules = rules
        self._clocks = ClockOffsets()
        self._broker = _Neighbour(BROKER, Pending(rules))
        self._peers: dict[str, _Neighbour] = {}
        self.met_at = float("-inf")
        """When somebody was last met, anew or again: it should learn soon what is had here."""

    @property
    def waiting(self) -> int:
        """Return how many frames the broker has not acknowledged."""
        return len(self._broker.pending)

    @property
    def told_members(self) -> tuple[Member, ...]:
        """Return the team as the broker last told it."""
        return tuple(self._broker.members.values())

    @property
    def own_session(self) -> int:
        """Return the latest session in which others say that they heard this robot, or 0."""
        told = (n.members.get(self._robot) for n in (self._broker, *self._peers.values()))
        return max((member.session for member in told if member is not None), default=0)

    @property
    def lost(self) -> int:
        """Return how many frames were given up, too old or too many."""
        return sum(sum(n.pending.lost.values()) for n in (self._broker, *self._peers.values()))

    def hears(self, name: str, now: float) -> bool:
        """Tell whether the broker, or a teammate directly or through the broker, is heard."""
        if name == BROKER:
            return now - self._broker.last <= BROKER_SILENT
        peer = self._peers.get(name)
        if peer is not None and now - peer.last <= PEER_SILENT:
            return True
        return self.hears(BROKER, now) and self._broker.hears(name)

    def take(self, receipt: Receipt, frames: Iterable[Frame], now: float, clock: float) -> None:
        """Take in a receipt; `frames` is what may be sent to whoever is met with it."""
        neighbour = self._neighbour(receipt.holder)
        if (receipt.session, receipt.number) <= (neighbour.session, neighbour.number):
            return
        limit = BROKER_SILENT if receipt.holder == BROKER else PEER_SILENT
        is_met = now - neighbour.last > limit
        if receipt.session != neighbour.session:
            is_met = True
            neighbour.pending.had = HeardNumbers()
        neighbour.session, neighbour.number, neighbour.last = receipt.session, receipt.number, now
        neighbour.members = {member.name: member for member in receipt.members}
        self._clocks.note(receipt.holder, receipt.stamp, clock)
        neighbour.pending.settle(receipt.heard, now)
        if is_met:
            self._meet(neighbour, frames, now)

    def expect(self, frame: Frame, now: float) -> None:
        """Wait for receipts of what this robot said just now."""
        self._broker.pending.add(frame, now)
        for peer in self._near(now):
            if _is_for(peer, frame.head):
                peer.pending.add(frame, now)

    def pass_on(self, frame: Frame, now: float) -> None:
        """Wait whether those near get what another robot said, where they cannot hear it."""
        for neighbour in (self._broker, *self._near(now)):
            if self._may_lack(neighbour, frame.head):
                neighbour.pending.add(frame, now, FIRST_WAIT)

    def due(self, now: float, limit: int) -> list[Frame]:
        """Return what must be sent again now, each frame once."""
        found: dict[Identity, Frame] = {}
        for neighbour in (self._broker, *self._peers.values()):
            pending = neighbour.pending
            if not self._is_spoken_to(neighbour, now):
                pending.expire(now)
                continue
            for frame in pending.due(now, limit):
                if self._may_lack(neighbour, frame.head):
                    found[frame.head.identity] = frame
                else:
                    pending.drop(frame.head.identity)
        return list(found.values())

    def direct(self, robots: Iterable[str], now: float) -> frozenset[str]:
        """Return whom of `robots` the broker does not speak for."""
        with_broker = self.hears(BROKER, now)
        return frozenset(
            robot
            for robot in robots
            if robot != self._robot and not (with_broker and self._broker.hears(robot))
        )

    def gone(self, now: float) -> frozenset[str]:
        """Return who fell silent or left: as the broker says, or as was noticed without it."""
        gone = {m.name for m in self._broker.members.values() if m.gone}
        if not self.hears(BROKER, now):
            # Who was heard directly since the broker is away, and is not any more.
            away_since = self._broker.last + BROKER_SILENT
            gone |= {
                peer.name
                for peer in self._peers.values()
                if peer.last > away_since and now - peer.last > PEER_SILENT
            }
        near = {peer.name for peer in self._peers.values() if now - peer.last <= PEER_SILENT}
        return frozenset(gone - near - {self._robot})

    def members(self, now: float) -> tuple[Member, ...]:
        """Return whom this robot hears directly, or heard so."""
        return tuple(
            Member(
                peer.name,
                peer.session,
                now - peer.last > PEER_SILENT,
                now - peer.last,
                self._clocks.ahead(peer.name),
            )
            for peer in self._peers.values()
        )

    def clock_ahead(self, robot: str) -> float:
        """Return by how many seconds a robot's clock is ahead, by the broker's word or directly."""
        members = self._broker.members
        if robot in members and self._robot in members:
            return members[robot].clock_ahead - members[self._robot].clock_ahead
        return self._clocks.ahead(robot)

    def _meet(self, neighbour: _Neighbour, frames: Iterable[Frame], now: float) -> None:
        """Send soon what waits, and a little later what the neighbour seems to lack."""
        self.met_at = now
        neighbour.pending.wake(now)
        for frame in frames:
            if self._may_lack(neighbour, frame.head):
                neighbour.pending.add(frame, now, MEETING_WAIT)

    def _neighbour(self, name: str) -> _Neighbour:
        if name == BROKER:
            return self._broker
        peer = self._peers.get(name)
        if peer is None:
            peer = self._peers[name] = _Neighbour(name, Pending(self._rules))
        return peer

    def _near(self, now: float) -> list[_Neighbour]:
        """Return the teammates that are heard directly and that the broker does not speak for."""
        return [peer for peer in self._peers.values() if self._is_spoken_to(peer, now)]

    def _is_spoken_to(self, neighbour: _Neighbour, now: float) -> bool:
        if neighbour is self._broker:
            return self.hears(BROKER, now)
        is_direct = bool(self.direct((neighbour.name,), now))
        return is_direct and now - neighbour.last <= PEER_SILENT

    def _may_lack(self, neighbour: _Neighbour, head: Head) -> bool:
        """Tell whether a neighbour has to be sent a frame from here."""
        if not _is_for(neighbour, head) or head.identity in neighbour.pending.had:
            return False
        return head.sender == self._robot or not neighbour.hears(head.sender)


def _is_for(neighbour: _Neighbour, head: Head) -> bool:
    """Tell whether a neighbour should have a frame; the broker should have all."""
    if neighbour.name == BROKER:
        return True
    return head.sender != neighbour.name and head.recipient in ("", neighbour.name)
