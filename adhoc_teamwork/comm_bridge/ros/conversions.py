# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert receipts to and from adhoc_interfaces."""

from typing import Any

from adhoc_interfaces import msg as ros

from adhoc_teamwork.comm_bridge.radio_link.receipt import Heard, Member, Receipt
from adhoc_teamwork.teamwork.ros.conversions.fields import number_to_ros, text_to_ros
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_from_ros, time_to_ros

LARGEST = 10_000
"""Ranges and members that a receipt has at most: one costs its reader some microseconds."""


def receipt_to_ros(receipt: Receipt) -> Any:
    """Return an adhoc_interfaces/TeamReceipt."""
    return ros.TeamReceipt(
        holder=text_to_ros(receipt.holder),
        session=number_to_ros(receipt.session),
        number=number_to_ros(receipt.number),
        stamp=time_to_ros(receipt.stamp),
        heard=[_heard_to_ros(heard) for heard in receipt.heard],
        members=[member_to_ros(member) for member in receipt.members],
    )


def receipt_from_ros(message: Any) -> Receipt:
    """Return a Receipt.

    Raises:
        ValueError: A range without an end, one that ends before it begins, or too many.
    """
    count = sum(len(heard.first) for heard in message.heard) + len(message.members)
    if count > LARGEST:
        raise ValueError(f"expected a receipt of at most {LARGEST} ranges and members, got {count}")
    return Receipt(
        holder=message.holder,
        session=message.session,
        number=message.number,
        stamp=time_from_ros(message.stamp),
        heard=tuple(_heard_from_ros(heard) for heard in message.heard),
        members=tuple(member_from_ros(member) for member in message.members),
    )


def member_to_ros(member: Member) -> Any:
    """Return an adhoc_interfaces/TeamMember."""
    return ros.TeamMember(
        name=text_to_ros(member.name),
        session=number_to_ros(member.session),
        gone=member.gone,
        silent_for=float(min(member.silent_for, 1e6)),
        clock_ahead=float(member.clock_ahead),
    )


def member_from_ros(message: Any) -> Member:
    """Return a Member."""
    return Member(
        message.name, message.session, message.gone, message.silent_for, message.clock_ahead
    )


def _heard_to_ros(heard: Heard) -> Any:
    return ros.HeardRange(
        sender=text_to_ros(heard.stream[0]),
        session=number_to_ros(heard.stream[1]),
        first=[first for first, _ in heard.ranges],
        last=[last for _, last in heard.ranges],
    )


def _heard_from_ros(message: Any) -> Heard:
    first, last = [int(n) for n in message.first], [int(n) for n in message.last]
    if len(first) != len(last) or any(begin > end for begin, end in zip(first, last, strict=False)):
        raise ValueError(f"expected ranges of sequences, got first {first} and last {last}")
    return Heard((message.sender, message.session), tuple(zip(first, last, strict=True)))
