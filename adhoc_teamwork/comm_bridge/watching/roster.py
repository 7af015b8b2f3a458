# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Gather who is in the team, where and doing what, from what robots and broker say."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from adhoc_teamwork.comm_bridge.broker.links import STATUS
from adhoc_teamwork.comm_bridge.wording import ability
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.team.memory import Teammate, TeamMemory
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.text.plain_text import one_line

SILENT_AFTER = 15.0
"""Seconds without a word after which a robot counts as silent."""
_LINK_VALUES = ("rate_in", "rate_out", "latency", "loss")


class Presence(StrEnum):
    """Say whether a robot is there."""

    HERE = "here"
    SILENT = "silent"
    GONE = "gone"
    LEFT = "left"


@dataclass(frozen=True)
class Link:
    """Hold what the broker measures of a robot's link; None where it says nothing."""

    rate_in: float | None = None
    rate_out: float | None = None
    latency: float | None = None
    loss: float | None = None
    queue: int | None = None


@dataclass(frozen=True)
class Row:
    """Describe one member: metres in `map`, seconds; `note` is what is wrong with it."""

    name: str
    kind: str
    presence: Presence
    room: str
    position: tuple[float, float] | None
    doing: str
    skill: str
    holds: str
    heard: float
    link: Link
    note: str


class Roster:
    """Keep the team as it shows itself; times in seconds of the ROS clock."""

    def __init__(self) -> None:
        self._memory = TeamMemory("")
        self._links: dict[str, Link] = {}
        self._gone: set[str] = set()
        self._notes: dict[str, str] = {}
        self.broker: dict[str, str] = {}

    def hear(self, message: TeamMessage) -> None:
        """Take in a message of a robot."""
        self._memory.add(message)

    def note(self, name: str, level: int, summary: str, values: Mapping[str, str]) -> None:
        """Take in one diagnostic status."""
        if name == "broker":
            self.broker = dict(values)
            self._gone = set(values.get("gone", "").split())
        elif name.startswith(STATUS):
            self._links[name.removeprefix(STATUS)] = _link(values)
        elif ": " in name:
            robot, _, what = name.partition(": ")
            self._note_robot(robot, what, level, summary, values)

    def rows(self, now: float) -> tuple[Row, ...]:
        """Return everyone that was heard of, by name."""
        mates = sorted(self._memory.teammates.values(), key=lambda mate: mate.name)
        return tuple(self._row(mate, now) for mate in mates)

    def as_json(self, now: float) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "time": round(now, 3),
            "robots": [asdict(row) for row in self.rows(now)],
            "broker": self.broker,
        }

    def _note_robot(
        self, robot: str, what: str, level: int, summary: str, values: Mapping[str, str]
    ) -> None:
        unread = values.get("not_understood", "0")
        key = f"{robot}: {what}"
        if what == "stranger" and unread not in ("", "0"):
            last = values.get("last_not_understood", "").partition(" / ")[0]
            self._notes[key] = f"{unread} not understood, the last: {last}"
        elif level > 0:
            self._notes[key] = f"{what}: {summary}"
        else:
            self._notes.pop(key, None)

    def _row(self, mate: Teammate, now: float) -> Row:
        state, heard = mate.state, max(0.0, now - mate.last_heard)
        notes = [text for key, text in self._notes.items() if key.startswith(f"{mate.name}: ")]
        return Row(
            name=mate.name,
            kind=one_line(ability(mate.capability)) if mate.capability else "",
            presence=self._presence(mate, heard),
            room=one_line(state.room) if state else "",
            position=(round(state.pose.x, 2), round(state.pose.y, 2)) if state else None,
            doing=one_line(_doing(mate)),
            skill=one_line(state.subskill) if state else "",
            holds=one_line(state.held_category or state.held_object) if state else "",
            heard=round(heard, 1),
            link=self._links.get(mate.name, Link()),
            note=one_line("; ".join(notes)),
        )

    def _presence(self, mate: Teammate, heard: float) -> Presence:
        if mate.left:
            return Presence.LEFT
        if mate.name in self._gone:
            return Presence.GONE
        return Presence.SILENT if heard > SILENT_AFTER else Presence.HERE


def _doing(mate: Teammate) -> str:
    """Return what a robot has taken up, or says that it does."""
    if mate.left:
        return ""
    if mate.doing is not None:
        return str(mate.doing)
    return mate.state.subtask if mate.state else ""


def _link(values: Mapping[str, str]) -> Link:
    numbers = {name: _number(values.get(name, "")) for name in _LINK_VALUES}
    queue = _number(values.get("queue", ""))
    return Link(**numbers, queue=None if queue is None else int(queue))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
