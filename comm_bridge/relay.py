"""Decide to whom each team message goes, and what a joining robot is told."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

from comm_bridge.memory import BrokerMemory, Identity
from comm_bridge.validation import Drop, find_fault
from teamwork.message import MessageKind, TeamMessage

DELIVERED_KEPT = 2000


@dataclass(frozen=True)
class Delivery:
    """Say that `message` goes into the inbox of `robot`."""

    robot: str
    message: TeamMessage


@dataclass
class RelayCounts:
    """Count what the broker did; `deliveries` counts the copies of the `relayed` messages."""

    relayed: int = 0
    deliveries: int = 0
    remembered: int = 0


class Relay:
    """Pass messages between the members of a team and remember them for late joiners.

    Args:
        started_at: When this broker began, in seconds of the ROS clock. Older messages are history
            found on the wire after a restart: they are taken into memory, and what of them still
            stands is told to everyone by `tell_history`.
    """

    def __init__(self, started_at: float = 0.0, memory: BrokerMemory | None = None) -> None:
        self.started_at = started_at
        self.counts = RelayCounts()
        self.dropped: Counter[Drop] = Counter()
        self._memory = memory or BrokerMemory()
        self._delivered: dict[str, deque[Identity]] = {}
        self._history_untold = False

    @property
    def members(self) -> list[str]:
        """Return the names of the robots that have an inbox."""
        return sorted(self._delivered)

    def add_member(self, robot: str) -> list[Delivery]:
        """Take a robot into the team; return what it must be told of what was said before.

        From now on it gets what the others say.
        """
        if robot in self._delivered:
            return []
        self._delivered[robot] = deque(maxlen=DELIVERED_KEPT)
        return self._tell(robot)

    def drop(self, reason: Drop) -> None:
        """Count a message that could not even be read."""
        self.dropped[reason] += 1

    def handle(self, owner: str, message: TeamMessage) -> list[Delivery]:
        """Take in a message from the topic of robot `owner`; return where it goes."""
        fault = find_fault(owner, message)
        if fault is not None:
            self.drop(fault)
            return []
        newly_started = 0 < self._memory.session(owner) < message.session
        if not self._memory.add(message):
            self.drop(Drop.DUPLICATE)
            return []
        deliveries = self.add_member(owner)
        if newly_started:
            self._delivered[owner].clear()
        if message.stamp < self.started_at:
            self._history_untold = True
            return deliveries
        deliveries += self._pass_on(message)
        if message.kind is MessageKind.JOIN:
            deliveries += self._tell(owner)
        return deliveries

    def tell_history(self) -> list[Delivery]:
        """Return, once after history was found, what each member may have missed."""
        if not self._history_untold:
            return []
        self._history_untold = False
        return [delivery for robot in self.members for delivery in self._tell(robot)]

    def _pass_on(self, message: TeamMessage) -> list[Delivery]:
        if message.recipient and message.recipient not in self._delivered:
            self.drop(Drop.NO_RECIPIENT)
            return []
        to = [message.recipient] if message.recipient else self.members
        deliveries = [Delivery(robot, message) for robot in to if robot != message.sender]
        self.counts.relayed += bool(deliveries)
        self.counts.deliveries += len(deliveries)
        self._note(deliveries)
        return deliveries

    def _tell(self, robot: str) -> list[Delivery]:
        had = set(self._delivered[robot])
        memories = self._memory.remembered_for(robot)
        deliveries = [Delivery(robot, copy) for copy in memories if copy.identity not in had]
        self.counts.remembered += len(deliveries)
        self._note(deliveries)
        return deliveries

    def _note(self, deliveries: Iterable[Delivery]) -> None:
        for delivery in deliveries:
            self._delivered[delivery.robot].append(delivery.message.identity)
