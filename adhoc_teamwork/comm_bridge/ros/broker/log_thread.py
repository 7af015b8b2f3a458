# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the broker's digest on a thread of its own."""

import threading
from collections import deque
from dataclasses import dataclass

from adhoc_teamwork.comm_bridge.broker.handed import Handed
from adhoc_teamwork.comm_bridge.broker.log_writer import LogWriter
from adhoc_teamwork.comm_bridge.broker.validation import Drop
from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity
from adhoc_teamwork.comm_bridge.ros.coding import encode_all

GATHER = 0.02
"""Seconds in which what comes is gathered into one batch, which is one commit."""
BATCH = 200
"""Messages of a batch at most."""


@dataclass(frozen=True)
class Logged:
    """Hold what came of a batch, ready to be sent."""

    committed: list[Identity]
    told: list[tuple[str, list[Frame]]]
    faults: list[tuple[str, Drop]]


class LogThread:
    """Feed a digest from a queue and put what comes of it into another."""

    def __init__(self, digest: LogWriter, handed: deque[Handed]) -> None:
        self.done: deque[Logged] = deque()
        self._digest = digest
        self._handed = handed
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="digest", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Tell whether the thread runs."""
        return self._thread.is_alive()

    def stop(self, time_limit: float = 1.0) -> None:
        """Take in what waits, and end, within `time_limit` seconds."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(time_limit)

    def _run(self) -> None:
        while not self._stop.wait(GATHER):
            self._process_all()
        self._process_all()

    def _process_all(self) -> None:
        while self._handed:
            items = [self._handed.popleft() for _ in range(min(BATCH, len(self._handed)))]
            outcome = self._digest.process(items)
            told = [(robot, encode_all(messages)) for robot, messages in outcome.told]
            self.done.append(Logged(outcome.committed, told, outcome.faults))
