# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speeds on command lines, and as parameters have them."""

import argparse

import pytest

from adhoc_teamwork.teamwork.settings.speed import MAX, read_speed, speed_text, speed_word


@pytest.mark.parametrize(("text", "speed"), [("3", 3.0), ("0.25", 0.25), ("max", MAX)])
def test_what_is_written_is_read_again(text: str, speed: float) -> None:
    assert read_speed(text) == speed
    assert speed_text(speed) == text
    assert read_speed(str(speed_word(speed))) == speed


@pytest.mark.parametrize("text", ["0", "-1", "fast", "inf", "nan", "", "MAX"])
def test_what_is_no_speed_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="expected a number above 0, or max"):
        read_speed(text)
