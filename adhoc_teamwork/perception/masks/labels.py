# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the ids of the instance mask stand for, and since when."""

from collections.abc import Mapping

from adhoc_teamwork.perception.frames.views import Label

SETTLES = 2.0
"""A name that took another's place is believed after so many seconds without a further change."""


class LabelBook:
    """Name mask ids at a time; stamps in seconds of the ROS clock.

    An id that never changed its class is named always. Labels and pictures come apart from each
    other, so an id that did change is nameless, and neither makes nor removes an object, until its
    new name has stood for `SETTLES`; unless the labels carry the picture's own stamp.
    """

    def __init__(self) -> None:
        self._labels: dict[int, Label] = {}
        self._changed: dict[int, float] = {}
        self._stamps: dict[int, float] = {}
        self.relabelled = 0
        """How often an id took another class."""

    @property
    def has_names(self) -> bool:
        """Tell whether any id was ever named."""
        return bool(self._labels)

    def update(self, labels: Mapping[int, Label], stamp: float) -> None:
        """Take in names, some of which may be known."""
        for number, label in labels.items():
            before = self._labels.get(number)
            if before is not None and before.category != label.category:
                self._changed[number] = stamp
                self.relabelled += 1
            self._labels[number] = label
            if number in self._changed:
                self._stamps[number] = stamp

    def at(self, stamp: float) -> Mapping[int, Label]:
        """Return the names that hold for a picture taken at `stamp`."""
        doubtful = {
            number
            for number, changed in self._changed.items()
            if self._stamps[number] != stamp and stamp - changed < SETTLES
        }
        if not doubtful:
            return self._labels
        return {n: label for n, label in self._labels.items() if n not in doubtful}

    def restart(self) -> None:
        """Hold every name for settled: stamps begin anew."""
        self._changed.clear()
        self._stamps.clear()
