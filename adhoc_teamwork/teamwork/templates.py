# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prompt templates of anybody: they read what they are given, within bounds, and nothing else."""

import errno
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import pass_context
from jinja2.visitor import NodeTransformer

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import is_file, read_regular
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage

ENDING = ".j2"
MOST_TEMPLATE = 256_000
"""Bytes of a template."""
MOST_STEPS = 1_000_000
"""Turns of loops, calls and included files of one rendering."""
MOST_WRITTEN = 16_000_000
"""Characters that one rendering may put together."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*\.j2")
_GLOBALS = ("range", "dict")
_FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "int", "items"),
    *("last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse"),
    *("round", "select", "selectattr", "sort", "title", "trim", "unique", "upper"),
)
_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        (
            *("capitalize", "count", "endswith", "find", "isdigit", "lower", "lstrip"),
            *("partition", "removeprefix", "removesuffix", "rpartition", "rstrip", "split"),
            *("splitlines", "startswith", "strip", "title", "upper"),
        )
    ),
    dict: frozenset(("get", "items", "keys", "values")),
    list: frozenset(("count", "index")),
    tuple: frozenset(("count", "index")),
    set: frozenset(),
    frozenset: frozenset(),
    bytes: frozenset(),
    int: frozenset(),
    float: frozenset(("is_integer",)),
}
"""What a template may call of plain values: nothing that makes more of them than there is."""
_TEXTS = {str}
_ADDABLE = (int, float, jinja2.Undefined)
"""With what operators work; what is undefined says so itself."""


class TemplateEnvironment(ImmutableSandboxedEnvironment):
    """Compile templates of some folders, the first of which goes before the others.

    What a template can do is bounded by `MOST_STEPS` and `MOST_WRITTEN`, each rendering anew.
    """

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, folders: Sequence[Path], keep_trailing_newline: bool = False) -> None:
        super().__init__(
            loader=_FolderLoader(folders),
            undefined=jinja2.StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=keep_trailing_newline,
            # Templates are read once, at the start.
            auto_reload=False,
        )
        self._spent = _Spent()
        self._compiled: dict[str, jinja2.Template] = {}
        self._safe: dict[tuple[type, str, bool], bool] = {}
        self._macros: dict[int, Callable[..., str]] = {}
        """Functions of ours by their identity: what a template calls need not have a hash."""
        self.globals = {name: self.globals[name] for name in _GLOBALS}
        self.filters = {name: self.filters[name] for name in _FILTERS}
        self.filters.update(
            join=self._join, string=self._string, counted=self._counted, written=self._written
        )

    def render_block(self, template: jinja2.Template, block: str, facts: Mapping[str, Any]) -> str:
        """Return a block of a template filled with `facts`.

        Raises:
            jinja2.TemplateError: The template is at fault, or does more than is allowed.
        """
        self._spent.begin()
        try:
            context = template.new_context({**self.globals, **facts}, shared=True)
            return "".join(template.blocks[block](context))
        except RecursionError:
            raise jinja2.TemplateRuntimeError("calls or includes itself without end") from None

    def add_macro(self, name: str, macro: Callable[..., str]) -> None:
        """Let templates call, without names, a function of ours that is as safe as a template."""
        self.globals[name] = macro
        self._macros[id(macro)] = macro

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: Any = None,
    ) -> jinja2.Template:
        """Return a compiled template; see `jinja2.Environment.get_template`."""
        self._spent.step()
        if isinstance(name, str) and globals is None and name in self._compiled:
            return self._compiled[name]
        try:
            template = super().get_template(name, parent, globals)
        except (RecursionError, MemoryError, SyntaxError):
            raise jinja2.TemplateSyntaxError("nested too deeply", 1, str(name)) from None
        except jinja2.UndefinedError as error:
            # What is constant is worked out while it is compiled.
            raise jinja2.TemplateSyntaxError(error.message or "undefined", 1, str(name)) from None
        if isinstance(name, str) and globals is None:
            self._compiled[name] = template
        return template

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template reads of a value; see `jinja2.Environment.getattr`."""
        value = getattr(obj, attribute, None)
        # What was found safe once needs no second look; whatever can be called does.
        is_plain = value is not None and not callable(value)
        if is_plain and self._safe.get((type(obj), attribute, False)):
            return value
        return super().getattr(obj, attribute)

    def call(self, context: Context, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what a template calls."""
        self._spent.step()
        if id(function) in self._macros:
            # What is named are the template's own variables, which a function of ours takes not.
            return function(*args)
        return super().call(context, function, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator, for numbers alone but where it joins texts or lists."""
        if operator == "+" and type(left) is type(right) and isinstance(left, (str, list, tuple)):
            self._spent.write(len(left) + len(right))
        elif operator == "**" or not all(isinstance(one, _ADDABLE) for one in (left, right)):
            raise SecurityError(f"{operator} between these values; expected numbers")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Tell whether a template may have an attribute of a value."""
        key = (type(obj), attr, callable(value))
        if key not in self._safe:
            self._safe[key] = super().is_safe_attribute(obj, attr, value) and (
                not key[2] or _may_call(obj, attr)
            )
        return self._safe[key]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        tree = _Accountant(name, filename).visit(tree)
        return tree.set_environment(self)  # type: ignore[no-any-return]

    # Filters that take the context are not worked out while a template is compiled.

    @pass_context
    def _counted(self, _: Context, values: Iterable[Any]) -> Iterable[Any]:
        """Return what a loop goes through, counted at once where it is known how much that is."""
        if isinstance(values, (tuple, list)):
            self._spent.step(len(values))
            return values
        return self._counted_singly(values)

    def _counted_singly(self, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            self._spent.step()
            yield value

    @pass_context
    def _written(self, _: Context, parts: Sequence[Any]) -> str:
        """Return what is put into the result, as one text."""
        try:
            text = "".join(parts)
        except TypeError:
            text = "".join([part if type(part) is str else _text(part) for part in parts])
        self._spent.write(len(text))
        return text

    @pass_context
    def _join(self, _: Context, values: Iterable[Any], between: str = "") -> str:
        """Join values with a text between them."""
        texts, spent = [], self._spent
        if isinstance(values, (tuple, list)) and set(map(type, values)) == _TEXTS:
            # What is there already is counted at once.
            spent.step(len(values))
            spent.write(sum(map(len, values)) + len(between) * len(values))
            return between.join(values)
        for value in values:
            spent.step()
            text = value if type(value) is str else _text(value)
            spent.write(len(text) + len(between))
            texts.append(text)
        return between.join(texts)

    @pass_context
    def _string(self, context: Context, value: Any) -> str:
        return self._written(context, (value,))


class ChatTemplate:
    """Hold a template of one question to a model, with the blocks `system` and `user`."""

    ROLES = ("system", "user")

    def __init__(self, path: Path) -> None:
        """Compile the template in a file.

        Raises:
            ConfigError: It is missing or wrong; one line naming file and line.
        """
        self._path = path
        self._environment = TemplateEnvironment((path.parent,))
        try:
            self._template = self._environment.get_template(path.name)
        except jinja2.TemplateSyntaxError as error:
            raise ConfigError(f"{path}:{error.lineno}: {error.message}") from None
        except (jinja2.TemplateNotFound, OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path}: {error}; expected a readable template") from None
        for role in self.ROLES:
            if role not in self._template.blocks:
                raise ConfigError(f"{path}:1: no block '{role}'; expected {{% block {role} %}}")

    def render(self, facts: Mapping[str, Any]) -> tuple[ChatMessage, ...]:
        """Return the question, filled with `facts`.

        Raises:
            ConfigError: The template is at fault, or does more than is allowed.
        """
        try:
            return tuple(
                ChatMessage(
                    role, self._environment.render_block(self._template, role, facts).strip()
                )
                for role in self.ROLES
            )
        except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            reason = error.message if isinstance(error, jinja2.TemplateError) else error
            raise ConfigError(f"{self._path}: {reason}; expected a prompt template") from None


def plain_template_name(name: str) -> bool:
    """Tell whether a name is one that a template can have: of a file in its folder, no path."""
    return _NAME.fullmatch(name) is not None


class _FolderLoader(jinja2.BaseLoader):
    """Read templates of a few folders; a link must lead to a template as well."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)

    def get_source(
        self,
        environment: jinja2.Environment,  # noqa: ARG002
        template: str,
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text and file; see `jinja2.BaseLoader.get_source`."""
        if not plain_template_name(template):
            raise jinja2.TemplateNotFound(template, "expected a template's name, not a path")
        for folder in self._folders:
            path = folder / template
            if not is_file(path):
                continue
            if path.resolve().suffix != ENDING:
                raise OSError(errno.EINVAL, f"a link to what is no {ENDING} file")
            text = read_regular(path, MOST_TEMPLATE).decode("utf-8")
            return text, str(path), lambda: True
        raise jinja2.TemplateNotFound(template)


class _Accountant(NodeTransformer):
    """Have a template count what it goes through and what it writes."""

    def __init__(self, name: str | None, filename: str | None) -> None:
        self._name, self._filename = name, filename

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        """Count the turns of a loop."""
        self.generic_visit(node)
        if node.recursive:
            raise jinja2.TemplateSyntaxError(
                "a recursive loop; expected a plain one", node.lineno, self._name, self._filename
            )
        node.iter = _filtered(node.iter, "counted")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        """Count what is put together."""
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), "join")

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        """Count what is written, and hand on what stands in a line of the template as one text."""
        self.generic_visit(node)
        values = (one for one in node.nodes if not isinstance(one, nodes.TemplateData))
        line = next((one.lineno for one in values), node.lineno)
        lines: dict[int, list[nodes.Expr]] = {}
        for one in node.nodes:
            if isinstance(one, nodes.TemplateData):
                one = nodes.Const(one.data, lineno=line)
            else:
                line = one.lineno
                if isinstance(one, nodes.CondExpr) and one.expr2 is None:
                    # Where there is nothing else to write it is nothing that is written.
                    one.expr2 = nodes.Const("", lineno=line)
            lines.setdefault(line, []).append(one)
        texts = [nodes.List(parts, lineno=line) for line, parts in lines.items()]
        node.nodes = [_filtered(text, "written") for text in texts]
        return node


class _Spent(threading.local):
    """Count what a rendering has done so far; each thread has one under way at most."""

    steps = 0
    written = 0

    def begin(self) -> None:
        self.steps = self.written = 0

    def step(self, count: int = 1) -> None:
        self.steps = steps = self.steps + count
        if steps > MOST_STEPS:
            raise SecurityError(f"more than {MOST_STEPS} steps; expected a prompt")

    def write(self, count: int) -> None:
        self.written = written = self.written + count
        if written > MOST_WRITTEN:
            raise SecurityError(f"more than {MOST_WRITTEN} characters; expected a prompt")


def _filtered(node: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(cast(nodes.Expr, node), name, [], [], None, None, lineno=node.lineno)


def _may_call(value: Any, name: str) -> bool:
    """Tell whether a template may call a method of a value; of plain ones it may call a few."""
    for kind, methods in _METHODS.items():
        if isinstance(value, kind) and hasattr(kind, name):
            return name in methods
    return True


def _text(value: Any) -> str:
    # A list of lists of lists can say far more than it holds.
    if isinstance(value, (list, tuple, dict, set, frozenset)):
        raise SecurityError(f"a {type(value).__name__} as text; expected its values one by one")
    return str(value)
