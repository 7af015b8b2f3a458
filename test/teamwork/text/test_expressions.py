# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Expressions of others come to what arithmetic says, or are refused; nothing is executed."""

import math
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.text.expressions import (
    ARITHMETIC,
    LONGEST,
    MOST_MAGNITUDE,
    ExpressionError,
    Function,
    Value,
    evaluate,
)

NAMES: dict[str, Value] = {"reach": 1.06, "Mug_0": "Mug_0", "can": True}
OFFERED = {**ARITHMETIC, "height": Function(lambda _name: 1.85, (str,))}

HOSTILE = (
    "__import__('os')", "__import__('os').system('id')", "import os", "from os import path",
    "open('/etc/passwd')", "open('x', 'w').write('y')", "exec('1')", "eval('1')",
    "compile('1', '', 'eval')", "globals()", "locals()", "vars()", "dir()", "input()", "print(1)",
    "breakpoint()", "exit()", "quit()", "help()", "getattr(reach, 'real')", "reach.real",
    "(1).__class__", "''.__class__.__mro__", "().__class__.__bases__", "Mug_0.upper()",
    "socket.socket()", "__builtins__", "type(reach)", "object()", "super()", "id(reach)",
    "lambda: 1", "(lambda x: x)(1)", "[x for x in (1, 2)]", "{1: 2}", "{1}", "[1, 2]", "(1, 2)",
    "reach[0]", "Mug_0[0]", "f'{reach}'", "'a' * 10000000000", "'a' + 'b'", "b'1'", "1j",
    "(x := 1)", "x = 1", "while True: pass", "for i in (1,): i", "10 ** 10000", "9 ** 9 ** 9 ** 9",
    "2 ** -1e9", "1e308 * 10", "9" * 390, "(" * 199 + "1" + ")" * 199, "-" * 390 + "1",
    "1 if 1 else " * 30 + "1", " + ".join(["1"] * 99), "max(" * 60 + "1, 1" + ", 1)" * 60,
    "max(*(1, 2))", "min(key=1)", "hypot()", "1 / 0", "sqrt(-1)", "(-1) ** 0.5", "0 ** -1",
    "r\u0435ach", "\uff52each", "1\u0660", "reach\u200b", "1 if 1", "1and 2", "0x10", "1_000",
    "reach; reach", "reach\nreach", "# 1", "@reach", "...", "None", "await reach", "yield",
    "height", "height(1)", "height(nobody)", "'a' < 'b'", "not 'a'", "%", "1 % 2", "1 // 2", "~1",
    "1 @ 2", "1 & 2", "1 is 1", "1 in (1,)", "\\x41", "" , "a" * 401,
)  # fmt: skip


def test_hostile_expressions_are_refused_at_once() -> None:
    start = time.process_time()
    for text in HOSTILE:
        with pytest.raises(ExpressionError) as refused:
            evaluate(text, NAMES, OFFERED)
        assert len(str(refused.value).splitlines()) == 1
        assert len(str(refused.value)) < 200
    assert len(HOSTILE) >= 60
    assert time.process_time() - start < 2.0


def test_the_largest_expression_takes_little_time_and_memory() -> None:
    text = " + ".join(["max(1, 2)"] * 22)
    assert 0.5 * LONGEST < len(text) <= LONGEST
    tracemalloc.start()
    start = time.process_time()
    assert evaluate(text, NAMES, OFFERED)
    took, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert took < 0.05
    assert peak < 1_000_000


@given(st.text(st.sampled_from("()+-*/.<>=!'\" 019eachrnotifelsMug_"), max_size=60))
def test_whatever_is_written_has_a_bounded_value_or_none(text: str) -> None:
    try:
        value = evaluate(text, NAMES, OFFERED)
    except ExpressionError:
        return
    assert isinstance(value, str | bool) or abs(value) <= MOST_MAGNITUDE


NUMBERS = st.floats(0.0, 1e3).map(lambda number: round(number, 3))


@given(NUMBERS, NUMBERS, NUMBERS)
def test_arithmetic_is_what_it_is(one: float, two: float, three: float) -> None:
    names: dict[str, Value] = {"a": one, "b": two, "c": three}
    expected = math.hypot(one - two, three) <= max(one, two) + three * 2.0
    assert evaluate("hypot(a - b, c) <= max(a, b) + c * 2", names) is expected
    assert evaluate(f"{one!r} + {two!r} * {three!r}", {}) == one + two * three
    assert evaluate("a if a > b else b", names) == max(one, two)
    assert evaluate("a < b < c", names) is (one < two < three)
    assert evaluate("not a or b / (c + 1) ** 2", names) == (not one or two / (three + 1) ** 2 != 0)


def test_functions_and_names_are_those_that_are_offered() -> None:
    assert evaluate("height(Mug_0) - 0.79 <= reach", NAMES, OFFERED)
    assert evaluate("height('Mug_0')", NAMES, OFFERED) == 1.85
    assert evaluate("can and Mug_0 == 'Mug_0'", NAMES, OFFERED) is True
    # What is not reached is not worked out.
    assert evaluate("1 if can else 1 / 0", NAMES) == 1.0
