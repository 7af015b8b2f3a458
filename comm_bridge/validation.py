"""Tell a sound team message from one that must not be passed on."""

import math

from teamwork.enums import StrEnum
from teamwork.message import MessageKind, TeamMessage


class Drop(StrEnum):
    """Name why the broker does not pass a message on."""

    UNREADABLE = "unreadable"
    NO_SENDER = "no_sender"
    WRONG_SENDER = "wrong_sender"
    MISSING_PART = "missing_part"
    BAD_POSITION = "bad_position"
    SAYS_REMEMBERED = "says_remembered"
    DUPLICATE = "duplicate"
    NO_RECIPIENT = "no_recipient"
    OVERFLOW = "overflow"


def find_fault(owner: str, message: TeamMessage) -> Drop | None:
    """Return why a message from the topic of robot `owner` is malformed, or None if it is sound."""
    if not message.sender:
        return Drop.NO_SENDER
    if message.sender != owner:
        return Drop.WRONG_SENDER
    if message.remembered:
        return Drop.SAYS_REMEMBERED
    if not _has_its_part(message):
        return Drop.MISSING_PART
    if not _positions_finite(message):
        return Drop.BAD_POSITION
    return None


def _has_its_part(message: TeamMessage) -> bool:
    """Tell whether the part that goes with the kind is there (TeamMessage.msg lists them)."""
    parts: dict[MessageKind, object] = {
        MessageKind.CAPABILITY: message.capability,
        MessageKind.STATE: message.state,
        MessageKind.INTENT: message.intent,
        MessageKind.REFLECTION: message.reflection,
        MessageKind.DETECTION: message.detections,
        MessageKind.CHAT: message.text,
        MessageKind.JOIN: message.capability,
    }
    return bool(parts.get(message.kind, True))


def _positions_finite(message: TeamMessage) -> bool:
    points = [detection.position for detection in message.detections]
    numbers = [number for point in points for number in (point.x, point.y, point.z)]
    if message.state is not None:
        numbers += [message.state.pose.x, message.state.pose.y, message.state.pose.yaw]
    return all(math.isfinite(number) for number in numbers)
