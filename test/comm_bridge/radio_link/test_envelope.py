# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The head of a serialized message is read from its first bytes, whatever follows."""

import pytest
from frames import encode_head
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.comm_bridge.radio_link.envelope import EnvelopeError, read_head
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage

names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


def is_read_or_refused(data: bytes) -> bool:
    """Tell whether bytes are a head, or are refused in one line."""
    try:
        return read_head(data).kind in MessageKind
    except EnvelopeError as error:
        return bool(str(error)) and "\n" not in str(error)


numbers = st.integers(0, 2**32 - 1)


@settings(deadline=None, max_examples=60)
@given(
    names, numbers, numbers, st.integers(0, 2**31 - 1), st.sampled_from(MessageKind), names,
    st.booleans(), st.sampled_from("<>"), st.binary(max_size=40),
)  # fmt: skip
def test_what_was_written_is_read(
    sender, session, sequence, stamp, kind, recipient, remembered, order, rest
) -> None:
    message = TeamMessage(sender, session, sequence, stamp, kind, recipient, remembered)
    head = read_head(encode_head(message, order) + rest)
    assert head.identity == message.identity == (sender, session, sequence)
    assert (head.stamp, head.kind) == (stamp, kind)
    assert (head.recipient, head.remembered) == (recipient, remembered)


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert is_read_or_refused(data)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_head_that_was_cut_or_bent_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(encode_head(TeamMessage("tall", 1, 2, 3.0, MessageKind.CHAT, "arm")))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    assert is_read_or_refused(bytes(whole[: data.draw(st.integers(0, len(whole)))]))


def test_an_endless_name_is_refused() -> None:
    head = encode_head(TeamMessage("x" * 300, 1, 2, 3.0, MessageKind.CHAT))
    with pytest.raises(EnvelopeError, match="a name of at most"):
        read_head(head)
