# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take what robots say, pass it on at once, and see that it arrives.

A `Relay` never waits and does no I/O but through its outlet, whose methods enqueue. What it takes
in is handed over to a `log_writer.LogWriter`, which remembers and logs it; only then is it
receipted. Times called `now` are seconds of a clock that never jumps.
"""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from adhoc_teamwork.comm_bridge.broker.gate import Decode, Gate
from adhoc_teamwork.comm_bridge.broker.handed import Handed, Joined, Keep, Known, Taken
from adhoc_teamwork.comm_bridge.broker.presence import Presence
from adhoc_teamwork.comm_bridge.broker.validation import Drop
from adhoc_teamwork.comm_bridge.radio_link.acknowledging import Acknowledger, Pace
from adhoc_teamwork.comm_bridge.radio_link.clocks import ClockOffsets
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Head, Identity
from adhoc_teamwork.comm_bridge.radio_link.pending import Pending
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER, HeardNumbers, Member, Receipt
from adhoc_teamwork.comm_bridge.radio_link.store import FrameStore
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.message import MessageKind


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


PACE = Pace(period=0.5, delay=0.1)
"""How often the broker says receipts, which are its heartbeat."""
MEETING_WAIT = 1.2
"""Seconds that a robot gets to say what it has, before it is sent what it may lack."""
SENT_AT_ONCE = 50
"""Frames told, and sent again, to one robot in one step at most: a burst overruns its inbox."""
GRACE = 4.0
"""Seconds in which the robots that an earlier broker knew are found again."""
ABSENT = 900.0
"""Seconds of silence after which a robot is a stranger again: all that waited for it is too old."""
AWAITED = 50
"""Robots at most that messages are addressed to, and kept for, before they were ever met."""


class Relay:
    """Pass messages between the members of a team until each has what is meant for it."""

    def __init__(
        self,
        outlet: Outlet,
        decode: Decode,
        rules: KindRules | None = None,
        session: int = 1,
        channel: TeamChannel = OPEN,
    ) -> None:
        self._channel = channel
        self.rules = rules or KindRules()
        self.session = session
        self.counts = RelayCounts()
        self.presence = Presence()
        self.gate = Gate(self.rules, decode)
        self.handed: deque[Handed] = deque()
        self.listeners: dict[str, Listener] = {}
        self._outlet = outlet
        self._clocks = ClockOffsets()
        self._store = FrameStore(self.rules)
        self._acknowledger = Acknowledger(BROKER, session, PACE)
        self._awaited: dict[str, Pending] = {}

    @property
    def members(self) -> list[str]:
        """Return the names of the robots that have an inbox."""
        return sorted(self.listeners)

    @property
    def dropped(self) -> Counter[Drop]:
        """Return how many messages did not pass, by reason."""
        return self.gate.dropped

    def add_member(self, robot: str) -> bool:
        """Take a robot into the team and have it told what was said; False where it was in it."""
        if robot in self.listeners:
            return False
        pending = self._awaited.pop(robot, None) or Pending(self.rules)
        self.listeners[robot] = Listener(robot, pending)
        self.handed += (Known(robot, 0), Joined(robot))
        return True

    def take(self, owner: str, data: bytes, now: float, passed_on: bool = False) -> None:
        """Take in bytes from the topic of robot `owner`; pass them on if they are sound.

        Args:
            owner: Whose topic they came from.
            data: A serialized TeamMessage.
            now: When they came, s.
            passed_on: Whether the owner passes on what another robot said.
        """
        self.take_all(owner, (data,), now, passed_on)

    def take_all(
        self, owner: str, batch: Iterable[bytes], now: float, passed_on: bool = False
    ) -> None:
        """Take in all that came at once, the most urgent first; see `take`."""
        read = (self.gate.read(owner, data) for data in batch)
        frames = [frame for frame in read if frame is not None]
        if len(frames) > 1:
            frames.sort(key=lambda frame: self.rules[frame.head.kind].priority)
        for frame in frames:
            self.take_frame(owner, frame, now, passed_on)

    def take_frame(self, owner: str, frame: Frame, now: float, passed_on: bool = False) -> None:
        """Take in a frame; see `take`."""
        head = frame.head
        if not self._channel.carries(head.kind):
            self.gate.drop(Drop.OFF_CHANNEL, owner)
            if head.sender == owner:
                # Nobody will hear it: it need not be said again.
                self._acknowledger.note(head.identity, now)
            return
        if passed_on and self._hears(head.sender, now):
            self.gate.drop(Drop.NOT_NEEDED, owner)
            return
        if not self.gate.admit(owner, frame, now, passed_on):
            if head.identity in self._acknowledger.had:
                self._acknowledger.note(head.identity, now)
            return
        message = None
        if self.rules[head.kind].checked_first or self._channel.characters is not None:
            message = self.gate.decode(owner, frame)
            if message is not None and self._channel.refusal(message):
                self.gate.drop(Drop.OFF_CHANNEL, owner)
                message = None
            if message is None:
                self._acknowledger.note(head.identity, now)
                return
        if not passed_on:
            self._note_word(owner, head, now)
        receivers = self._pass_on(frame, now)
        if self.rules[head.kind].is_reliable:
            self._store.add(frame, now)
        else:
            self._acknowledger.had.add(head.identity)
        self.handed.append(Taken(frame, message, receivers))

    def commit(self, identities: Iterable[Identity], now: float) -> None:
        """Note what is on disk: it may be receipted."""
        for identity in identities:
            self._acknowledger.note(identity, now)

    def tell_later(self, robot: str, frames: Iterable[Frame]) -> None:
        """Tell a robot what was said before, a part in each step."""
        if robot in self.listeners:
            self.listeners[robot].told.extend(frames)

    def take_receipt(self, owner: str, receipt: Receipt, now: float, clock: float) -> None:
        """Take in a receipt from the topic of robot `owner`; `clock` is the own ROS time, s."""
        if receipt.holder != owner:
            self.gate.drop(Drop.WRONG_SENDER, owner)
            return
        self.add_member(owner)
        listener = self.listeners[owner]
        if (receipt.session, receipt.number) <= (listener.session, listener.number):
            return
        was_here = self.presence.is_here(owner, now)
        self._note_session(listener, receipt.session)
        listener.number = receipt.number
        self.presence.hear(owner, now, by_radio=True)
        self._clocks.note(owner, receipt.stamp, clock)
        listener.pending.settle(receipt.heard, now)
        if not listener.is_met or not was_here:
            self._meet(listener, now)

    def tick(self, now: float) -> None:
        """Tell what waits to be told, and send again what was not receipted."""
        self._store.expire(now)
        for pending in self._pendings():
            pending.expire(now)
        for listener in self.listeners.values():
            if not listener.is_met or not self.presence.is_here(listener.name, now):
                continue
            for frame in listener.pending.due(now, SENT_AT_ONCE):
                self._outlet.tell(listener.name, frame)
        for listener in self.listeners.values():
            for _ in range(min(SENT_AT_ONCE, len(listener.told))):
                frame = listener.told.popleft()
                if frame.head.identity not in listener.pending.had:
                    self.counts.remembered += 1
                    self._outlet.tell(listener.name, frame)

    def receipt(self, now: float, clock: float) -> Receipt | None:
        """Return the receipt to be said now, or None where it is too early."""
        return self._acknowledger.receipt(now, clock, self.roll(now))

    def roll(self, now: float) -> tuple[Member, ...]:
        """Return every robot that was ever met, and whether it is there."""
        return tuple(
            Member(
                listener.name,
                listener.session,
                self.presence.is_gone(listener.name, now),
                self.presence.silent_for(listener.name, now),
                self._clocks.ahead(listener.name),
            )
            for listener in self.listeners.values()
        )

    def forget_absent(self, now: float) -> list[str]:
        """Take robots that have been gone for long out of the team; return their names."""
        absent = [r for r in self.listeners if self.presence.silent_for(r, now) > ABSENT]
        for robot in absent:
            del self.listeners[robot]
            self.presence.forget(robot)
        return absent

    def keep(self) -> None:
        """Hand over what still has to reach somebody, so that the rest may be forgotten."""
        waiting = (identity for pending in self._pendings() for identity in pending.identities)
        self.handed.append(Keep(frozenset(waiting)))

    def restore(self, had: HeardNumbers, robots: dict[str, int], now: float) -> None:
        """Take up, before all else, what an earlier broker had and whom it knew.

        Args:
            had: What it had receipted.
            robots: The robots it passed messages on to, each with its last session.
            now: The time, s; the robots get until `GRACE` after it to be heard.
        """
        for stream in had.streams:
            self.gate.had.add_ranges(stream, had.ranges(stream))
            self._acknowledger.had.add_ranges(stream, had.ranges(stream))
        for robot, session in robots.items():
            self.listeners[robot] = Listener(robot, Pending(self.rules), session)
            self.presence.hear(robot, now + GRACE)

    def restore_frame(self, frame: Frame, receivers: Iterable[str], age: float, now: float) -> None:
        """Take up a logged message, taken in `age` seconds ago; its receivers may lack it."""
        self._store.add(frame, now - age)
        for robot in receivers:
            self._pending_of(robot).add(frame, now - age, age + MEETING_WAIT)

    def _hears(self, robot: str, now: float) -> bool:
        return robot in self.listeners and self.presence.is_here(robot, now)

    def _note_word(self, owner: str, head: Head, now: float) -> None:
        self.add_member(owner)
        listener = self.listeners[owner]
        listener.said += 1
        self._note_session(listener, head.session)
        self.presence.hear(owner, now)
        self.presence.leave(owner, head.kind is MessageKind.LEAVE)

    def _note_session(self, listener: Listener, session: int) -> None:
        """Forget, where a robot started anew, what its former life still had to get."""
        if session <= listener.session:
            return
        if listener.session:
            listener.pending.clear()
            listener.told.clear()
            listener.is_met = False
            self.handed.append(Joined(listener.name))
        listener.session, listener.number = session, 0
        self.handed.append(Known(listener.name, session))

    def _pass_on(self, frame: Frame, now: float) -> tuple[str, ...]:
        """Send a frame to whom it is for; return who has to receipt it."""
        head = frame.head
        is_reliable = self.rules[head.kind].is_reliable
        receivers: tuple[str, ...]
        if not head.recipient:
            self._outlet.tell_all(frame)
            receivers = tuple(robot for robot in self.listeners if robot != head.sender)
        elif head.recipient in self.listeners:
            self._outlet.tell(head.recipient, frame)
            receivers = (head.recipient,)
        else:
            self.gate.drop(Drop.NO_RECIPIENT, head.sender)
            receivers = (head.recipient,) if is_reliable else ()
        if head.recipient in self.listeners or not head.recipient:
            self.counts.relayed += bool(receivers)
            self.counts.deliveries += len(receivers)
        if is_reliable:
            for robot in receivers:
                self._pending_of(robot).add(frame, now)
        return receivers

    def _pendings(self) -> list[Pending]:
        known = [listener.pending for listener in self.listeners.values()]
        return [*known, *self._awaited.values()]

    def _pending_of(self, robot: str) -> Pending:
        if robot in self.listeners:
            return self.listeners[robot].pending
        if robot not in self._awaited:
            if len(self._awaited) >= AWAITED:
                del self._awaited[next(iter(self._awaited))]
            self._awaited[robot] = Pending(self.rules)
        return self._awaited[robot]

    def _meet(self, listener: Listener, now: float) -> None:
        """Send a robot that is met, anew or again, what waits for it, and what it began to hear."""
        if listener.is_met:
            self.handed.append(Joined(listener.name))
        listener.is_met = True
        self._acknowledger.greet(now)
        pending = listener.pending
        pending.wake(now)
        for frame in self._store.frames(now):
            head = frame.head
            is_for = head.sender != listener.name and head.recipient in ("", listener.name)
            begun = pending.had.ranges(head.stream).lowest
            if is_for and 0 < begun < head.sequence:
                pending.add(frame, now, MEETING_WAIT)
