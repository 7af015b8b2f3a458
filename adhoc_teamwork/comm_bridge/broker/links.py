# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How the broker's link to each robot does: rate, latency, loss and queue, for `/diagnostics`."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.comm_bridge.radio_link.envelope import EnvelopeError, read_head

WINDOW = 10.0
"""Seconds over which rates and latency are taken."""
SEQUENCES = 200
"""Latest sequence numbers of a sender among which it is looked for gaps."""
MOST_TIMES = 20_000
STATUS = "broker: link "
"""Begins the name of a link's diagnostic status; the robot's name follows."""


@dataclass(frozen=True)
class LinkReport:
    """Describe one robot's link as the broker sees it.

    Messages a second in and out; the median latency of what came in, from stamp to arrival, in
    seconds of the ROS clock (None while nothing comes); the share of the robot's latest messages
    that is missing; how many reliable messages it has not acknowledged.
    """

    rate_in: float
    rate_out: float
    latency: float | None
    loss: float
    queue: int

    def values(self) -> dict[str, str]:
        """Return the values of the diagnostic status."""
        return {
            "rate_in": f"{self.rate_in:.2f}",
            "rate_out": f"{self.rate_out:.2f}",
            "latency": "" if self.latency is None else f"{self.latency:.4f}",
            "loss": f"{self.loss:.4f}",
            "queue": str(self.queue),
        }


@dataclass
class _Link:
    came: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=MOST_TIMES))
    went: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=MOST_TIMES))
    session: int = 0
    sequences: set[int] = field(default_factory=set)
    first: int = 0


class LinkMeter:
    """Measure links; times called `now` are seconds of a clock that never jumps."""

    def __init__(self) -> None:
        self._links: dict[str, _Link] = {}
        self._to_all = _Link()

    def hear(self, robot: str, batch: Iterable[bytes], clock: float, now: float) -> None:
        """Note serialized messages from a robot's own topic, which came at `clock`, ROS time in s.

        What is no message of that robot says nothing of its link.
        """
        for data in batch:
            try:
                head = read_head(data)
            except EnvelopeError:
                continue
            if head.sender == robot:
                self.heard(robot, head.session, head.sequence, clock - head.stamp, now)

    def heard(self, robot: str, session: int, sequence: int, latency: float, now: float) -> None:
        """Note a message from a robot; its latency in seconds of the ROS clock."""
        link = self._links.setdefault(robot, _Link())
        link.came.append((now, latency))
        if session != link.session:
            link.session, link.sequences, link.first = session, set(), sequence
        link.sequences.add(sequence)
        if len(link.sequences) > 2 * SEQUENCES:
            newest = max(link.sequences)
            link.first = max(link.first, newest - SEQUENCES + 1)
            link.sequences = {number for number in link.sequences if number >= link.first}

    def told(self, robot: str, messages: int, now: float) -> None:
        """Note how many messages were sent to a robot."""
        self._links.setdefault(robot, _Link()).went.append((now, messages))

    def told_all(self, now: float) -> None:
        """Note that one message was sent to every robot."""
        self._to_all.went.append((now, 1))

    def report(
        self, robot: str, now: float, queue: int = 0, clock_ahead: float = 0.0
    ) -> LinkReport:
        """Return how the link to a robot does.

        Args:
            robot: Its name.
            now: The time.
            queue: How many messages it has not acknowledged.
            clock_ahead: Seconds by which its clock is ahead.
        """
        link = self._links.get(robot, _Link())
        for times in (link.came, link.went, self._to_all.went):
            while times and times[0][0] < now - WINDOW:
                times.popleft()
        # A simulated clock goes by steps, which reach some nodes before others.
        latencies = sorted(max(0.0, latency + clock_ahead) for _, latency in link.came)
        # Counted, not gone through: with as many links as robots that would be too much for each.
        told_all = len(self._to_all.went)
        return LinkReport(
            rate_in=len(link.came) / WINDOW,
            rate_out=(sum(count for _, count in link.went) + told_all) / WINDOW,
            latency=latencies[len(latencies) // 2] if latencies else None,
            loss=_loss(link),
            queue=queue,
        )


def _loss(link: _Link) -> float:
    if not link.sequences:
        return 0.0
    newest = max(link.sequences)
    first = max(link.first, newest - SEQUENCES + 1)
    there = sum(1 for number in link.sequences if number >= first)
    return 1.0 - there / (newest - first + 1)
