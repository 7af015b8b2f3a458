"""What was heard and said lately, kept to pass it on to whoever missed it."""

from collections.abc import Iterator

from comm_bridge.envelope import Frame, Identity
from comm_bridge.rules import KindRules


class FrameStore:
    """Keep the newest reliable frames, each until its kind's expiry; times in seconds."""

    def __init__(self, rules: KindRules, limit: int = 1000) -> None:
        self._rules = rules
        self._limit = limit
        self._frames: dict[Identity, tuple[float, Frame]] = {}

    def __len__(self) -> int:
        return len(self._frames)

    def __contains__(self, identity: Identity) -> bool:
        return identity in self._frames

    def add(self, frame: Frame, now: float) -> None:
        """Keep a frame; one of a kind of which only the latest counts is not kept."""
        rule = self._rules[frame.head.kind]
        if not rule.is_reliable:
            return
        self._frames[frame.head.identity] = (now + rule.expiry, frame)
        while len(self._frames) > self._limit:
            del self._frames[next(iter(self._frames))]

    def frames(self, now: float) -> Iterator[Frame]:
        """Yield what is not too old, the oldest first."""
        for expires, frame in list(self._frames.values()):
            if expires > now:
                yield frame

    def expire(self, now: float) -> None:
        """Forget what is too old."""
        for identity in [i for i, (expires, _) in self._frames.items() if expires <= now]:
            del self._frames[identity]
