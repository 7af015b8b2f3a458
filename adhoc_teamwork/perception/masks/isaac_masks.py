# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read the instance segmentation of Isaac Sim's ROS 2 bridge: pictures of ids, and what they name.

The bridge's labels are JSON: from an id to the path of the prim that it stands for, or to its
class, beside a `time_stamp`. Names in it may be in small letters. The same prim may have another
id in a later picture, and so gets one of its own here, which it keeps.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.mask_ids import MOST
from adhoc_teamwork.perception.masks.vocabulary import Vocabulary
from adhoc_teamwork.teamwork.settings.parsing import parse_json

TIME = "time_stamp"
_LARGEST = 1_000_000
"""Ids of the bridge count up from 2; larger ones are none of a mask."""


class IsaacMasks:
    """Turn ids that change into ids that stay, and say what they stand for."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._ids: dict[str, int] = {}
        self._nameless: set[str] = set()
        self.labels: dict[int, Label] = {}
        """All ids given so far."""

    @property
    def unknown(self) -> int:
        """Return how many prims and classes have no entry in the table: walls and floor, too."""
        return len(self._nameless)

    def translate(self, ids: NDArray[np.int32], names: Mapping[int, str]) -> NDArray[np.uint16]:
        """Return a picture of our ids; 0 is whatever has no name, or none that is known.

        Args:
            ids: (height, width), those of the bridge.
            names: What they stand for, as `names_of` reads it.
        """
        named = {number: self._id(name) for number, name in names.items()}
        table = np.zeros(max(named, default=0) + 2, np.uint16)
        for number, own in named.items():
            table[number] = own
        # Negative numbers are large unsigned ones; what is beyond the table takes its last entry.
        picture: NDArray[np.uint16] = table.take(ids.view(np.uint32), mode="clip")
        return picture

    def _id(self, name: str) -> int:
        if name in self._nameless:
            return 0
        if name not in self._ids:
            label = self._label(name)
            if label is None or len(self._ids) >= MOST:
                self._nameless.add(name)
                return 0
            self._ids[name] = len(self._ids) + 1
            self.labels[self._ids[name]] = label
        return self._ids[name]

    def _label(self, name: str) -> Label | None:
        """Return the label of the first part of a prim's path, or of a class, that is known."""
        is_prim = name.startswith("/")
        parts = name.split("/") if is_prim else name.split(",")
        for part in (part.strip().lstrip("_") for part in parts):
            if part and self._vocabulary.knows(part):
                label = self._vocabulary.label(part)
                return replace(label, tracked=is_prim) if label is not None else None
        return None


def names_of(text: str) -> tuple[int, dict[int, str]]:
    """Return a labels message's stamp, nanoseconds, and what each id in it stands for.

    Raises:
        BadFrameError: It is not of the bridge's form.
    """
    try:
        entries = parse_json(text)
        time = entries.pop(TIME)
        stamp = int(time["sec"]) * 10**9 + int(time["nanosec"])
        names = {int(number): _name(entry) for number, entry in entries.items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadFrameError(
            "labels",
            f"labels: {type(error).__name__}: {error}; expected JSON from ids to prims or classes",
        ) from None
    return stamp, {number: name for number, name in names.items() if 0 <= number <= _LARGEST}


def _name(entry: object) -> str:
    """Return the prim's path, or the class in ``{"class": "mug"}``."""
    found = entry.get("class", "") if isinstance(entry, dict) else entry
    if not isinstance(found, str):
        raise TypeError(f"{found!r:.60} is no name")
    return found
