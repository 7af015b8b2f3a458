# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Numbers on command lines: within their bounds, or refused in one line that says which."""

import argparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.settings.number_words import number, positive_number, whole_number


@given(st.integers(0, 10**9))
def test_what_lies_within_the_bounds_is_read(value: int) -> None:
    assert whole_number()(str(value)) == value
    assert number()(repr(value / 7.0)) == value / 7.0


@pytest.mark.parametrize("text", ["0", "-1", "2.5", "", "ten", "²", "1" * 5000])
def test_a_whole_number_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"expected a whole number from 1 to 9$"):
        whole_number(1, 9)(text)


def test_without_a_most_it_says_from_where_up() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="'x': expected a whole number from 3 up"):
        whole_number(3)("x")


@pytest.mark.parametrize("text", ["1.01", "-0.01", "nan", "inf", "", "much"])
def test_a_share_is_between_nothing_and_all(text: str) -> None:
    share = number(0.0, 1.0)
    assert (share("0"), share("1")) == (0.0, 1.0)
    with pytest.raises(argparse.ArgumentTypeError, match=r"expected a number from 0 to 1$"):
        share(text)


@pytest.mark.parametrize("text", ["0", "-1", "inf", "nan", "x"])
def test_a_positive_number_is_above_nothing_and_finite(text: str) -> None:
    assert positive_number("0.25") == 0.25
    with pytest.raises(argparse.ArgumentTypeError, match=r"expected a number above 0$"):
        positive_number(text)
