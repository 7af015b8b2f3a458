# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serialized team messages without ROS: a true head, then the message pickled."""

import pickle
import struct

from adhoc_teamwork.comm_bridge.radio_link.envelope import Frame, read_frame
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage


def encode_head(message: TeamMessage, order: str = "<") -> bytes:
    """Return the bytes with which CDR begins a TeamMessage; `order` as of struct."""

    def name(text: str) -> bytes:
        data = text.encode() + b"\0"
        return struct.pack(f"{order}I", len(data)) + data

    def aligned(data: bytes) -> bytes:
        return data + b"\0" * (-len(data) % 4)

    nanoseconds = round(message.stamp * 1e9)
    body = aligned(name(message.sender)) + struct.pack(
        f"{order}IIiIB",
        message.session,
        message.sequence,
        nanoseconds // 10**9,
        nanoseconds % 10**9,
        int(message.kind),
    )
    body = aligned(body) + name(message.recipient) + bytes([message.remembered])
    return bytes([0, order == "<", 0, 0]) + aligned(body)


def encode(message: TeamMessage) -> bytes:
    """Return bytes that `decode` and the reading of heads understand."""
    head = encode_head(message)
    return head + pickle.dumps(message)


def decode(data: bytes) -> TeamMessage:
    """Return what `encode` was given."""
    at = data.find(b"\x80\x04")
    try:
        message = pickle.loads(data[at:])
    except (pickle.UnpicklingError, EOFError, IndexError) as error:
        raise ValueError(f"not a message: {error}") from None
    assert isinstance(message, TeamMessage)
    return message


def frame(message: TeamMessage) -> Frame:
    """Return a message as it travels."""
    return read_frame(encode(message))


def chat(
    sender: str, sequence: int, recipient: str = "", session: int = 1, stamp: float = 10.0
) -> TeamMessage:
    """Return something said."""
    return TeamMessage(sender, session, sequence, stamp, MessageKind.CHAT, recipient, text="hello")


def join(sender: str, session: int = 1, sequence: int = 1, stamp: float = 10.0) -> TeamMessage:
    """Return a greeting."""
    return TeamMessage(
        sender, session, sequence, stamp, MessageKind.JOIN, capability=Capability(sender)
    )
