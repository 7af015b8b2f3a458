# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was heard and said lately, kept to pass it on to whoever missed it."""

from collections.abc import Iterator

from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, Identity
from adhoc_teamwork.comm_bridge.rules import KindRules


class FrameStore:
    """Keep the newest reliable frames, each until its kind's expiry; times in seconds."""

    def __init__(self, rules: KindRules, limit: int = 1000, bytes_kept: int = 16 * 2**20) -> None:
        self._rules = rules
        self._limit = limit
        self._bytes_kept = bytes_kept
        self._size = 0
        self._expire_at = 0.0
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
        if frame.head.identity in self._frames:
            return
        self._frames[frame.head.identity] = (now + rule.expiry, frame)
        self._size += len(frame.data)
        while len(self._frames) > self._limit or self._size > self._bytes_kept:
            self._forget(next(iter(self._frames)))

    def frames(self, now: float) -> Iterator[Frame]:
        """Yield what is not too old, the oldest first."""
        for expires, frame in list(self._frames.values()):
            if expires > now:
                yield frame

    def expire(self, now: float) -> None:
        """Forget what is too old; looks once a second, however often it is called."""
        if now < self._expire_at:
            return
        self._expire_at = now + 1.0
        for identity in [i for i, (expires, _) in self._frames.items() if expires <= now]:
            self._forget(identity)

    def _forget(self, identity: Identity) -> None:
        _, frame = self._frames.pop(identity)
        self._size -= len(frame.data)
