# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

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
        take([data, *take_waiting(held[0], kind, MOST - 1)])

    held.append(node.create_subscription(kind, topic, drain, profile, raw=True))
    return held[0]


def take_waiting(subscription: Any, kind: Any, most: int) -> list[bytes]:
    """Return the serialized messages that wait for a subscription, oldest first, `most` at most."""
    return [data for _, data in take_stamped(subscription, kind, most)]


def take_stamped(subscription: Any, kind: Any, most: int) -> list[tuple[int, bytes]]:
    """Return what `take_waiting` does, each with when it was received, in ns of wall time."""
    waiting: list[tuple[int, bytes]] = []
    try:
        with subscription.handle:
            while len(waiting) < most:
                taken = subscription.handle.take_message(kind, True)
                if taken is None:
                    break
                data, about = taken
                waiting.append((about["received_timestamp"], data))
    except InvalidHandle:
        # The subscription is being destroyed: what it holds goes with it.
        return waiting
    return waiting
