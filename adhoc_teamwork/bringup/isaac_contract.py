# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The contract with Isaac Sim's ROS 2 bridge: topics, frames and graph nodes, from config/isaac."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.bringup.process_control.nodes import Value
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config


class Way(StrEnum):
    """Say what Isaac Sim does with a topic."""

    PUBLISH = "publish"
    SUBSCRIBE = "subscribe"


class Source(StrEnum):
    """Say who publishes a transform."""

    ISAAC = "isaac"
    LAUNCH = "launch"
    STATE_PUBLISHER = "robot_state_publisher"


@dataclass(frozen=True)
class BridgedTopic:
    """Describe one topic; config/isaac/contract.yaml says what the fields mean."""

    topic: str
    type: str
    way: Way
    qos: str
    node: str = ""
    inputs: dict[str, Value] = field(default_factory=dict)
    frame: str = ""
    rate: float = 0.0


@dataclass(frozen=True)
class Transform:
    """Name one transform between frames; ``{robot}`` stands for the robot's name."""

    parent: str
    child: str
    by: Source


@dataclass(frozen=True)
class IsaacStage:
    """Say where things are in Isaac's stage: `robots` in full, the others below a robot's prim."""

    robots: str
    camera: str
    lidar: str
    base: str


@dataclass(frozen=True)
class IsaacContract:
    """Hold what the bridge publishes and hears for each robot, and once for all."""

    isaac_sim: str
    stage: IsaacStage
    qos: dict[str, dict[str, Value]]
    topics: tuple[BridgedTopic, ...]
    frames: tuple[Transform, ...]

    def frame(self, by: Source) -> Transform:
        """Return the first transform that somebody publishes.

        Raises:
            ConfigError: There is none.
        """
        found = next((frame for frame in self.frames if frame.by is by), None)
        if found is None:
            raise ConfigError(f"frames: none by {by}; expected one")
        return found


def load_contract(path: Path) -> IsaacContract:
    """Read a contract.

    Raises:
        ConfigError: Something in it is wrong, twice there, or names what is not there.
    """
    contract = load_config(path, IsaacContract)
    for what, names in (
        ("topics", [entry.topic for entry in contract.topics]),
        ("frames", [entry.child for entry in contract.frames]),
    ):
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise ConfigError(f"{path}: {what}: '{twice[0]}' is listed twice; expected each once")
    for entry in contract.topics:
        if entry.qos not in contract.qos:
            known = ", ".join(contract.qos)
            raise ConfigError(
                f"{path}: {entry.topic}: qos: expected one of {known}, got {entry.qos}"
            )
    return contract
