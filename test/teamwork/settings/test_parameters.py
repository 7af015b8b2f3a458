# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tables of parameters: what each takes, and what is said about what it does not take."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable

SPEED = Parameter("speed", 1.0, "Metres a second.", least=0.0, most=2.0, is_live=True)
COUNT = Parameter("count", 3, "How many.", least=1, most=9)
WAY = Parameter("way", "near", "Which way.", choices=("near", "far"))
CARD = Parameter("card", "", "A file.", is_needed=True)
FLAG = Parameter("flag", False, "Whether.")
LIST = Parameter("list", "", "Numbers.", takes_numbers=True)


def slow_when_many(values: Any) -> str:
    return "speed: expected 1 at most where count is 9" if _too_much(values) else ""


def _too_much(values: Any) -> bool:
    return bool(values["count"] == 9 and values["speed"] > 1.0)


TABLE = ParameterTable("mover", (SPEED, COUNT, WAY, CARD, FLAG), slow_when_many)
RIGHT: dict[str, Any] = {"speed": 1.5, "count": 3, "way": "far", "card": "x", "flag": True}


@pytest.mark.parametrize(
    ("parameter", "value", "is_taken"),
    [
        (SPEED, 0.0, True),
        (SPEED, 2.0, True),
        (SPEED, 2.01, False),
        (SPEED, float("nan"), False),
        (SPEED, 1, False),
        (COUNT, 9, True),
        (COUNT, 0, False),
        (COUNT, True, False),
        (WAY, "far", True),
        (WAY, "", False),
        (CARD, "", False),
        (CARD, "a", True),
        (FLAG, 1, False),
        (FLAG, True, True),
        (LIST, [1, 2], True),
        (LIST, 7, True),
    ],
)
def test_a_value_is_taken_or_not(parameter: Parameter, value: Any, is_taken: bool) -> None:
    assert parameter.takes(value) is is_taken


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"speed": 3.0}, "mover: parameter speed: expected a number such as 2.0, 0 to 2, got 3.0"),
        ({"count": 0}, "mover: parameter count: expected a whole number, 1 to 9, got 0"),
        ({"way": "up"}, "mover: parameter way: expected one of near, far, got 'up'"),
        ({"card": ""}, "mover: parameter card: expected a text that is not empty, got ''"),
        ({"flag": "yes"}, "mover: parameter flag: expected true or false, got 'yes'"),
        ({"count": 9}, "mover: parameter speed: expected 1 at most where count is 9"),
        ({"count": 9, "speed": 1.0}, ""),
    ],
)
def test_a_whole_set_is_judged_in_one_line(change: dict[str, Any], line: str) -> None:
    assert TABLE.wrong({**RIGHT, **change}) == line
    if line:
        with pytest.raises(ConfigError, match=r"mover: parameter"):
            TABLE.ensure({**RIGHT, **change})


@given(st.floats() | st.integers() | st.booleans() | st.text() | st.none())
def test_whatever_is_given_is_taken_or_named(value: object) -> None:
    # With this speed any count may stand.
    right = {**RIGHT, "speed": 1.0}
    for name in TABLE.names:
        line = TABLE.wrong({**right, name: value})  # type: ignore[dict-item]
        assert "\n" not in line
        assert (line == "") is TABLE[name].takes(value)


def test_a_page_has_a_line_for_each() -> None:
    lines = TABLE.as_markdown().splitlines()
    assert len(lines) == 2 + len(TABLE.names)
    assert lines[2] == (
        "| `speed` | `1.0` | a number such as 2.0, 0 to 2 | yes | Metres a second. |"
    )
    assert "| `flag` | `false` |" in lines[6]
