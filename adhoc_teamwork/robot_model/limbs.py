# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell arms, legs, wheels, tracks, rotors and heads apart, by how the joints hang together.

Shape decides first: wheels turn without end about a level axis, rotors about an upright one, a hand
is what branches at the end of a limb, legs come in pairs whose ends are lowest. Names settle what
shape leaves open, as URDFs of real robots call their joints.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from adhoc_teamwork.robot_model.hands import finger_joints
from adhoc_teamwork.robot_model.kinematics import Kinematics
from adhoc_teamwork.robot_model.model import Joint, JointKind, RobotModel
from adhoc_teamwork.teamwork.enums import StrEnum

_WHEEL = re.compile(r"wheel", re.IGNORECASE)
_CASTER = re.compile(r"caster|swivel", re.IGNORECASE)
_TRACK = re.compile(r"track(?!ing)|crawler|caterpillar|(^|_)tread", re.IGNORECASE)
_ROTOR = re.compile(r"rotor_?\d|propeller|(^|_)prop(_|\d|$)", re.IGNORECASE)
_LEG = re.compile(r"leg(_|$|\d)|hip|thigh|calf|knee|ankle|foot|shank|haa|hfe|kfe", re.IGNORECASE)
_ARM = re.compile(r"arm(_|$|\d)|shoulder|elbow|wrist", re.IGNORECASE)
_HEAD = re.compile(r"head|neck|(^|_)pan(_|$)|(^|_)tilt(_|$)", re.IGNORECASE)

_ARM_JOINTS = 3
"""A limb without a hand needs so many joints to count as an arm."""


class LimbKind(StrEnum):
    """Name what a limb is for."""

    ARM = "arm"
    LEG = "leg"
    WHEEL = "wheel"
    CASTER = "caster"
    ROTOR = "rotor"
    HEAD = "head"
    OTHER = "other"


_GUIDED = (LimbKind.ARM, LimbKind.LEG, LimbKind.HEAD)
"""What a limb is none of that cannot be moved by itself."""


@dataclass(frozen=True)
class Limb:
    """Hold a run of joints that ends where nothing but a hand follows.

    Attributes:
        kind: What it is for.
        trunk: Moving joints between the root and the limb that it shares with others.
        joints: Its own joints that move by themselves, from the body outwards; none where all of
            them mimic others.
        end: Its last joint, also where it mimics another.
        fingers: The hand's joints, mimicking ones included.
    """

    kind: LimbKind
    trunk: tuple[str, ...]
    joints: tuple[str, ...]
    end: str
    fingers: tuple[str, ...] = ()


class Limbs:
    """Find the limbs of a robot."""

    def __init__(self, model: RobotModel) -> None:
        """Store whose limbs."""
        self._model = model

    @cached_property
    def all(self) -> tuple[Limb, ...]:
        """Return all limbs, in the order of the URDF's joints."""
        fingers = finger_joints(self._model)
        left_out = fingers | self.base_joints
        moving = [j for j in self._model.joints.values() if j.moves and j.name not in left_out]
        above = {joint.name: self._above(joint, left_out) for joint in moving}
        below: dict[str, list[str]] = {joint.name: [] for joint in moving}
        for name, path in above.items():
            if path:
                below[path[-1]].append(name)
        limbs = []
        for joint in moving:
            if not below[joint.name]:
                limbs.append(self._limb(joint.name, above[joint.name], below, fingers))
        return tuple(self._settle(limbs))

    def of_kind(self, kind: LimbKind) -> tuple[Limb, ...]:
        """Return the limbs of one kind."""
        return tuple(limb for limb in self.all if limb.kind is kind)

    @cached_property
    def rotors(self) -> tuple[str, ...]:
        """Return the links of rotors, those that the URDF holds still included."""
        turning = {limb.end for limb in self.of_kind(LimbKind.ROTOR)}
        joints = self._model.joints.values()
        return tuple(
            joint.child
            for joint in joints
            if joint.name in turning or (not joint.moves and _ROTOR.search(joint.name))
        )

    @cached_property
    def tracks(self) -> tuple[str, ...]:
        """Return the links of tracks, which no joint moves: two or more are some."""
        held = [joint for joint in self._model.joints.values() if not joint.moves]
        found = tuple(joint.child for joint in held if _TRACK.search(joint.child))
        return found if len(found) > 1 else ()

    @cached_property
    def base_joints(self) -> frozenset[str]:
        """Return the joints that stand for how the whole robot moves over the floor.

        So simulators and planners have it: two level slides, and a turn, between links that are
        nothing but frames. They are no part of any limb.
        """
        found: list[Joint] = []
        link = self._model.root
        while not (self._model.links[link].collisions or self._model.links[link].inertia):
            below = self._model.child_joints[link]
            if len(below) != 1:
                break
            if below[0].moves:
                found.append(below[0])
            link = below[0].child
        slides = [joint for joint in found if joint.kind is JointKind.PRISMATIC]
        if len(slides) != 2 or any(self._upright(joint) for joint in slides):
            return frozenset()
        turns = [joint for joint in found if joint.turns and self._upright(joint)]
        return frozenset(joint.name for joint in (*slides, *turns[:1]))

    @cached_property
    def glides(self) -> bool:
        """Tell whether joints say that the whole robot moves over the floor, whatever on."""
        on_way = [j for j in self._model.joints.values() if j.parent == self._model.root]
        return bool(self.base_joints) or any(j.kind is JointKind.PLANAR for j in on_way)

    @cached_property
    def on_wheels(self) -> bool:
        """Tell whether it has wheels, casters or tracks, also those that the URDF holds still."""
        if self.tracks or self.of_kind(LimbKind.WHEEL) or self.of_kind(LimbKind.CASTER):
            return True
        held = [joint for joint in self._model.joints.values() if not joint.moves]
        return sum(bool(_WHEEL.search(joint.child)) for joint in held) > 1

    @property
    def flies(self) -> bool:
        """Tell whether rotors carry it: three or more."""
        return len(self.rotors) > 2

    @property
    def walks(self) -> bool:
        """Tell whether it goes on two legs or more."""
        return len(self.of_kind(LimbKind.LEG)) > 1 and not self.flies

    @property
    def rolls(self) -> bool:
        """Tell whether it goes over the floor on anything else."""
        return (self.on_wheels or self.glides) and not (self.flies or self.walks)

    def _above(self, joint: Joint, left_out: frozenset[str]) -> tuple[str, ...]:
        path = self._model.path_to(joint.parent)
        return tuple(one.name for one in path if one.moves and one.name not in left_out)

    def _limb(
        self,
        end: str,
        path: tuple[str, ...],
        below: dict[str, list[str]],
        fingers: frozenset[str],
    ) -> Limb:
        """Return the limb that ends with a joint; its trunk ends where others branch off."""
        whole = (*path, end)
        shared = [i for i, name in enumerate(whole) if len(below[name]) > 1]
        start = shared[-1] + 1 if shared else 0
        own = whole[start:]
        hanging = set(self._model.below(self._model.joints[end].child))
        hand = tuple(
            name
            for name in self._model.joints
            if name in fingers and self._model.joints[name].parent in hanging
        )
        by_itself = tuple(name for name in own if self._model.joints[name].mimic is None)
        trunk = tuple(name for name in whole[:start] if self._model.joints[name].mimic is None)
        kind = self._kind(own, hand)
        if not by_itself and kind in _GUIDED:
            kind = LimbKind.OTHER
        return Limb(kind, trunk, by_itself, end, hand)

    def _kind(self, own: tuple[str, ...], hand: tuple[str, ...]) -> LimbKind:
        names = " ".join((*own, *(self._model.joints[name].child for name in own)))
        last = self._model.joints[own[-1]]
        if _CASTER.search(names):
            return LimbKind.CASTER
        rolls = len(own) <= 2 or _WHEEL.search(names)
        if last.endless and not hand and rolls and (last.mimic is None or _WHEEL.search(names)):
            if _ROTOR.search(names) or (self._upright(last) and not _WHEEL.search(names)):
                return LimbKind.ROTOR
            return LimbKind.WHEEL
        if hand or _ARM.search(names):
            return LimbKind.ARM if len(own) + len(hand) > 1 else LimbKind.OTHER
        if _LEG.search(names):
            return LimbKind.LEG
        if _HEAD.search(names) or self._carries_camera(last):
            return LimbKind.HEAD if len(own) < _ARM_JOINTS + 1 else LimbKind.ARM
        return LimbKind.ARM if len(own) >= _ARM_JOINTS else LimbKind.OTHER

    def _settle(self, limbs: list[Limb]) -> list[Limb]:
        """Call arms without hands legs where two or more alike end lowest."""
        arms = [limb for limb in limbs if limb.kind is LimbKind.ARM and not limb.fingers]
        unnamed = [limb for limb in arms if not any(_ARM.search(name) for name in limb.joints)]
        alike = [
            limb for limb in unnamed if sum(len(o.joints) == len(limb.joints) for o in unnamed) > 1
        ]
        if len(alike) < 2:
            return limbs
        poses = Kinematics(self._model, ()).fixed_poses
        legs = []
        for limb in alike:
            start = poses[self._model.joints[limb.joints[0]].child][2, 3]
            ends = [poses[link][2, 3] for link in self._model.below(self._last_link(limb))]
            if min(ends) < start - 0.05:
                legs.append(limb)
        return [
            replace(limb, kind=LimbKind.LEG, fingers=()) if limb in legs else limb for limb in limbs
        ]

    def _last_link(self, limb: Limb) -> str:
        return self._model.joints[limb.end].child

    def _upright(self, joint: Joint) -> bool:
        pose = Kinematics(self._model, ()).fixed_poses[joint.child]
        return bool(abs((pose[:3, :3] @ joint.axis)[2]) > np.cos(np.pi / 4.0))

    def _carries_camera(self, joint: Joint) -> bool:
        hanging = set(self._model.below(joint.child))
        return any(camera.link in hanging for camera in self._model.cameras)
