# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's card: its capability and the body that the simulator gives it (config/robots/)."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine
from adhoc_teamwork.teamwork.bodies.resume import (
    GraspShares,
    Mobility,
    Resume,
    capability_of,
    working_arm,
)
from adhoc_teamwork.teamwork.settings.config import (
    ConfigError,
    load_config,
    parse_config,
    read_yaml,
)
from adhoc_teamwork.teamwork.settings.files import is_file

HANDS = 1
"""Hands that skills, drivers and the built-in simulator move."""

_CAMERA = frozenset(
    {"camera_height", "camera_pitch", "camera_range", "horizontal_fov", "vertical_fov"}
)
"""What a card that tells any of tells of a camera."""


@dataclass(frozen=True)
class Body:
    """Describe what the simulator needs: metres, radians, seconds, pixels.

    Attributes:
        radius: Of the circle that holds the robot; skills and Nav2 keep it clear of things, too.
        hover: How far above the ground the underside of a flying body is; its radius and height,
            as those of others, are above the ground.
        stairs_speed: Share of its speed at which a robot goes up and down stairs and ramps.
    """

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
    hover: float = 0.0
    stairs_speed: float = 0.5

    @property
    def turn_acceleration(self) -> float:
        """Return how fast its turn rate grows where it is told velocities, rad/s²."""
        return 2.0 * self.max_turn_rate


@dataclass(frozen=True)
class RobotCard:
    """Hold what a robot is: the capability it announces and its simulated body.

    Attributes:
        capability: What the robot can do; where there is a resume, only what that does not say.
        body: What the simulator needs.
        urdf: File of the robot's description, beside the card; empty where there is none.
        resume: File of the resume made from it by `./adhoc resume`, beside the card, or empty.
        arm: Name of the arm that works, as the resume has it; of several, where the card names
            none, the one that reaches farthest. Empty for the first of the URDF.
        stowed: The arm's joints, in the URDF's order, where it is out of the way: radians, metres
            for slides. Empty where the robot has no arm, or a posture is to be found for it.
        mobility: How it moves, which its resume says; None without one.
        grasps: Where its hand takes things, which its resume says; None where it does not.
    """

    capability: Capability
    body: Body = field(default_factory=Body)
    urdf: str = ""
    resume: str = ""
    arm: str = ""
    stowed: tuple[float, ...] = ()
    mobility: Mobility | None = None
    grasps: GraspShares | None = None

    @property
    def reach_line(self) -> ReachLine | None:
        """Return along which line its arm reaches; None where that is ahead, or nobody knows."""
        return self.grasps.line if self.grasps is not None else None


def load_robot_card(path: Path) -> RobotCard:
    """Return a robot's card; its capability comes from its resume where it names one.

    Where neither tells of a camera the robot has none. A payload that the card tells counts before
    the resume's. Of several arms `arm` names the one that works, also where the card does not.

    Raises:
        ConfigError: The card, the resume or the URDF is missing, unreadable, or something in it is
            wrong; or the card tells of more hands than skills and drivers move, of a body without
            size, or of an arm that its resume does not have.
    """
    told = read_yaml(path)
    card = parse_config(told, RobotCard, str(path))
    if card.capability.hands != HANDS:
        raise ConfigError(
            f"{path}: capability.hands: {card.capability.hands}; a robot works with {HANDS} hand "
            "here, expected that or no hands (two are for the benchmark's step world)"
        )
    for name, metres in (("radius", card.body.radius), ("height", card.body.height)):
        if metres <= 0.0:
            raise ConfigError(f"{path}: body.{name}: {metres:g}; expected metres above 0")
    if card.arm and not (card.urdf or card.resume):
        raise ConfigError(f"{path}: arm: '{card.arm}'; expected an urdf that has it")
    if card.urdf and not is_file(path.parent / card.urdf):
        raise ConfigError(
            f"{path}: urdf: '{card.urdf:.100}': no such file; expected one beside the card"
        )
    if not card.resume:
        return card
    resume = load_config(path.parent / card.resume, Resume)
    otherwise = card.capability
    if not (resume.cameras or _CAMERA & told["capability"].keys()):
        otherwise = replace(otherwise, camera_range=0.0)
    try:
        arm = working_arm(resume, card.arm)
    except ValueError as error:
        raise ConfigError(f"{path}: arm: {error}") from None
    capability = capability_of(resume, otherwise, arm)
    if capability.can_manipulate and "payload" in told["capability"]:
        # What an arm lifts an URDF tells badly: springs carry it, or its efforts are made up.
        capability = replace(capability, payload=otherwise.payload)
    return replace(
        card,
        capability=capability,
        arm=arm.name if arm and len(resume.arms) > 1 else card.arm,
        mobility=resume.mobility,
        grasps=arm.grasps if arm else None,
    )
