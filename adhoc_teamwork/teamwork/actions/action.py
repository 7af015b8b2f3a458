# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An action with its arguments: the record that its spec describes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from adhoc_teamwork.teamwork.actions.spec import ActionSpec

Value = str | float
A = TypeVar("A", bound="Action")


@dataclass(frozen=True, init=False)
class Action:
    """Hold the name of an action and a value for every argument of its spec, in its order.

    An argument that is not given is empty, or 0. One that the spec does not know is an error.
    """

    kind: str
    arguments: tuple[tuple[str, Value], ...]

    def __init__(
        self,
        kind: str,
        /,
        *values: Value,
        **named: Value,
    ) -> None:
        """Take arguments in the spec's order or by name."""
        spec = self.specs().get(kind)
        order = [argument.name for argument in spec.arguments] if spec else []
        if len(values) > len(order):
            raise TypeError(f"{kind}: {len(values)} arguments; expected {len(order)}")
        given = {**dict(zip(order, values, strict=False)), **named}
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "arguments", tuple(given.items()))
        self.__post_init__()

    def __post_init__(self) -> None:
        """Bring name and arguments into the spec's form.

        Raises:
            ValueError: An argument is not the spec's, or of another sort.
        """
        spec = self.specs().get(self.kind)
        if spec is None:
            return
        given: dict[str, Any] = dict(self.arguments)
        record = []
        for argument in spec.arguments:
            value = given.pop(argument.name, argument.default)
            record.append((argument.name, argument.checked(value)))
        if given:
            raise ValueError(f"{spec.name} has no argument {', '.join(given)!r:.60}")
        object.__setattr__(self, "kind", spec.name)
        object.__setattr__(self, "arguments", tuple(record))

    @classmethod
    def specs(cls) -> Mapping[str, ActionSpec]:
        """Return the actions of this sort by name."""
        raise NotImplementedError

    def having(self: A, **named: Value) -> A:
        """Return the action with other values for these arguments."""
        return type(self)(self.kind, **{**dict(self.arguments), **named})

    def argument(self, name: str) -> Value:
        """Return the argument of a name; empty where it has none of that name."""
        for key, value in self.arguments:
            if key == name:
                return value
        return ""

    def _text(self, name: str) -> str:
        return str(self.argument(name))

    def __str__(self) -> str:
        return self._notation

    @cached_property
    def _notation(self) -> str:
        spec = self.specs().get(self.kind)
        values = [self.argument(a.name) for a in spec.written] if spec else []
        words = (f"{v:g}" if isinstance(v, float) else v for v in values)
        return " ".join([str(self.kind), *(f"<{word}>" for word in words)])

    @cached_property
    def object_id(self) -> str:
        """Return the id of the object or receptacle that it is about; empty where there is none."""
        return self._text("object_id")

    @cached_property
    def receptacle_id(self) -> str:
        """Return the id of the receptacle or container that it puts in, on or takes from."""
        return self._text("receptacle_id")

    @cached_property
    def room_id(self) -> str:
        """Return the id of the room that it is about."""
        return self._text("room_id")
