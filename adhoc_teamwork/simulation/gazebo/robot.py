# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot as Gazebo takes it: its name, its card, its URDF, what of that moves, and its masses."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from adhoc_teamwork.robot_model.arms import Arm, find_arm
from adhoc_teamwork.robot_model.floor import floor_below
from adhoc_teamwork.robot_model.hands import ends_of
from adhoc_teamwork.robot_model.limbs import LimbKind, Limbs
from adhoc_teamwork.robot_model.model import Camera, RobotModel
from adhoc_teamwork.robot_model.urdf.robot import load_robot, parse_urdf
from adhoc_teamwork.robot_model.urdf.values import Place
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard, load_robot_card
from adhoc_teamwork.teamwork.settings.config import ConfigError


@dataclass(frozen=True, eq=False)
class GazeboRobot:
    """Hold one robot of a team.

    Attributes:
        name: Its name, which is its namespace and the first part of its frames.
        number: Which of the team it is, from 0.
        card: What it is.
        urdf: File of its description.
        model: The robot of that file.
    """

    name: str
    number: int
    card: RobotCard
    urdf: Path
    model: RobotModel

    @cached_property
    def wheels(self) -> tuple[str, ...]:
        """Return the joints of its wheels."""
        limbs = Limbs(self.model).of_kind(LimbKind.WHEEL)
        return tuple(limb.end for limb in limbs if limb.joints)

    @cached_property
    def floor(self) -> float:
        """Return the height of the floor in the frame of its URDF's root, metres."""
        return floor_below(self.model, Limbs(self.model))

    @cached_property
    def arm(self) -> Arm | None:
        """Return its arm, of several the one that works; None without one.

        Raises:
            ConfigError: The card names one that it does not have.
        """
        able = self.card.capability.can_manipulate
        return find_arm(self.model, self.card.arm) if able else None

    @cached_property
    def fingers(self) -> tuple[str, ...]:
        """Return the joints of the arm's fingers that move by themselves."""
        joints = self.arm.fingers if self.arm else ()
        return tuple(name for name in joints if self.model.joints[name].mimic is None)

    @cached_property
    def finger_ends(self) -> tuple[float, float] | None:
        """Return where the first finger is shut and where it is wide open; None without fingers."""
        return ends_of(self.model, self.arm.fingers) if self.arm else None

    @cached_property
    def camera(self) -> Camera:
        """Return its first camera.

        Raises:
            ConfigError: The URDF has none.
        """
        if not self.model.cameras:
            raise ConfigError(f"{self.urdf}: no camera; expected one")
        return self.model.cameras[0]

    @cached_property
    def optical_frame(self) -> str:
        """Return the link that its pictures are in: z ahead, x right, y down.

        Raises:
            ConfigError: The URDF has none at the camera.
        """
        near = self.model.below(self.camera.link)
        found = [link for link in near if "optical" in link]
        if not found:
            raise ConfigError(f"{self.urdf}: no optical frame below '{self.camera.link}'")
        return found[0]

    @property
    def moving(self) -> frozenset[str]:
        """Return the joints that something moves; Gazebo holds all others still."""
        arm = (*self.arm.joints, *self.arm.fingers) if self.arm else ()
        return frozenset((*self.wheels, *arm))

    def frame(self, link: str) -> str:
        """Return the tf frame of a link."""
        return topics.frame(self.name, link)

    def description(self) -> Element:
        """Return the <robot> element of its file, each time a new one."""
        return parse_urdf(self.urdf)


def load_gazebo_robot(name: str, number: int, card_file: Path) -> GazeboRobot:
    """Return the robot of a card.

    Raises:
        ConfigError: The card names no URDF, or one that physics cannot move, or has no link
            `base_link`.
    """
    card = load_robot_card(card_file)
    if not card.urdf:
        raise ConfigError(f"{card_file}: urdf: empty; expected the robot's description")
    urdf = card_file.parent / card.urdf
    model = load_robot(urdf)
    if "base_link" not in model.links:
        raise ConfigError(f"{urdf}: no link 'base_link'; expected one")
    robot = GazeboRobot(name, number, card, urdf, model)
    check_inertias(robot.description(), model)
    return robot


_SLACK = 1e-6


def check_inertias(root: Element, model: RobotModel) -> None:
    """Refuse a robot with a body that physics cannot move.

    A link without mass is a frame: it must be fixed to links of which one has mass.

    Raises:
        ConfigError: A body has no mass, or an inertia that no body has.
    """
    massive = set()
    for link in root.findall("link"):
        inertial = link.find("inertial")
        if inertial is not None:
            _check_inertia(inertial, Place(model.source, f"link '{link.get('name')}'"))
            massive.add(link.get("name", ""))
    tops = [model.root, *(joint.child for joint in model.joints.values() if joint.moves)]
    for top in tops:
        if massive.isdisjoint(model.rigid_with(top)):
            raise ConfigError(
                f"{model.source}: link '{top}': neither it nor what is fixed to it has mass; "
                "expected an <inertial>"
            )


def _check_inertia(inertial: Element, place: Place) -> None:
    mass = place.number(place.child(inertial, "mass"), "value")
    element = place.child(inertial, "inertia")
    xx, xy, xz, yy, yz, zz = (
        place.number(element, name) for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    moments = np.linalg.eigvalsh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    if mass <= 0.0 or moments[0] <= 0.0:
        raise place.wrong("inertial: expected a mass and moments of inertia above 0")
    if moments[0] + moments[1] < moments[2] * (1.0 - _SLACK):
        raise place.wrong(
            f"inertia: moments {', '.join(f'{m:.3g}' for m in moments)}; no body has one above the "
            "sum of the other two"
        )
