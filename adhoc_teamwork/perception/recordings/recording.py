# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a recording holds, in order: frames, and what is known of them besides.

A recorded bag and a folder of frames both give these events; `replay` lets a belief take them in.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from adhoc_teamwork.perception.frames.camera import BadFrameError, Frame
from adhoc_teamwork.perception.frames.timeline import Timeline
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.scene import SceneGraph


@dataclass(frozen=True)
class NewLabels:
    """Name mask ids, from `stamp` on; 0: with the frame before."""

    labels: Mapping[int, Label]
    stamp: float = 0.0


@dataclass(frozen=True)
class NewFloorPlan:
    """Give the floor plan."""

    graph: SceneGraph


@dataclass(frozen=True)
class Grip:
    """Say whether the own gripper holds something, and where the robot stood then."""

    holds: bool
    base: Pose | None


@dataclass(frozen=True)
class OwnHold:
    """Say which object, by its id here, the robot's own planner said that it holds."""

    object_id: str


@dataclass(frozen=True)
class Refused:
    """Tell of input that could not be used; `kind` is a short key under which it is counted."""

    kind: str
    text: str


@dataclass(frozen=True)
class NewGround:
    """Give how high the floor is."""

    ground: HeightMap


Note = NewLabels | NewFloorPlan | NewGround | Grip | OwnHold
Event = Frame | Note | Refused


class Recording(Protocol):
    """What `replay` plays."""

    @property
    def total(self) -> int:
        """Return of how many parts it is made; 0 while that is not known."""

    @property
    def done(self) -> int:
        """Return how many of them have been read."""

    def events(self) -> Iterator[Event]:
        """Yield what was recorded, in order."""


@dataclass
class Replay:
    """Tell what a replay took in; stamps in seconds of the recorded clock.

    Attributes:
        frames: Frames taken in, since the clock last began anew.
        counts: What was refused, by kind, and what the belief counted.
        first: Stamp of the first frame; 0 without frames.
        last: Stamp of the last frame.
        refused: The first text of each kind of refused input.
    """

    frames: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    first: float = 0.0
    last: float = 0.0
    refused: dict[str, str] = field(default_factory=dict)

    def refuse(self, kind: str, text: str) -> None:
        """Count input that could not be used."""
        self.counts[kind] += 1
        self.refused.setdefault(kind, text)


def replay(
    recording: Recording,
    belief: Perception,
    every: float = 0.0,
    watch: Callable[[Recording], None] | None = None,
) -> Replay:
    """Let a belief take in a recording and return what it was.

    Args:
        recording: What to play.
        belief: Takes it in, as on the robot.
        every: Least time between two frames that count, seconds of the recorded clock.
        watch: Called after each event, to show progress.
    """
    result = Replay()
    timeline = Timeline()
    for event in recording.events():
        try:
            if isinstance(event, Frame):
                _take_frame(event, belief, timeline, every, result)
            elif isinstance(event, Refused):
                result.refuse(event.kind, event.text)
            else:
                _take_note(event, belief)
        except BadFrameError as error:
            result.refuse(f"bad_{error.kind}", str(error))
        except ValueError as error:
            result.refuse("bad_note", str(error))
        if watch is not None:
            watch(recording)
    result.counts.update(belief.counters)
    return result


def _take_frame(
    frame: Frame, belief: Perception, timeline: Timeline, every: float, result: Replay
) -> None:
    """Take in a frame, unless it comes too soon.

    Raises:
        BadFrameError: Its stamp is not to be believed.
    """
    if timeline.check(frame.stamp):
        result.counts["restarts"] += 1
        result.frames = 0
        belief.reset()
    if result.frames and frame.stamp - result.last < every:
        result.counts["skipped"] += 1
        return
    if result.frames == 0:
        result.first = frame.stamp
    timeline.take(frame.stamp)
    result.frames += 1
    result.last = frame.stamp
    belief.process(frame)


def _take_note(event: Note, belief: Perception) -> None:
    """Take in what is no frame.

    Raises:
        ValueError: It is unusable.
    """
    if isinstance(event, NewLabels):
        belief.set_labels(event.labels, event.stamp)
    elif isinstance(event, NewFloorPlan):
        belief.set_floor_plan(event.graph)
    elif isinstance(event, NewGround):
        belief.set_ground(event.ground)
    elif isinstance(event, Grip):
        belief.feel(event.holds, event.base)
    else:
        belief.hear_own_planner(event.object_id)
