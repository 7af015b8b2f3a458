# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Remember and log what the relay took in, off the way of what it passes on."""

import logging
import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.comm_bridge.broker.gate import Decode
from adhoc_teamwork.comm_bridge.broker.handed import Handed, Joined, Keep, Known, Taken
from adhoc_teamwork.comm_bridge.broker.log import Logged, MessageLog
from adhoc_teamwork.comm_bridge.broker.memory import BrokerMemory
from adhoc_teamwork.comm_bridge.broker.validation import Drop, find_fault
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity
from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.message import TeamMessage

WAITING_FOR_DISK = 5000
"""Messages that wait for a disk which refuses them, before the broker goes on without a log."""

_log = logging.getLogger(__name__)


@dataclass
class Outcome:
    """Say what came of a batch."""

    committed: list[Identity] = field(default_factory=list)
    told: list[tuple[str, list[TeamMessage]]] = field(default_factory=list)
    """Robots, and what each must be told of what was said before."""
    faults: list[tuple[str, Drop]] = field(default_factory=list)
    """Senders of malformed messages."""


class LogWriter:
    """Hold the broker's memory and its log; may be asked from another thread.

    Args:
        decode: Turns a frame's bytes into a message.
        rules: What each kind of message is owed.
        log: Where reliable messages are kept; None: nowhere.
        channel: Whether who joins is told what others said before.
    """

    def __init__(
        self,
        decode: Decode,
        rules: KindRules,
        log: MessageLog | None = None,
        channel: TeamChannel = OPEN,
    ) -> None:
        self._channel = channel
        self._decode = decode
        self._rules = rules
        self._log = log
        self._memory = BrokerMemory()
        self._lock = threading.Lock()
        self._uncommitted: list[Identity] = []
        self._present: tuple[str, ...] = ()

    def recall(self, logged: Logged) -> None:
        """Remember what an earlier broker left."""
        for entry in logged.frames:
            message, _ = self._read(entry.frame)
            if message is not None:
                self._memory.add(message)

    def process(self, items: Iterable[Handed]) -> Outcome:
        """Take in a batch, in order, and commit it to disk as one."""
        outcome = Outcome()
        with self._lock:
            for item in items:
                if isinstance(item, Taken):
                    self._take(item, outcome)
                elif isinstance(item, Known):
                    self._present = (*(r for r in self._present if r != item.robot), item.robot)
                    if self._log is not None:
                        self._log.note_robot(item.robot, item.session)
                elif isinstance(item, Joined):
                    outcome.told.append((item.robot, self._remembered_for(item.robot)))
                else:
                    self._compact(item)
            outcome.committed = self._commit()
        return outcome

    def remembered_for(self, robot: str) -> list[TeamMessage]:
        """Return what a robot that joins must be told; see `BrokerMemory.remembered_for`."""
        with self._lock:
            return self._remembered_for(robot)

    def _remembered_for(self, robot: str) -> list[TeamMessage]:
        """Return it; where the channel tells no history, the robot's own words alone."""
        remembered = self._memory.remembered_for(robot)
        if self._channel.tells_history:
            return remembered
        return [message for message in remembered if message.sender == robot]

    def _take(self, item: Taken, outcome: Outcome) -> None:
        head = item.frame.head
        message, fault = item.message, None
        if message is None:
            message, fault = self._read(item.frame)
        is_reliable = self._rules[head.kind].is_reliable
        if message is None:
            outcome.faults.append((head.sender, fault or Drop.UNREADABLE))
        else:
            self._memory.add(message)
        if self._log is not None:
            if message is not None and is_reliable:
                self._log.append(item.frame, item.receivers)
            else:
                self._log.note(head.identity)
        if is_reliable:
            self._uncommitted.append(head.identity)

    def _read(self, frame: Frame) -> tuple[TeamMessage | None, Drop | None]:
        try:
            message = self._decode(frame.data)
        except ValueError:
            return None, Drop.UNREADABLE
        fault = find_fault(frame.head.sender, message)
        return (None, fault) if fault is not None else (message, None)

    def _commit(self) -> list[Identity]:
        """Return what is on disk now; nothing where the disk refuses, until it takes it."""
        if self._log is not None:
            try:
                self._log.commit()
            except sqlite3.OperationalError as error:
                if len(self._uncommitted) <= WAITING_FOR_DISK:
                    _log.error("the log cannot be written: %s; receipts wait until it can", error)
                    return []
                _log.error("the log cannot be written: %s; goes on without a log", error)
                self._log = None
        committed, self._uncommitted = self._uncommitted, []
        return committed

    def _compact(self, keep: Keep) -> None:
        if self._log is None:
            return
        try:
            self._log.commit()
            self._log.compact(keep.identities | self._memory.identities, self._present)
        except sqlite3.OperationalError as error:
            _log.error("the log cannot be compacted: %s", error)
