# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node's parameters as a table: what each means, which values it takes, whether it may change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adhoc_teamwork.teamwork.settings.config import ConfigError

Value = bool | int | float | str


@dataclass(frozen=True)
class Parameter:
    """Describe one parameter; the type of `default` is the type of every value.

    Attributes:
        name: As ROS has it.
        default: What it is where nothing is said.
        description: One sentence, with the unit.
        least: The smallest number that it may be.
        most: The largest one.
        choices: The only texts that it may be; empty for any.
        is_needed: An empty text will not do.
        is_live: It may change while the node runs, and the change takes effect.
        takes_numbers: A text that may also be given as a number or a list of numbers.
    """

    name: str
    default: Value
    description: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    is_needed: bool = False
    is_live: bool = False
    takes_numbers: bool = False

    @property
    def expected(self) -> str:
        """Say in a few words which values it takes."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, str):
            text = f"one of {', '.join(self.choices)}" if self.choices else "a text"
            return "a text that is not empty" if self.is_needed and not self.choices else text
        kind = "a whole number" if isinstance(self.default, int) else "a number such as 2.0"
        if self.least is None or self.most is None:
            return kind
        return f"{kind}, {self.least:g} to {self.most:g}"

    def takes(self, value: object) -> bool:
        """Tell whether it may have a value; a whole number is no number such as 2.0."""
        if self.takes_numbers:
            return True
        if type(value) is not type(self.default):
            return False
        if isinstance(value, str):
            return value in self.choices if self.choices else bool(value) or not self.is_needed
        if self.least is None or self.most is None or not isinstance(value, int | float):
            return True
        return self.least <= value <= self.most


Check = Callable[[Mapping[str, Value]], str]
"""Return what is wrong with values as a whole, the parameter's name first, or an empty text."""


def anything_goes(_: Mapping[str, Value]) -> str:
    """Find nothing wrong with any set of values."""
    return ""


@dataclass(frozen=True)
class ParameterTable:
    """Hold the parameters of one node, and what must hold between them."""

    node: str
    parameters: tuple[Parameter, ...]
    check: Check = anything_goes

    def __getitem__(self, name: str) -> Parameter:
        return next(p for p in self.parameters if p.name == name)

    def __contains__(self, name: str) -> bool:
        return any(p.name == name for p in self.parameters)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names, in the table's order."""
        return tuple(p.name for p in self.parameters)

    def wrong(self, values: Mapping[str, Value]) -> str:
        """Return what is wrong with a whole set of values, in one line, or an empty text."""
        for parameter in self.parameters:
            value = values[parameter.name]
            if not parameter.takes(value):
                return self.refusal(parameter, value)
        fault = self.check(values)
        return f"{self.node}: parameter {fault}" if fault else ""

    def refusal(self, parameter: Parameter, value: object) -> str:
        """Return the line that says that a parameter may not have a value."""
        got = repr(value) if value is not None else "another type"
        return f"{self.node}: parameter {parameter.name}: expected {parameter.expected}, got {got}"

    def ensure(self, values: Mapping[str, Value]) -> None:
        """Do nothing where a whole set of values is right.

        Raises:
            ConfigError: One is not, or they do not go together.
        """
        if wrong := self.wrong(values):
            raise ConfigError(wrong)

    def as_markdown(self) -> str:
        """Return the table for a page of the documentation."""
        lines = ["| parameter | default | values | changes at run time | meaning |"]
        lines.append("|---|---|---|---|---|")
        for p in self.parameters:
            default = f"`{str(p.default).lower() if isinstance(p.default, bool) else p.default}`"
            live = "yes" if p.is_live else "no"
            shown = default if p.default != "" else ""
            lines.append(f"| `{p.name}` | {shown} | {p.expected} | {live} | {p.description} |")
        return "\n".join(lines)
