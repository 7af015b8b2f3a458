# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell a sound team message from one that must not be passed on."""

from collections.abc import Mapping

from adhoc_teamwork.comm_bridge.broker.soundness import Odd, find_oddity
from adhoc_teamwork.comm_bridge.radio_link.envelope import Head
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage


class Drop(StrEnum):
    """Name why the broker does not pass a message on."""

    UNREADABLE = "unreadable"
    NO_SENDER = "no_sender"
    WRONG_SENDER = "wrong_sender"
    MISSING_PART = "missing_part"
    BAD_NUMBER = "bad_number"
    OVERSIZED = "oversized"
    SAYS_REMEMBERED = "says_remembered"
    DUPLICATE = "duplicate"
    FLOOD = "flood"
    NO_RECIPIENT = "no_recipient"
    NOT_NEEDED = "not_needed"


_ODD: Mapping[Odd | None, Drop] = {Odd.NUMBER: Drop.BAD_NUMBER, Odd.LENGTH: Drop.OVERSIZED}


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
    return _ODD.get(find_oddity(message))


def find_pretence(speaker: str, head: Head, passed_on: bool) -> Drop | None:
    """Return in what a frame pretends to come from another than it does, or None.

    Args:
        speaker: On whose topic it came; empty: the broker's, which speaks for everyone.
        head: The frame's.
        passed_on: Whether it came on the topic for other robots' messages.
    """
    if speaker == BROKER:
        return None
    if head.remembered:
        return Drop.SAYS_REMEMBERED
    return None if passed_on or head.sender == speaker else Drop.WRONG_SENDER


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
