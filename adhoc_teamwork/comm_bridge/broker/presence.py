# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Note which robots are there and which have vanished."""

from dataclasses import dataclass

GONE_AFTER = 3.5
"""Seconds of silence after which a robot is taken to be gone; its radio speaks twice a second."""


@dataclass
class _Sign:
    """Hold the signs of life of one robot; times in seconds of wall time."""

    seen: float
    has_radio: bool = False
    has_left: bool = False
    told: bool | None = None


class Presence:
    """Follow signs of life; times in seconds of wall time.

    A robot with a radio is there while it speaks or says receipts; of any other it counts that
    somebody publishes its topic.
    """

    def __init__(self, gone_after: float = GONE_AFTER) -> None:
        self._gone_after = gone_after
        self._signs: dict[str, _Sign] = {}

    def see(self, robot: str, publishers: int, now: float) -> None:
        """Note the number of publishers that a robot's topic has at `now`."""
        sign = self._signs.get(robot)
        if publishers > 0 and sign is None:
            self._signs[robot] = _Sign(now)
        elif publishers > 0 and sign is not None and not sign.has_radio:
            sign.seen = now

    def hear(self, robot: str, now: float, by_radio: bool = False) -> None:
        """Note that a robot spoke, or, `by_radio`, said a receipt."""
        sign = self._signs.setdefault(robot, _Sign(now))
        sign.seen = now
        sign.has_radio = sign.has_radio or by_radio

    def leave(self, robot: str, has_left: bool) -> None:
        """Note that a robot said goodbye, or that it said anything else after that."""
        if robot in self._signs:
            self._signs[robot].has_left = has_left

    def forget(self, robot: str) -> None:
        """Know a robot no more."""
        self._signs.pop(robot, None)

    def is_here(self, robot: str, now: float) -> bool:
        """Tell whether a robot showed a sign of life lately."""
        sign = self._signs.get(robot)
        return sign is not None and now - sign.seen <= self._gone_after

    def is_gone(self, robot: str, now: float) -> bool:
        """Tell whether a robot fell silent or said goodbye."""
        sign = self._signs.get(robot)
        return sign is None or sign.has_left or not self.is_here(robot, now)

    def silent_for(self, robot: str, now: float) -> float:
        """Return the seconds since a robot's last sign of life."""
        sign = self._signs.get(robot)
        return now - sign.seen if sign else 0.0

    def changes(self, now: float) -> list[tuple[str, bool, str]]:
        """Return who came, vanished or came back since last asked: name, whether here, sentence."""
        changes = []
        for robot, sign in sorted(self._signs.items()):
            here = now - sign.seen <= self._gone_after
            if sign.told == here:
                continue
            if here:
                sentence = f"{robot} is {'here' if sign.told is None else 'back'}"
            elif sign.has_left:
                sentence = f"{robot} has left"
            else:
                sentence = f"{robot} is gone: no word of it for {now - sign.seen:.0f} s"
            sign.told = here
            changes.append((robot, here, sentence))
        return changes

    @property
    def present(self) -> list[str]:
        """Return the robots that were here when last asked for changes."""
        return sorted(robot for robot, sign in self._signs.items() if sign.told is True)

    @property
    def gone(self) -> list[str]:
        """Return who had vanished, without a goodbye, when last asked for changes."""
        signs = self._signs.items()
        return sorted(robot for robot, s in signs if s.told is False and not s.has_left)
