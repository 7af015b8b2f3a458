"""Take all that waits for a subscription at once: an executor's round for each message is dear."""

from collections.abc import Callable
from typing import Any

MOST = 50
"""Messages taken in one go at most, so that others get their turn."""


def subscribe_raw(
    node: Any, kind: Any, topic: str, take: Callable[[list[bytes]], None], profile: Any
) -> Any:
    """Subscribe to serialized messages; `take` is called with all that came, oldest first."""
    held: list[Any] = []

    def drain(data: bytes) -> None:
        batch = [data]
        handle = held[0].handle
        with handle:
            while len(batch) < MOST:
                taken = handle.take_message(kind, True)
                if taken is None:
                    break
                batch.append(taken[0])
        take(batch)

    held.append(node.create_subscription(kind, topic, drain, profile, raw=True))
    return held[0]
