"""How much of a stranger is read, and what is kept of what nobody understood."""

from collections import deque
from dataclasses import dataclass

from comm_bridge.wording import one_line

KEPT = 20
SHOWN = 160
_BURST_SECONDS = 2.0
_LEAST_BURST = 5.0


class Allowance:
    """Let `rate` publications a second through, and a burst of two seconds' worth of them."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._most = max(_LEAST_BURST, _BURST_SECONDS * rate)
        self._left = self._most
        self._at = 0.0

    def take(self, now: float) -> bool:
        """Tell whether one more may pass at `now`, in seconds of a clock that never goes back."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


@dataclass
class StrangerCounts:
    """Count what came of a stranger's publications and of what it was to be told."""

    heard: int = 0
    said: int = 0
    told: int = 0
    not_understood: int = 0
    too_many: int = 0


class NotUnderstood:
    """Keep the last things that nobody understood, each a line with the reason."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque(maxlen=KEPT)

    def add(self, why: str) -> str:
        """Keep a reason; return it as the line that is shown."""
        line = one_line(why)[:SHOWN]
        self._kept.append(line)
        return line

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what is kept, the newest first."""
        return tuple(reversed(self._kept))
