# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""YAML and JSON of anybody: plain values or one line, at once and within bounds."""

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.settings.parsing import MOST_DEEP, parse_json, parse_yaml

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def bomb(item: str) -> str:
    """Return nine anchors, each of which stands ten times in the next."""
    rows = ["a: &a {k: x}"]
    for one, other in zip("abcdefgh", "bcdefghi", strict=True):
        rows.append(f"{other}: &{other} {item % ', '.join([f'*{one}'] * 10)}")
    return "\n".join(rows)


@given(PLAIN)
def test_json_is_read_as_it_was_written(values: Any) -> None:
    assert parse_json(json.dumps(values)) == values
    assert parse_json(json.dumps(values, ensure_ascii=False).encode()) == values


@given(st.text() | st.binary())
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    for parse in (parse_json, parse_yaml):
        refusal = ""
        try:
            parse(text)
        except ValueError as error:
            refusal = str(error)
        assert "\n" not in refusal


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("max_speed: 1\nmax_speed: 2", "line 2: the key 'max_speed' stands twice"),
        ("a: {b: 1, c: 2, b: 3}", "line 1: the key 'b' stands twice"),
        ("1: a\n0x1: b", "stands twice"),
        ("true: a\non: b", "stands twice"),
        ("[" * 200 + "]" * 200, "nested too deeply"),
        ("[" * 200_000, "nested too deeply"),
        ("- " * 200_000, "nested too deeply"),
        ("a: &a [*a]", "stands within"),
        (bomb("[%s]"), "aliases stand for more"),
        (bomb("{<<: [%s]}"), "aliases stand for more"),
        ('name: "\\0"', "NUL"),
        ("name: \0", "control characters"),
        ('name: "\\ud800"', "invalid Unicode"),
        ("count: " + "9" * 5000, "4300 digits"),
        ("day: 2020-99-99", "month"),
        ("x: !!bool foo", "does not fit its tag"),
        ('x: !!float ""', "does not fit its tag"),
        ("x: !!timestamp foo", "does not fit its tag"),
        ("!!python/object/apply:os.system [ls]", "could not determine a constructor"),
    ],
)
def test_strange_yaml_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        parse_yaml(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' stands twice"),
        ("[" * 200 + "]" * 200, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('["\\ud800"]', "surrogates"),
        (b'["\xff"]', "codec"),
        ("9" * 5000, "4300 digits"),
    ],
)
def test_strange_json_is_refused_in_one_line(text: str | bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        parse_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["[NaN]", "-Infinity", "1e999", "9" * 5000, str(2**63)])
def test_numbers_that_others_cannot_hold_are_refused_where_asked(text: str) -> None:
    with pytest.raises(ValueError, match=r"finite numbers|64 bits"):
        parse_json(text, strict=True)


@given(st.binary() | st.text(alphabet='[]{}",:0eE-.1\\ud8NaInfity tru', max_size=40))
def test_what_is_read_strictly_can_be_told_to_anybody(data: bytes | str) -> None:
    refusal, values = "", None
    try:
        values = parse_json(data, strict=True)
    except ValueError as error:
        refusal = str(error)
    assert "\n" not in refusal
    json.dumps(values, allow_nan=False, ensure_ascii=False).encode()


def test_what_is_merged_in_may_be_written_over() -> None:
    text = "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: {<<: [*a, {z: 4}]}"
    assert parse_yaml(text) == yaml.safe_load(text)


def test_the_deepest_that_is_taken() -> None:
    text = "[" * MOST_DEEP + "]" * MOST_DEEP
    assert parse_json(text) == parse_yaml(text)
