"""A robot's card: its capability and the body that the simulator gives it (config/robots/)."""

from dataclasses import dataclass, field

from teamwork.capability import Capability


@dataclass(frozen=True)
class Body:
    """Describe what only the simulator needs: metres, radians, seconds, pixels."""

    radius: float = 0.25
    height: float = 0.6
    max_turn_rate: float = 1.2
    acceleration: float = 0.8
    camera_forward: float = 0.15
    image_width: int = 320
    image_height: int = 240
    camera_rate: float = 2.0
    scan_height: float = 0.25
    scan_range: float = 12.0
    color: tuple[float, float, float] = (0.2, 0.4, 0.8)


@dataclass(frozen=True)
class RobotCard:
    """Hold what a robot is: the capability it announces and its simulated body."""

    capability: Capability
    body: Body = field(default_factory=Body)
