# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happened in one episode, step by step: enough to draw it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from adhoc_teamwork.benchmark.store.episode import EpisodeKey
from adhoc_teamwork.teamwork.enums import StrEnum


class EventKind(StrEnum):
    """Name what is worth a mark in a picture of an episode."""

    JOIN = "join"
    SUBTASK = "sub-task"
    PICK_UP = "pick up"
    PUT_DOWN = "put down"
    DROP = "drop"
    TIDY = "tidy"
    STOP = "stop"


@dataclass(frozen=True)
class TraceEvent:
    """Hold one event; `text` says it for people, such as "picks up Mug_0"."""

    step: int
    robot: str
    kind: EventKind
    text: str = ""


@dataclass
class Trace:
    """Record one episode: where each robot was (metres in `map`) after each step, and events.

    Step 0 is the start. `play` fills it where it is given one.
    """

    paths: dict[str, list[tuple[int, float, float]]] = field(default_factory=dict)
    ad_hoc: str = ""
    events: list[TraceEvent] = field(default_factory=list)
    objects: dict[int, dict[str, tuple[float, float]]] = field(default_factory=dict)
    """Where the misplaced objects are, by step and by their names in the task.

    Only steps at which one changed its place; those that a robot holds are left out.
    """
    key: EpisodeKey | None = None

    def pose(self, step: int, robot: str, x: float, y: float) -> None:
        """Note where a robot is after a step."""
        self.paths.setdefault(robot, []).append((step, x, y))

    def event(self, step: int, robot: str, kind: EventKind, text: str = "") -> None:
        """Note that something happened in a step."""
        self.events.append(TraceEvent(step, robot, kind, text))

    def place(self, step: int, places: Iterable[tuple[str, float, float]]) -> None:
        """Note where misplaced objects are after a step, as (name, x, y)."""
        self.objects[step] = {name: (x, y) for name, x, y in places}
