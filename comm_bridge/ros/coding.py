"""Turn team messages into frames and back."""

import logging
from collections.abc import Iterable

from adhoc_interfaces.msg import TeamMessage as RosTeamMessage
from rclpy.serialization import deserialize_message, serialize_message

from comm_bridge.envelope import Frame, read_frame
from teamwork.message import TeamMessage
from teamwork.ros.conversions.team import team_message_from_ros, team_message_to_ros

_log = logging.getLogger(__name__)


def decode(data: bytes) -> TeamMessage:
    """Return what a serialized TeamMessage says.

    Raises:
        ValueError: It cannot be understood.
    """
    try:
        return team_message_from_ros(deserialize_message(data, RosTeamMessage))
    except RuntimeError as error:
        # What the middleware says of bytes that are no such message.
        raise ValueError(f"not a TeamMessage: {error}") from None


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
