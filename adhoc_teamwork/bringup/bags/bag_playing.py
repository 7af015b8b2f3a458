# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which messages of a recorded bag are played, and when: for perception, or for the eye."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.recordings.bag_reading import find_bag, read_bag
from adhoc_teamwork.teamwork.recordings.mcap_scan import Message
from adhoc_teamwork.teamwork.settings.config import ConfigError

CLOCK = "/clock"
CLOCK_PERIOD = 0.02
"""Seconds of wall time between two messages on `/clock`."""

_SENSED = frozenset(
    (
        topics.COLOR_IMAGE, topics.DEPTH_IMAGE, topics.CAMERA_INFO, topics.INSTANCES, topics.BOXES,
        topics.INSTANCE_LABELS, topics.ODOM, topics.SCAN, topics.JOINT_STATES, topics.TEAM_IN,
        topics.TEAM_OUT,
    )
)  # fmt: skip
_SENSED_BY_ALL = frozenset(("/tf", "/tf_static", topics.FLOOR_PLAN, topics.GROUND))


class Part(StrEnum):
    """Say which part of a recording is played."""

    SENSORS = "sensors"
    """What drivers and teammates gave: perception makes the rest anew."""
    ALL = "all"
    """Everything, to look at."""

    def has(self, topic: str) -> bool:
        """Tell whether a topic is of this part; time is the player's own."""
        if topic == CLOCK:
            return False
        robot, _, own = topic.lstrip("/").partition("/")
        return self is Part.ALL or topic in _SENSED_BY_ALL or (bool(robot) and own in _SENSED)


@dataclass(frozen=True)
class Recording:
    """Hold a bag and which part of it is played."""

    bag: Path
    part: Part

    def topics(self) -> dict[str, str]:
        """Return the types of the topics that have messages in that part.

        Raises:
            ConfigError: There is nothing to play.
        """
        found = {m.channel.topic: m.channel.kind for m in self.messages()}
        if not found:
            raise ConfigError(f"{self.bag}: no messages of {self.part}; expected a recorded run")
        return found

    def messages(self) -> Iterator[Message]:
        """Yield the messages of that part."""
        return read_bag(self.bag, self.part.has)


def open_recording(path: Path, part: str) -> Recording:
    """Return the part of a run folder's bag, or of a bag, that is to be played.

    Raises:
        ConfigError: There is no bag, or no such part.
    """
    if part not in list(Part):
        raise ConfigError(f"part {part!r}: expected {' or '.join(Part)}")
    return Recording(find_bag(path), Part(part))


def find_pictures(recording: Recording) -> frozenset[str]:
    """Return the robots of which a recording has pictures."""
    suffix = f"/{topics.DEPTH_IMAGE}"
    return frozenset(
        topic.removesuffix(suffix).strip("/")
        for topic in recording.topics()
        if topic.endswith(suffix)
    )


def pace(
    messages: Iterator[Message],
    rate: float,
    wait: Callable[[float], bool],
    tell_time: Callable[[int], None],
    wall: Callable[[], float] = time.monotonic,
) -> Iterator[Message]:
    """Yield messages when they are due, and tell the time between them.

    Args:
        messages: In the order of recording.
        rate: Seconds of the recording that pass in a second.
        wait: Waits so many seconds of wall time; True says that the player is to end.
        tell_time: Called with the time of the recording, in nanoseconds, every `CLOCK_PERIOD`.
        wall: Seconds of wall time.
    """
    begun, first, told = wall(), -1, -1
    for message in messages:
        if first < 0:
            first = message.stamp
        due = begun + (message.stamp - first) / 1e9 / rate
        while True:
            now = min(wall(), due)
            reached = max(told, first + int((now - begun) * rate * 1e9))
            if told < 0 or reached - told >= CLOCK_PERIOD * rate * 1e9:
                told = reached
                tell_time(told)
            if now >= due:
                break
            if wait(min(CLOCK_PERIOD, due - now)):
                return
        yield message
