# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small arithmetic that others may write: worked out by our own walk over a tree, never executed.

Numbers, names of a table, texts as arguments, ``+ - * / **``, comparisons, ``and``, ``or``,
``not``, ``one if condition else other``, and calls of the functions that are offered. There are no
loops, no attributes, no subscripts, and nothing that is not a float, a bool or a short text: each
node is worked out once at most, so a value costs at most `MOST_NODES` operations.
"""

import ast
import itertools
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

LONGEST = 400
"""Characters of an expression."""
MOST_NODES = 150
"""Nodes of its tree; no more operations, for none is done twice."""
DEEPEST = 24
"""Levels of its tree."""
MOST_MAGNITUDE = 1e12
"""The greatest number, constants and what comes out on the way included."""
MOST_POWER = 8.0
"""The greatest exponent, up and down."""
_LONGEST_NAME = 64

Value = float | bool | str

_CHARACTERS = re.compile(r"[A-Za-z0-9_ .,+\-*/()<>=!'\"]*")
_WORD = re.compile(r"[\w.]+")
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE]\d+|[eE](?=[+-]))?")
_ARITHMETIC: dict[type[ast.AST], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_ORDER: dict[type[ast.AST], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class ExpressionError(ValueError):
    """Say in one line what of an expression is not allowed, or cannot be worked out."""


@dataclass(frozen=True)
class Function:
    """Offer a function to expressions.

    `takes` are the sorts of its arguments, `float` or `str`; with `more` the last may be given any
    number of times. `words` says what it returns, for who writes expressions. It may refuse a value
    with a `ValueError`, whose text is told.
    """

    call: Callable[..., float | bool]
    takes: tuple[type, ...]
    words: str = ""
    more: bool = False


def _function(call: Callable[..., float], count: int, words: str, more: bool = False) -> Function:
    return Function(call, (float,) * count, words, more)


ARITHMETIC: Mapping[str, Function] = {
    "min": _function(min, 2, "the least of its numbers", more=True),
    "max": _function(max, 2, "the greatest of its numbers", more=True),
    "abs": _function(abs, 1, "a number without its sign"),
    "hypot": _function(math.hypot, 2, "the root of the sum of squares", more=True),
    "sqrt": _function(math.sqrt, 1, "the square root"),
    "sin": _function(math.sin, 1, "the sine of radians"),
    "cos": _function(math.cos, 1, "the cosine of radians"),
    "atan2": _function(math.atan2, 2, "the angle of a rise and a run, radians"),
    "degrees": _function(math.degrees, 1, "radians in degrees"),
    "radians": _function(math.radians, 1, "degrees in radians"),
}
"""Functions that need no table."""


def evaluate(
    text: str, names: Mapping[str, Value], functions: Mapping[str, Function] = ARITHMETIC
) -> Value:
    """Return what an expression comes to.

    Args:
        text: The expression; may be hostile.
        names: What its names stand for.
        functions: What it may call.

    Raises:
        ExpressionError: It is none of the language, beyond a bound, or has no value.
    """
    tree = _parse(text)
    _check(tree, names, functions)
    return _Walk(names, functions).value(tree)


def _parse(text: str) -> ast.expr:
    """Return the tree of an expression of allowed characters."""
    if len(text) > LONGEST:
        raise ExpressionError(f"{len(text)} characters; expected at most {LONGEST}")
    if not _CHARACTERS.fullmatch(text):
        strange = next(c for c in text if not _CHARACTERS.fullmatch(c))
        raise ExpressionError(f"{strange!a}: not a character of expressions")
    if max(itertools.accumulate((c == "(") - (c == ")") for c in text), default=0) > DEEPEST:
        raise ExpressionError(f"more than {DEEPEST} levels")
    for word in _WORD.findall(text):
        # A parser warns of what runs together, such as 1if; here it is wrong.
        if word[0].isdigit() and not _NUMBER.fullmatch(word):
            raise ExpressionError(f"{word:.40}: not a number")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(f"{text.strip()[:60]!r}: not an expression") from None


def _check(tree: ast.expr, names: Mapping[str, Value], functions: Mapping[str, Function]) -> None:
    """Refuse a tree with anything that the language does not have, before any of it is done."""
    count, level = 0, [tree]
    for _ in range(DEEPEST):
        following: list[ast.expr] = []
        for node in level:
            following += _inner(node, names, functions)
        count += len(level)
        if count > MOST_NODES:
            raise ExpressionError(f"more than {MOST_NODES} parts")
        level = following
        if not level:
            return
    raise ExpressionError(f"more than {DEEPEST} levels")


def _inner(
    node: ast.expr, names: Mapping[str, Value], functions: Mapping[str, Function]
) -> list[ast.expr]:
    """Return the parts of a node that is allowed."""
    match node:
        case ast.Constant(value=bool() | int() | float()):
            return []
        case ast.Constant(value=str(value)) if len(value) <= _LONGEST_NAME:
            return []
        case ast.Name(id=name):
            if name not in names:
                raise ExpressionError(f"{name:.60}: no such name")
            return []
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            return [left, right]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
            return [operand]
        case ast.BoolOp(values=values):
            return values
        case ast.Compare(left=left, ops=ops, comparators=others):
            if all(type(op) in _ORDER or isinstance(op, ast.Eq | ast.NotEq) for op in ops):
                return [left, *others]
        case ast.IfExp(test=test, body=body, orelse=other):
            return [test, body, other]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            if name not in functions:
                raise ExpressionError(f"{name:.60}: no such function")
            if not any(isinstance(one, ast.Starred) for one in args):
                return args
    raise ExpressionError(f"{type(node).__name__}: not allowed in expressions")


class _Walk:
    """Work out a tree that was checked."""

    def __init__(self, names: Mapping[str, Value], functions: Mapping[str, Function]) -> None:
        self._names, self._functions = names, functions

    def value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() | str() as value):
                return value
            case ast.Constant(value=int() | float() as value):
                return _bounded(value)
            case ast.Name(id=name):
                found = self._names[name]
                return found if isinstance(found, bool | str) else _bounded(found)
            case ast.BinOp(left=left, op=op, right=right):
                return _arithmetic(op, self._number(left), self._number(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self._truth(operand)
            case ast.UnaryOp(op=op, operand=operand):
                number = self._number(operand)
                return -number if isinstance(op, ast.USub) else number
            case ast.BoolOp(op=op, values=values):
                truths = (self._truth(one) for one in values)
                return all(truths) if isinstance(op, ast.And) else any(truths)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.value(body if self._truth(test) else other)
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._call(name, args)
        raise ExpressionError(f"{type(node).__name__}: not allowed in expressions")

    def _number(self, node: ast.expr) -> float:
        value = self.value(node)
        if isinstance(value, str):
            raise ExpressionError(f"{value!r:.40}: expected a number")
        return float(value)

    def _truth(self, node: ast.expr) -> bool:
        return bool(self._number(node))

    def _compare(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for op, other in zip(node.ops, node.comparators, strict=True):
            right = self.value(other)
            if isinstance(op, ast.Eq | ast.NotEq):
                holds = (left == right) is isinstance(op, ast.Eq)
            elif isinstance(left, str) or isinstance(right, str):
                raise ExpressionError("texts have no order")
            else:
                holds = _ORDER[type(op)](left, right)
            if not holds:
                return False
            left = right
        return True

    def _call(self, name: str, args: list[ast.expr]) -> float | bool:
        offered = self._functions[name]
        takes = offered.takes
        if len(args) < len(takes) or (len(args) > len(takes) and not offered.more):
            raise ExpressionError(f"{name}: {len(args)} arguments; expected {len(takes)}")
        given = []
        for index, node in enumerate(args):
            value = self.value(node)
            wanted = takes[min(index, len(takes) - 1)]
            if isinstance(value, str) is not (wanted is str):
                raise ExpressionError(
                    f"{name}: {value!r:.40}; expected a {'name' if wanted is str else 'number'}"
                )
            given.append(value)
        try:
            found = offered.call(*given)
        except (ValueError, ArithmeticError) as error:
            raise ExpressionError(f"{name}: {error}") from None
        return found if isinstance(found, bool) else _bounded(found)


def _arithmetic(op: ast.operator, left: float, right: float) -> float:
    if isinstance(op, ast.Pow) and abs(right) > MOST_POWER:
        raise ExpressionError(f"power {right:g}; expected at most {MOST_POWER:g}")
    try:
        found = _ARITHMETIC[type(op)](left, right)
    except ArithmeticError as error:
        raise ExpressionError(str(error)) from None
    if isinstance(found, complex):
        raise ExpressionError("a root of a negative number")
    return _bounded(found)


def _bounded(number: float) -> float:
    """Return a number that is within bounds."""
    try:
        value = float(number)
    except OverflowError:
        value = math.inf
    if not abs(value) <= MOST_MAGNITUDE:
        raise ExpressionError(f"{value:g}; expected numbers up to {MOST_MAGNITUDE:g}")
    return value
