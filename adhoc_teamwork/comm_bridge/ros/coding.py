# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Turn team messages into frames."""

import logging
from collections.abc import Iterable

from rclpy.serialization import serialize_message

from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, read_frame
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_to_ros
from adhoc_teamwork.teamwork.team.message import TeamMessage

_log = logging.getLogger(__name__)


def encode(message: TeamMessage) -> Frame:
    """Return a message as it travels.

    Raises:
        ValueError: It holds a value that does not fit into its field.
    """
    try:
        return read_frame(serialize_message(team_message_to_ros(message)))
    except (AssertionError, OverflowError, TypeError, RuntimeError) as error:
        raise ValueError(f"cannot be said: {error}") from None


def encode_all(messages: Iterable[TeamMessage]) -> list[Frame]:
    """Return messages as they travel, without those that cannot be said."""
    frames = []
    for message in messages:
        try:
            frames.append(encode(message))
        except ValueError as error:
            _log.warning("message %s: %s", message.identity, error)
    return frames
