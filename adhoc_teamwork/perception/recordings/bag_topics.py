# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find in a bag the topics of one robot's perception, under whatever namespace they are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.topics import (
    CAMERA_INFO,
    DEPTH_IMAGE,
    FLOOR_PLAN,
    GROUND,
    INSTANCE_LABELS,
    INSTANCES,
    JOINT_STATES,
    TEAM_OUT,
)

TF, TF_STATIC = "/tf", "/tf_static"
_NEEDED = (DEPTH_IMAGE, INSTANCES, CAMERA_INFO, INSTANCE_LABELS)
_WELCOME = (JOINT_STATES, TEAM_OUT)


@dataclass(frozen=True)
class BagTopics:
    """Hold the robot's name and, by topic in the bag, what is on it (a name of `topics`)."""

    robot: str
    streams: Mapping[str, str]


def find_topics(topics: Iterable[str], robot: str, source: str) -> BagTopics:
    """Return the topics to read.

    Args:
        topics: All that the bag holds.
        robot: The robot's name; empty for the only one whose depth images are there.
        source: What to name in the error, usually the bag.

    Raises:
        ConfigError: No such robot, several of them, or a topic is missing.
    """
    held = set(topics)
    robots = sorted(
        topic[: -len(DEPTH_IMAGE)].strip("/") for topic in held if topic.endswith(f"/{DEPTH_IMAGE}")
    )
    if not robots:
        raise ConfigError(f"{source}: no topic ends with {DEPTH_IMAGE}; expected depth images")
    if robot and robot not in robots:
        raise ConfigError(
            f"{source}: --robot {robot}: no {DEPTH_IMAGE} of it; expected one of {_list(robots)}"
        )
    if not robot and len(robots) > 1:
        raise ConfigError(
            f"{source}: depth images of {_list(robots)}; expected --robot with one of them"
        )
    name = robot or robots[0]
    prefix = f"/{name}/" if name else "/"
    missing = [prefix + topic for topic in _NEEDED if prefix + topic not in held]
    if TF not in held and TF_STATIC not in held:
        missing.append(TF)
    if missing:
        raise ConfigError(f"{source}: no topic {_list(missing)}; expected all of a robot's camera")
    streams = {prefix + topic: topic for topic in (*_NEEDED, *_WELCOME)}
    streams |= {topic: topic for topic in (TF, TF_STATIC, FLOOR_PLAN, GROUND)}
    return BagTopics(name, {topic: kind for topic, kind in streams.items() if topic in held})


def _list(names: Iterable[str]) -> str:
    return ", ".join(name or "(no namespace)" for name in names)
