# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the parts of a JSON answer may be: each makes its schema, its hint and what is read.

The schemas keep to what all of OpenAI, vLLM, llama.cpp and Ollama take: an object at the root,
every key required and no other, one `enum` for a fixed value, nothing referred to by `$ref`, no
bounds of lengths. Whatever a schema promised, an answer is read as if nobody had kept to it.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError, shortened
from adhoc_teamwork.teamwork.actions.action import Action
from adhoc_teamwork.teamwork.actions.spec import ActionSpec, Argument, Sort

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
A = TypeVar("A", bound=Action)

MOST_ITEMS = 100
"""Items of one list; more are no plan, no ranking and no judgement of what a prompt asks about."""
LONGEST_NAME = 200
"""Characters of an id, a type or the words of a sub-task."""
KIND = "kind"
"""The key of an action's name, which no argument may have."""

_NAME = re.compile(r"[^<>\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True)
class KnownNames:
    """Hold what an answer may name: ids of objects and rooms, types of receptacles and rooms.

    Of what is empty anything may be named, or for ids nothing.
    """

    objects: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    receptacle_types: tuple[str, ...] = ()
    room_types: tuple[str, ...] = ()

    def of(self, sort: Sort) -> tuple[str, ...]:
        """Return the names of a sort; none where any words do."""
        return {
            Sort.OBJECT_ID: self.objects,
            Sort.ROOM_ID: self.rooms,
            Sort.RECEPTACLE_TYPE: self.receptacle_types,
            Sort.ROOM_TYPE: self.room_types,
        }.get(sort, ())


class Shape(Protocol[T_co]):
    """Say what one part of an answer may be."""

    def schema(self) -> dict[str, Any]:
        """Return its JSON schema."""

    def hint(self) -> str:
        """Return it as a model is told of it."""

    def read(self, value: object, where: str) -> T_co:
        """Return what a decoded value means; `where` names it in a refusal.

        Raises:
            AnswerError: It is of another shape.
        """


@dataclass(frozen=True)
class Words:
    """Take free words, on one line."""

    about: str

    def schema(self) -> dict[str, Any]:
        """Return the schema of a string."""
        return {"type": "string"}

    def hint(self) -> str:
        """Return what the words are about."""
        return f'"{self.about}"'

    def read(self, value: object, where: str) -> str:
        """Return the words; see `Shape.read`."""
        if not isinstance(value, str):
            raise _unlike(where, "words", value)
        return " ".join(value.split())


@dataclass(frozen=True)
class Name:
    """Take the name of something known; whether it is, the rules for names say afterwards."""

    about: str
    known: tuple[str, ...] = ()

    def schema(self) -> dict[str, Any]:
        """Return the schema of one of the known names, or of any where none is known."""
        return _one_of(self.known) if self.known else {"type": "string"}

    def hint(self) -> str:
        """Return what is named."""
        return f'"<{self.about}>"'

    def read(self, value: object, where: str) -> str:
        """Return the name, without brackets or quotes around it; see `Shape.read`."""
        if not isinstance(value, str):
            raise _unlike(where, f"the {self.about}", value)
        name = value.strip("«» ")
        if name.startswith("<") and name.endswith(">"):
            name = name[1:-1].strip()
        if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
            raise _unlike(where, f"the {self.about}", value)
        return name


@dataclass(frozen=True)
class Choice(Generic[T]):
    """Take one of some texts, each of which stands for a value; case does not matter."""

    about: str
    values: Mapping[str, T]

    def schema(self) -> dict[str, Any]:
        """Return the schema of one of the texts."""
        return _one_of(tuple(self.values))

    def hint(self) -> str:
        """Return what is chosen."""
        return f'"<{self.about}>"'

    def read(self, value: object, where: str) -> T:
        """Return what the text stands for; see `Shape.read`."""
        known = {text.casefold(): meant for text, meant in self.values.items()}
        meant = known.get(value.strip().casefold()) if isinstance(value, str) else None
        if meant is None:
            raise _unlike(where, f"the {self.about}", value)
        return meant


@dataclass(frozen=True)
class Number:
    """Take a finite number."""

    about: str

    def schema(self) -> dict[str, Any]:
        """Return the schema of a number."""
        return {"type": "number"}

    def hint(self) -> str:
        """Return what is counted."""
        return f"<{self.about}>"

    def read(self, value: object, where: str) -> float:
        """Return the number; see `Shape.read`."""
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not math.isfinite(float(value)):  # type: ignore[arg-type]
            raise _unlike(where, self.about, value)
        return float(value)  # type: ignore[arg-type]


@dataclass(frozen=True)
class YesNo:
    """Take true or false."""

    def schema(self) -> dict[str, Any]:
        """Return the schema of a boolean."""
        return {"type": "boolean"}

    def hint(self) -> str:
        """Return both."""
        return "true or false"

    def read(self, value: object, where: str) -> bool:
        """Return which it is; see `Shape.read`."""
        if not isinstance(value, bool):
            raise _unlike(where, "true or false", value)
        return value


@dataclass(frozen=True)
class Each(Generic[T]):
    """Take a list; it may be empty."""

    item: Shape[T]

    def schema(self) -> dict[str, Any]:
        """Return the schema of an array."""
        return {"type": "array", "items": self.item.schema()}

    def hint(self) -> str:
        """Return what is listed."""
        return f"[{self.item.hint()}, ...]"

    def read(self, value: object, where: str) -> tuple[T, ...]:
        """Return the items; see `Shape.read`."""
        if not isinstance(value, list):
            raise _unlike(where, "a list", value)
        if len(value) > MOST_ITEMS:
            raise AnswerError(f"{where}: {len(value)} items; expected at most {MOST_ITEMS}")
        return tuple(self.item.read(v, f"{where}[{i}]") for i, v in enumerate(value))


@dataclass(frozen=True)
class Fields:
    """Take an object with these keys and no others."""

    parts: Mapping[str, Shape[Any]]

    def schema(self) -> dict[str, Any]:
        """Return the schema of an object, its keys in order."""
        return _object({key: part.schema() for key, part in self.parts.items()})

    def hint(self) -> str:
        """Return every key with what it holds."""
        return _listed(f'"{key}": {part.hint()}' for key, part in self.parts.items())

    def read(self, value: object, where: str) -> dict[str, Any]:
        """Return the values by key; see `Shape.read`."""
        given = _checked_keys(value, tuple(self.parts), where)
        return {key: part.read(given[key], _below(where, key)) for key, part in self.parts.items()}


@dataclass(frozen=True)
class ActionRecord(Generic[A]):
    """Take an action: its name under `kind`, and the arguments that its spec says are written.

    `offered` are the names of those that the task has; `known` is what arguments may name.
    """

    make: type[A]
    offered: tuple[str, ...]
    known: KnownNames
    what: str

    def schema(self) -> dict[str, Any]:
        """Return the schema of an action; those with equal arguments share one object.

        One of which nothing is known that its ids could name is left out.
        """
        options = [
            _object(
                {KIND: _one_of(names)} | {a.name: self._argument(a).schema() for a in arguments}
            )
            for names, arguments in self._groups()
        ]
        return options[0] if len(options) == 1 else {"anyOf": options}

    def hint(self) -> str:
        """Return every action with its arguments."""
        return " or ".join(
            _listed(
                [f'"{KIND}": ' + " or ".join(f'"{name}"' for name in names)]
                + [f'"{a.name}": {self._argument(a).hint()}' for a in arguments]
            )
            for names, arguments in self._groups()
        )

    def read(self, value: object, where: str) -> A:
        """Return the action, of this task or not; see `Shape.read`."""
        kind = value.get(KIND) if isinstance(value, dict) else None
        spec = self.make.specs().get(kind) if isinstance(kind, str) else None
        if spec is None:
            names = ", ".join(self.offered)
            raise AnswerError(
                f"{where}: '{_shown(value)}' is no {self.what}; expected one of {names}"
            )
        given = _checked_keys(value, (KIND, *(a.name for a in spec.written)), where)
        return self.make(
            spec.name,
            **{
                a.name: self._argument(a).read(given[a.name], _below(where, a.name))
                for a in spec.written
            },
        )

    def _groups(self) -> list[tuple[tuple[str, ...], tuple[Argument, ...]]]:
        specs = self.make.specs()
        groups: dict[tuple[tuple[str, Sort], ...], list[ActionSpec]] = {}
        for spec in (specs[name] for name in self.offered):
            if not any(self._is_nameless(a) for a in spec.written):
                groups.setdefault(tuple((a.name, a.sort) for a in spec.written), []).append(spec)
        return [(tuple(s.name for s in alike), alike[0].written) for alike in groups.values()]

    def _is_nameless(self, argument: Argument) -> bool:
        return argument.sort in (Sort.OBJECT_ID, Sort.ROOM_ID) and not self.known.of(argument.sort)

    def _argument(self, argument: Argument) -> Shape[str | float]:
        if argument.sort is Sort.METRES:
            return Number(f"{argument.shown} in metres")
        return Name(argument.shown, self.known.of(argument.sort))


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _one_of(names: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(dict.fromkeys(names))}


def _listed(parts: Any) -> str:
    return "{" + ", ".join(parts) + "}"


def _checked_keys(value: object, keys: Sequence[str], where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _unlike(where, f"an object with {', '.join(keys)}", value)
    for key in keys:
        if key not in value:
            raise AnswerError(f"{where}: no '{key}'; expected {', '.join(keys)}")
    if len(value) > len(keys):
        other = next(key for key in value if key not in keys)
        raise AnswerError(f"{where}: '{shortened(other)}' is none of {', '.join(keys)}")
    return value


def _below(where: str, key: str) -> str:
    return f"{where}.{key}"


def _unlike(where: str, expected: str, value: object) -> AnswerError:
    return AnswerError(f"{where}: expected {expected}, got '{_shown(value)}'")


def _shown(value: object) -> str:
    """Return the beginning of a value; of one that holds others only what it is."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return shortened(str(value)[:LONGEST_NAME])
