# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A journal on its way out: lines gather until a batch of them is published."""

import threading

from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord
from adhoc_teamwork.adhoc_planner.journal.coding import Turn, record_to_json, turn_to_json

MOST_LINES = 20_000
"""Lines that wait at most; more than that and the journal has a gap, which replays tell."""


class JournalWriter:
    """Gather the lines of one session; turns come from the agent's thread, batches go to another.

    The session's set-up begins its first batch.
    """

    def __init__(self, record: AgentRecord) -> None:
        self._lock = threading.Lock()
        self._lines = [record_to_json(record)]
        self._turns = 0

    def add(self, turn: Turn) -> None:
        """Add a turn behind the others."""
        line = turn_to_json(turn)
        with self._lock:
            if len(self._lines) < MOST_LINES:
                self._lines.append(line)

    def next_number(self) -> int:
        """Return the number of the next turn."""
        self._turns += 1
        return self._turns

    def take(self) -> str:
        """Return the lines since the last batch as one text; empty where there are none."""
        with self._lock:
            lines, self._lines = self._lines, []
        return "\n".join(lines)
