# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects in hands: the own gripper's, and those that move along with a teammate."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.views import InstanceView
from adhoc_teamwork.perception.objects.association import box_gap
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore
from adhoc_teamwork.perception.objects.support import find_support
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.bodies.reach_line import ReachLine, before_arm
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.scene import INFERRED, Misplaced, Presence

_REACH_SLACK = 0.3
_HEIGHT_SLACK = 0.2
_RELEASE_AHEAD = 0.6
"""Where the hand lets go, in metres ahead of the base centre, unless the arm is shorter."""
_STILL_THERE = 0.2
"""What is seen this near to where it was taken from, in metres, was not taken."""
_BODY = 0.6
"""Half the width of the room that a teammate and what it carries take, metres."""


@dataclass(frozen=True)
class Carrier:
    """Hold a box around a robot; `held_category` is known where it told what it holds."""

    lower: FloatArray
    upper: FloatArray
    name: str = ""
    held_category: str = ""


def seen_carriers(robots: Sequence[InstanceView]) -> list[Carrier]:
    """Return the robots of a frame."""
    return [Carrier(view.lower, view.upper) for view in robots]


def told_carrier(name: str, pose: Pose, held_category: str) -> Carrier:
    """Return a teammate that told where it is."""
    lower = np.array((pose.x - _BODY, pose.y - _BODY, 0.0), np.float32)
    upper = np.array((pose.x + _BODY, pose.y + _BODY, 2.0), np.float32)
    return Carrier(lower, upper, name, held_category)


def carrier_of(
    view: InstanceView,
    carriers: Iterable[Carrier],
    store: ObjectStore,
    config: PerceptionConfig,
) -> Carrier | None:
    """Return the robot that carries what a view shows, or None where it lies somewhere.

    Something small is carried when nothing known supports it and a robot is right beside it.
    """
    if not view.label.pickupable:
        return None
    near = [
        carrier
        for carrier in carriers
        if box_gap(view.lower, view.upper, carrier.lower, carrier.upper) <= config.robot_margin
    ]
    if not near or find_support(view.lower, view.upper, store.receptacles(), config):
        return None
    telling = [carrier for carrier in near if carrier.held_category == view.label.category]
    return (telling or near)[0]


class OwnHand:
    """Follow what the own gripper holds, from its effort and from what disappears beside it."""

    def __init__(self, robot: str, capability: Capability, line: ReachLine | None = None) -> None:
        self._robot = robot
        self._capability, self._line = capability, line
        self._closed = False
        self._pending = False
        self._excluded: set[str] = set()
        self._gripped_at: Pose | None = None
        self._taken_from: FloatArray | None = None
        self._told = ""
        self.held: KnownObject | None = None

    @property
    def closed(self) -> bool:
        """Tell whether the gripper holds something."""
        return self._closed

    def feel(self, holds: bool, base: Pose | None = None) -> None:
        """Take in whether the gripper's effort shows that it holds something.

        `base` is where the robot stood when it felt that, in `map`; without it the next frame's
        pose has to do, by when the robot may have turned away.
        """
        if holds and not self._closed:
            self._pending = True
            self._excluded.clear()
        if holds != self._closed:
            self._gripped_at = base
        self._closed = holds

    def hear(self, object_id: str) -> None:
        """Take in what the robot's own planner says it holds; it knows what it meant to grasp."""
        self._told = object_id

    def update(self, base: Pose, stamp: float, store: ObjectStore) -> list[KnownObject]:
        """Settle what was grasped or let go at this base pose; return the objects it concerns."""
        if self.held is not None and self.held.object_id not in store:
            self.held = None
        if not self._closed:
            self._pending = False
            return self._let_go(self._gripped_at or base, stamp, store)
        told = store.get(self._told)
        if told is not None and told is not self.held and told.pickupable:
            self._pending = False
            return [*self._put_back(), self.take(told, base, stamp)]
        if self.held is not None:
            self._carry(self.held, base, stamp)
            return []
        if not self._pending:
            return []
        known = self._likeliest(self._gripped_at or base, store)
        self._pending = False
        return [self.take(known, base, stamp)] if known is not None else []

    def take(self, known: KnownObject, base: Pose, stamp: float) -> KnownObject:
        """Believe that the gripper holds an object."""
        self.held, self._taken_from = known, known.centre
        known.status, known.holder = Presence.HELD, self._robot
        known.misplaced, known.reason = Misplaced.UNKNOWN, ""
        self._carry(known, base, stamp)
        return known

    def holds_view(self, view: InstanceView, base: Pose) -> bool:
        """Tell whether a view shows what the gripper carries: near the robot, away from its place.

        Something seen where the object thought to be held was taken from has not been taken.
        """
        if not self._closed or not view.label.pickupable:
            return False
        x, y, z = ((view.lower + view.upper) / 2.0).tolist()
        if self._taken_from is not None:
            away = np.array((x, y, z)) - self._taken_from
            if float(np.linalg.norm(away)) <= _STILL_THERE:
                return False
        reach = max(self._capability.reach_at(z), 0.3) + _REACH_SLACK
        return math.hypot(x - base.x, y - base.y) <= reach

    def not_this(self, known: KnownObject) -> None:
        """Correct the belief: an object thought to be held was seen lying somewhere."""
        if self.held is known:
            self.held, self._taken_from = None, None
            self._pending = self._closed
            self._excluded.add(known.object_id)

    def _put_back(self) -> list[KnownObject]:
        """Believe what was wrongly thought to be held where it was thought to be taken from."""
        known, place = self.held, self._taken_from
        if known is None or place is None:
            return []
        known.place(place.astype(np.float32))
        known.status, known.holder, known.assumed = Presence.PRESENT, "", True
        known.absent = 0.0
        return [known]

    def _carry(self, known: KnownObject, base: Pose, stamp: float) -> None:
        here = before_arm(base, self._line).transform(0.3, 0.0)
        height = max(0.3, min(0.8, self._capability.reach_max_height))
        known.place(np.array((here.x, here.y, height), np.float32))
        known.seen, known.seen_by = stamp, self._robot

    def _likeliest(self, base: Pose, store: ObjectStore) -> KnownObject | None:
        """Return the object that the hand most likely closed on: within reach, nearest ahead.

        Ahead is along the line along which the arm reaches, if it has one.
        """
        can, arm = self._capability, before_arm(base, self._line)

        def cost(known: KnownObject) -> float:
            position = known.position
            distance = base.point.planar_distance_to(position)
            turn = abs(normalize_angle(arm.heading_to(position) - arm.yaw))
            within = (
                distance <= can.reach_at(position.z) + _REACH_SLACK
                and can.reach_min_height - _HEIGHT_SLACK <= position.z
                and position.z <= can.reach_max_height + _HEIGHT_SLACK
            )
            return distance + 0.5 * turn - 0.5 * known.absent if within else math.inf

        candidates = [
            known
            for known in store.present()
            if known.pickupable and known.object_id not in self._excluded
        ]
        best = min(candidates, key=cost, default=None)
        return best if best is not None and cost(best) < math.inf else None

    def _let_go(self, base: Pose, stamp: float, store: ObjectStore) -> list[KnownObject]:
        """Place what was held where the hand let go of it, until it is seen."""
        known, self.held = self.held, None
        if known is None or known.status is not Presence.HELD:
            return []
        ahead = min(_RELEASE_AHEAD, max(0.3, self._capability.reach))
        spot = before_arm(base, self._line).transform(ahead, 0.0)
        x, y, surface = _surface_near(spot.x, spot.y, store, self._capability)
        half_height = float(known.upper[2] - known.lower[2]) / 2.0
        known.place(np.array((x, y, surface + half_height), np.float32))
        known.status, known.holder, known.assumed = Presence.PRESENT, "", True
        known.confidence, known.seen, known.absent = INFERRED, stamp, 0.0
        return [known]


def _surface_near(
    x: float, y: float, store: ObjectStore, capability: Capability
) -> tuple[float, float, float]:
    """Return the spot and height of the nearest reachable surface within half a metre, or floor."""
    best = (0.5, x, y, 0.0)
    for known in store.receptacles():
        if math.isnan(known.support.height) or known.support.height > capability.reach_max_height:
            continue
        inset = np.minimum((known.upper[:2] - known.lower[:2]) / 2.0, 0.1)
        spot = np.clip(np.array((x, y)), known.lower[:2] + inset, known.upper[:2] - inset)
        distance = math.hypot(float(spot[0]) - x, float(spot[1]) - y)
        if distance < best[0]:
            best = (distance, float(spot[0]), float(spot[1]), known.support.height)
    return best[1], best[2], best[3]
