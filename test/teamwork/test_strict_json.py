# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""JSON from elsewhere: it is read as it stands, or refused in one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamwork.strict_json import DEEPEST, read_json

_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)  # fmt: skip


@given(_PLAIN)
def test_plain_values_come_back(value: object) -> None:
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary() | st.text(alphabet='[]{}",:0eE-.1\\ud8NaInfity tru', max_size=40))
def test_whatever_comes_is_read_or_refused_in_one_line(data: bytes | str) -> None:
    refusal = ""
    try:
        value = read_json(data)
    except ValueError as error:
        refusal, value = str(error), None
    assert "\n" not in refusal
    assert len(refusal) < 120
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1, "a": 2}', "once"), ("[NaN]", "finite"), ("-Infinity", "finite"),
        ("1e999", "finite"), ("9" * 5000, "64 bits"), (str(2**63), "64 bits"),
        ('"\\ud800"', "surrogate"), ('{"\\udc00": 1}', "surrogate"), ("{", "line 1"),
        ("[" * 100_000, "deep"), ("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2), "deep"),
    ],
)  # fmt: skip
def test_what_means_two_things_or_breaks_readers_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_json(text)
    with pytest.raises(ValueError, match=why):
        read_json(text.encode())


def test_whole_characters_beyond_the_first_plane_are_read() -> None:
    assert read_json('"\\ud83d\\ude00"') == "\U0001f600"
