# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames that are stamped anew."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.radio_link.envelope import read_head
from adhoc_teamwork.measuring.broker.ros.host import Template

REST = b"\0\0\0\1\0\0\0\0\0rest"
"""An empty recipient, aligned, and whatever follows."""
WORDS = st.integers(0, 2**32 - 1)


def frame_of(sender: str, session: int) -> bytes:
    """Build the head of a serialized TeamMessage by the rules of CDR."""
    name = sender.encode() + b"\0"
    body = struct.pack("<I", len(name)) + name
    body += b"\0" * (-len(body) % 4)
    return b"\0\1\0\0" + body + struct.pack("<IIiIB", session, 0, 0, 0, 6) + REST


@given(st.from_regex(r"[a-z][a-z0-9_]{0,40}", fullmatch=True), WORDS, WORDS, st.integers(0, 2**60))
def test_a_frame_says_what_it_was_stamped_with(
    sender: str, session: int, sequence: int, now: int
) -> None:
    original = frame_of(sender, session)
    frame = Template(original).frame(sequence, now)
    head = read_head(frame)
    assert head.identity == (sender, session, sequence)
    assert head.stamp == pytest.approx(now * 1e-9)
    assert len(frame) == len(original)
    assert frame.endswith(b"\6" + REST)
