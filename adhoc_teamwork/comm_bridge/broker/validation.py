# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell a sound team message from one that must not be passed on: unreadable, or impossible."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any

from adhoc_teamwork.comm_bridge.radio_link.envelope import Head
from adhoc_teamwork.comm_bridge.radio_link.receipt import BROKER
from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

MOST_METRES = 1.0e5
"""A place further from the origin of the map than this is none."""
LONGEST_NAME = 256
"""Characters of an id, a type, or a sub-task's argument."""
LONGEST_TEXT = 8192
"""Characters of free words."""
MOST_ITEMS = 256
"""Items of a list, such as detections."""

_TEXTS = frozenset({"text", "reason", "assignments"})
_PLACES = frozenset({"x", "y", "z"})
_MAY_BE_UNKNOWN = frozenset({"support_height"})
"""Not a number where it is not known."""


class Odd(StrEnum):
    """Name what cannot be."""

    NUMBER = "number"
    LENGTH = "length"


def find_oddity(message: TeamMessage) -> Odd | None:
    """Return what of a message's content cannot be, or None where it is sound."""
    for name, value in _values("", message):
        if isinstance(value, str):
            if len(value) > (LONGEST_TEXT if name in _TEXTS else LONGEST_NAME):
                return Odd.LENGTH
        elif isinstance(value, float):
            if not math.isfinite(value):
                if not (math.isnan(value) and name in _MAY_BE_UNKNOWN):
                    return Odd.NUMBER
            elif name in _PLACES and abs(value) > MOST_METRES:
                return Odd.NUMBER
        elif len(value) > MOST_ITEMS:
            return Odd.LENGTH
    return None


def _values(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every text, real number and list in `value`, each with the name of its field."""
    if isinstance(value, (str, float)):
        yield name, value
    elif isinstance(value, tuple):
        yield name, value
        for item in value[: MOST_ITEMS + 1]:
            yield from _values(name, item)
    elif isinstance(value, Action):
        yield name, value.arguments
        yield from (("kind", value.kind), *value.arguments)
    elif is_dataclass(value):
        for field in value.__dataclass_fields__:
            yield from _values(field, getattr(value, field))


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
    OFF_CHANNEL = "off_channel"


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
    if message.kind.act is not None:
        return message.utterance is not None
    return bool(parts.get(message.kind, True))
