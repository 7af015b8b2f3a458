# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Text from elsewhere is shown as what it says, and does nothing."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.text.plain_text import is_blank, one_line, plain, whole

HOSTILE = st.text(
    st.characters()
    | st.sampled_from("\x1b[]0;?=\x07\x9b\x9c\x9d\x90\r\n\x08\u202e\u2028\u200b\ud800")
)


@given(HOSTILE)
def test_nothing_that_a_terminal_obeys_is_left(text: str) -> None:
    shown = plain(text)
    assert not [c for c in shown if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs")]
    assert shown.count("\n") == text.count("\n")
    assert not set(shown) & set("\x1b\u2028\u2029\x85")
    shown.encode()


@given(HOSTILE)
def test_a_line_is_one(text: str) -> None:
    shown = one_line(text)
    assert shown.isprintable() or any(unicodedata.category(c) in ("Zs", "Co", "Cn") for c in shown)
    assert len(shown.splitlines()) <= 1
    assert "  " not in shown


@given(st.text())
def test_whole_text_stays_as_it_is(text: str) -> None:
    if "\0" not in text:
        assert whole(text) == text
    whole(text + "\ud800").encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words,  two spaces", "plain words,  two spaces"),
        ("Küche 厨房 \U0001f600", "Küche 厨房 \U0001f600"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07dog", "dog"),
        ("\x1b]0;title\x1b\\dog", "dog"),
        ("\x9b2Jdog", "dog"),
        ("\x1b]0;no end: what others say stays", "0;no end: what others say stays"),
        ("\x1bcdog", "dog"),
        ("tall\u202eyks", "tallyks"),
        ("a\u200bb\ufeffc", "abc"),
        ("dog\U000e0073\U000e0074\U000e006f\U000e0070", "dog"),
        ("dog\ufe0f\U000e0153\U000e0164\u3164\u034f", "dog"),
        ("a\rb\x85c\u2028d", "a b c d"),
        ("a\nb", "a\nb"),
        ("\ud800", "\ufffd"),
        ("a\0b", "ab"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    "text",
    ["", " \t\n", "\u00a0\u3000", "\u200b\u2060\ufe0f", "\u2800 \u2800", "\u3164", "\u0301",
     "\x1b[31m\x1b[0m", "\ue000", "\U0001d159"],
)  # fmt: skip
def test_a_text_in_which_nothing_can_be_seen_is_blank(text: str) -> None:
    assert is_blank(text)
    assert not is_blank(f"{text}.")


@pytest.mark.parametrize("text", ["a", "7", "?", "\u2801", "\u5be8", "\U0001f600", "e\u0301"])
def test_a_text_in_which_something_can_be_seen_is_not(text: str) -> None:
    assert not is_blank(text)
