# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages and receipts survive the way into bytes and back; other bytes are refused."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_teamwork.comm_bridge.radio_link.receipt import Heard, Member, Receipt
from adhoc_teamwork.comm_bridge.ros.coding import encode, encode_all
from adhoc_teamwork.comm_bridge.ros.conversions import receipt_from_ros, receipt_to_ros
from adhoc_teamwork.teamwork.ros.conversions.team import team_message_from_bytes
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

SAID = TeamMessage("tall", 7, 42, 12.5, MessageKind.CHAT, "arm", text="over here")


def test_a_message_travels_and_its_head_is_read() -> None:
    frame = encode(SAID)
    assert team_message_from_bytes(frame.data) == SAID
    assert frame.head.identity == SAID.identity
    assert (frame.head.stamp, frame.head.kind) == (SAID.stamp, SAID.kind)
    assert (frame.head.recipient, frame.head.remembered) == ("arm", False)
    assert encode(replace(SAID, remembered=True)).head.remembered


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=60), st.integers(0, 200))
def test_bytes_that_are_no_message_are_refused(noise: bytes, cut: int) -> None:
    data = encode(SAID).data
    for bad in (noise, data[:cut], data[:cut] + noise):
        try:
            team_message_from_bytes(bad)
        except ValueError:
            continue
        assert len(bad) >= 20


def test_what_does_not_fit_its_field_is_left_out() -> None:
    odd = replace(SAID, text=7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a text, got a int"):
        encode(odd)
    assert [frame.head.identity for frame in encode_all([odd, SAID])] == [SAID.identity]


def test_half_a_character_travels_as_the_sign_for_one() -> None:
    assert team_message_from_bytes(encode(replace(SAID, text="a\ud800")).data).text == "a\ufffd"


def test_a_receipt_travels() -> None:
    heard = (Heard(("tall", 7), ((1, 4), (6, 9))), Heard(("arm", 1), ()))
    members = (Member("tall", 7, gone=True, silent_for=4.5, clock_ahead=-2.0), Member("arm"))
    receipt = Receipt("small", 3, 11, 99.25, heard, members)
    assert receipt_from_ros(receipt_to_ros(receipt)) == receipt


def test_a_receipt_with_a_crooked_range_is_refused() -> None:
    message = receipt_to_ros(Receipt("small", 3, 11, 99.25, (Heard(("tall", 7), ((1, 4),)),)))
    message.heard[0].last = [0]
    with pytest.raises(ValueError, match="ranges of sequences"):
        receipt_from_ros(message)
