"""Take all that waits for a subscription at once: an executor's round for each message is dear."""

from collections.abc import Callable
from typing import Any

from rclpy.exceptions import InvalidHandle

MOST = 50
"""Messages taken in one go at most, so that others get their turn."""


def subscribe_raw(
    node: Any, kind: Any, topic: str, take: Callable[[list[bytes]], None], profile: Any
) -> Any:
    """Subscribe to serialized messages; `take` is called with all that came, oldest first."""
    held: list[Any] = []

    def drain(data: bytes) -> None:
        take([data, *_rest(held[0].handle, kind)])

    held.append(node.create_subscription(kind, topic, drain, profile, raw=True))
    return held[0]


def _rest(handle: Any, kind: Any) -> list[bytes]:
    """Return what waits beside the message that was taken."""
    rest: list[bytes] = []
    try:
        with handle:
            while len(rest) < MOST - 1:
                taken = handle.take_message(kind, True)
                if taken is None:
                    break
                rest.append(taken[0])
    except InvalidHandle:
        # The subscription is being destroyed: what it holds goes with it.
        return rest
    return rest
