# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The emergency stop: who pressed it, who has released it, and what is kept of that over a restart.

Every source's presses are numbered and kept apart, so that nobody's old or foreign release lets a
robot go. Taking the same words in twice, late or in another order leads to the same state.
"""

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import load_config
from adhoc_teamwork.teamwork.settings.files import write_whole

SETTLING = 5.0
"""Seconds of listening after which whoever presses has been heard; finding one another takes DDS
3 at most."""
MOST_SOURCES = 64
"""Sources that are kept apart; presses of further ones are one, as `UNCOUNTED`."""
UNCOUNTED = "more than can be told apart"
"""The source of the press that stands for those of sources beyond `MOST_SOURCES`."""
MOST_NUMBER = 2**63 - 1
LOST_RECORD = "lost record"
"""The source of the press that stands for a record which cannot be read."""
_LONGEST_NAME = 80


@dataclass(frozen=True)
class StopCommand:
    """Hold one word of one source: a press, or a release of its presses up to a number.

    `robot` is whom it is about, empty for all. `number` grows with each press of a source; `by` is
    who released it, for people to read.
    """

    source: str
    robot: str
    number: int
    pressed: bool
    by: str = ""

    @property
    def is_sound(self) -> bool:
        """Tell whether it can be meant: named and numbered, and of bounded size."""
        names = (self.source, self.robot, self.by)
        return (
            bool(self.source)
            and all(len(name) <= _LONGEST_NAME and name.isprintable() for name in names)
            and 0 < self.number <= MOST_NUMBER
        )

    def release(self, by: str) -> "StopCommand":
        """Return the release of this press."""
        return replace(self, pressed=False, by=by)


class EmergencyStop:
    """Say whether a robot is stopped, from the words of all who may stop it.

    It counts as stopped, too, until that is known: until it has been listened for long enough, or
    another part of the same robot that knows has told. Words may be taken in on one thread and
    the state be asked for on others.

    Args:
        robot: Whose stop it is. Words about other robots are left out.
        clock: Returns seconds that only grow.
    """

    def __init__(self, robot: str, clock: Callable[[], float]) -> None:
        self.robot = robot
        self._clock = clock
        self._known_at = math.inf
        self._words: dict[tuple[str, str], StopCommand] = {}

    def listen(self, settling: float = SETTLING) -> None:
        """Begin to listen: silence counts as released after `settling` seconds."""
        self._known_at = self._clock() + settling

    @property
    def known(self) -> bool:
        """Tell whether everyone who presses must have been heard by now."""
        return self._clock() >= self._known_at

    @property
    def words(self) -> tuple[StopCommand, ...]:
        """Return what is known of every source: its newest press, or the release of that."""
        return tuple(self._words.values())

    @property
    def pressed(self) -> tuple[StopCommand, ...]:
        """Return the presses that are not released, of this robot and of all."""
        return tuple(word for word in self.words if word.pressed)

    @property
    def stopped(self) -> bool:
        """Tell whether nothing may move."""
        return bool(self.pressed) or not self.known

    def become_known(self) -> None:
        """Take in that another part of the same robot knows the state, and has told it."""
        self._known_at = -math.inf

    def take(self, words: Iterable[StopCommand]) -> bool:
        """Take in what was said; return whether anything was new.

        A release is new only where a press of its source up to its number is known, and a press
        only where it is newer than all known ones of its source.
        """
        before, after = self._words, dict(self._words)
        for word in words:
            if self._concerns(word):
                _take(after, word)
        self._words = after
        return after != before

    def press(self, source: str) -> None:
        """Press for a source that does not count by itself, whatever others said in its name."""
        words = dict(self._words)
        _press_uncounted(words, source, self.robot)
        self._words = words

    def _concerns(self, word: StopCommand) -> bool:
        return word.is_sound and word.robot in ("", self.robot)


def _take(words: dict[tuple[str, str], StopCommand], word: StopCommand) -> None:
    key = (word.source, word.robot)
    known = words.get(key)
    if word.pressed:
        if known is None and not _has_room(words):
            _press_uncounted(words, UNCOUNTED, word.robot)
        elif known is None or word.number > known.number:
            words[key] = word
    elif known is not None and known.pressed and word.number >= known.number:
        # The number stays that of the press: an absurd one must not outbid the presses to come.
        words[key] = known.release(word.by)


def _press_uncounted(words: dict[tuple[str, str], StopCommand], source: str, robot: str) -> None:
    """Press with the next number; beyond the greatest there is none, and it counts all the same."""
    known = words.get((source, robot))
    if known is None or not known.pressed:
        number = min(known.number + 1, MOST_NUMBER) if known is not None else 1
        words[source, robot] = StopCommand(source, robot, number, pressed=True)


def _has_room(words: dict[tuple[str, str], StopCommand]) -> bool:
    """Forget the oldest release where there are too many sources; without one there is no room."""
    if len(words) < MOST_SOURCES:
        return True
    released = next((key for key, word in words.items() if not word.pressed), None)
    if released is not None:
        del words[released]
    return released is not None


@dataclass(frozen=True)
class _Record:
    words: tuple[StopCommand, ...]


class StopRecord:
    """Keep a robot's emergency stop in a file, for its next start."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[StopCommand, ...]:
        """Return what was kept; nothing where there is no file.

        Raises:
            ConfigError: The file cannot be read or is no record: whether the robot was stopped is
                not known.
        """
        return load_config(self.path, _Record).words if self.path.exists() else ()

    def write(self, words: Iterable[StopCommand]) -> None:
        """Keep words, all of them or none.

        Raises:
            OSError: They cannot be written.
        """
        text = json.dumps({"words": [asdict(word) for word in words]})
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, [text.encode(), b"\n"])
