"""Frames that are stamped anew, and what is read from their heads."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from comm_bridge.bench.frames import Template, read_frame

WORDS = st.integers(0, 2**32 - 1)


def frame_of(sender: str, session: int) -> bytes:
    """Build the head of a serialized TeamMessage by the rules of CDR."""
    name = sender.encode() + b"\0"
    body = struct.pack("<I", len(name)) + name
    body += b"\0" * (-len(body) % 4)
    return b"\0\1\0\0" + body + struct.pack("<IIiIB", session, 0, 0, 0, 6) + b"rest"


@given(st.from_regex(r"[a-z][a-z0-9_]{0,40}", fullmatch=True), WORDS, WORDS, st.integers(0, 2**60))
def test_a_frame_says_what_it_was_stamped_with(
    sender: str, session: int, sequence: int, now: int
) -> None:
    original = frame_of(sender, session)
    frame = Template(original).frame(sequence, now)
    heard = read_frame(frame)
    assert (heard.sender, heard.session, heard.sequence) == (sender, session, sequence)
    assert heard.spoken == now
    assert len(frame) == len(original)
    assert frame.endswith(b"\6rest")
