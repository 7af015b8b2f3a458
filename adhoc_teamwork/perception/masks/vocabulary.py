# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""From a segmenter's or detector's class names to the categories that the robots speak of."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config


class Unknown(StrEnum):
    """Say what becomes of classes without a category: left out, or called by their own name."""

    DROP = "drop"
    KEEP = "keep"


@dataclass(frozen=True)
class ClassEntry:
    """Map one class; `pickupable` and `is_receptacle` as in `Label`."""

    name: str
    category: str = ""
    pickupable: bool = False
    is_receptacle: bool = False


@dataclass(frozen=True)
class ClassTable:
    """Hold a model's classes in the order of its outputs; see config/segmenter."""

    classes: tuple[ClassEntry, ...]
    unknown: Unknown = Unknown.DROP


def load_class_table(path: Path) -> ClassTable:
    """Read a table of classes.

    Raises:
        ConfigError: The file is unusable, has no classes, or names one twice.
    """
    table = load_config(path, ClassTable)
    names = Counter(_key(entry.name) for entry in table.classes)
    twice = [name for name, count in names.items() if count > 1 or not name]
    if not names or twice:
        found = f"'{twice[0]}' more than once, or empty" if twice else "none"
        raise ConfigError(f"{path}: classes: expected different names, got {found}")
    return table


class Vocabulary:
    """Translate class names, and count those that have no category."""

    def __init__(self, table: ClassTable) -> None:
        self._table = table
        self._entries = {_key(entry.name): entry for entry in table.classes}
        self.unknown: Counter[str] = Counter()
        """How often each class without a category was met."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the classes' names in the order of the model's outputs."""
        return tuple(entry.name for entry in self._table.classes)

    def knows(self, name: str) -> bool:
        """Tell whether a class has that very name; it is not counted where there is none."""
        return _key(name) in self._entries

    def label(self, name: str) -> Label | None:
        """Return what a thing of a class is here, in one picture, or None where it is left out.

        A number stands for the class in that place of the model's outputs.
        """
        entry = self._entries.get(_key(name)) or self._numbered(name)
        if entry is not None and entry.category:
            return Label(entry.category, entry.pickupable, entry.is_receptacle, tracked=False)
        known_as = entry.name if entry is not None else name
        self.unknown[known_as] += 1
        own = "".join(word[:1].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", known_as))
        return Label(own, tracked=False) if own and self._table.unknown is Unknown.KEEP else None

    def _numbered(self, name: str) -> ClassEntry | None:
        classes: Sequence[ClassEntry] = self._table.classes
        number = int(name) if re.fullmatch(r"[0-9]{1,6}", name) else len(classes)
        return classes[number] if number < len(classes) else None


def _key(name: str) -> str:
    """Return a name as it is compared: `dining_table` is `Dining Table`."""
    return " ".join(re.split(r"[\s_-]+", name.strip().casefold()))
