# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""What no command may overrule: the emergency stop, the deadman, keep-out zones, the speed limit.

This sits between the sub-skills and the drivers of base and arm. Whatever asks for a motion, a
language model or a person, its motion is refused or ended here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from skills.arm import Hand
from skills.causes import Cause
from skills.motion import EndedMotion, Motion, Outcome
from skills.navigation import Navigator
from skills.world import World
from teamwork.geometry import Point, Pose, point_in_polygon

_TOO_FAST = 1.25
"""Odometry errs: a base is too fast beyond this many times its limit."""
_TOO_LONG = 0.5
"""Seconds for which it must be too fast."""


@dataclass(frozen=True)
class Zone:
    """Keep robots out of a polygon on the floor; corners in metres in `map`."""

    name: str
    outline: tuple[tuple[float, float], ...]

    def contains(self, point: Point) -> bool:
        """Tell whether a floor point is inside."""
        return point_in_polygon(point.x, point.y, self.outline)


@dataclass(frozen=True)
class SafetyRules:
    """Hold what is enforced; `config/safety.yaml`.

    `max_speed` in m/s, 0 for no limit but the robot's own; `deadman_timeout` in seconds after which
    a silent deadman switch counts as released.
    """

    max_speed: float = 0.0
    deadman_timeout: float = 0.5
    keep_out: tuple[Zone, ...] = ()

    def wrong(self) -> str:
        """Return what is wrong with it, key first, or an empty text."""
        if not (math.isfinite(self.max_speed) and self.max_speed >= 0.0):
            return f"max_speed: {self.max_speed}; expected metres a second, or 0"
        if not (math.isfinite(self.deadman_timeout) and self.deadman_timeout > 0.0):
            return f"deadman_timeout: {self.deadman_timeout}; expected seconds above 0"
        for index, zone in enumerate(self.keep_out):
            if len(zone.outline) < 3:
                corners = len(zone.outline)
                return f"keep_out.{index}.outline: {corners} corners; expected 3 or more"
            if not all(math.isfinite(value) for corner in zone.outline for value in corner):
                return f"keep_out.{index}.outline: expected finite numbers, metres in map"
        return ""

    def zone_at(self, point: Point) -> Zone | None:
        """Return the keep-out zone over a floor point, or None."""
        return next((zone for zone in self.keep_out if zone.contains(point)), None)


@dataclass
class Safety:
    """Say whether anything may move now; `clock` gives seconds that only grow.

    `press` and `release` come from the emergency stop, `hold` from the deadman switch. Each may be
    called from any thread: they only set a value.
    """

    rules: SafetyRules
    world: World
    clock: Callable[[], float]
    needs_deadman: bool = False
    _pressed: set[str] = field(default_factory=set)
    _held_at: float = -math.inf
    _fast_since: float = math.inf

    @property
    def stopped(self) -> bool:
        """Tell whether an emergency stop is pressed."""
        return bool(self._pressed)

    def press(self, who: str) -> None:
        """Take in that the emergency stop of `who` is pressed."""
        self._pressed = self._pressed | {who}

    def release(self, who: str) -> None:
        """Take in that the emergency stop of `who` is released; another's may still be pressed."""
        self._pressed = self._pressed - {who}

    def hold(self, held: bool) -> None:
        """Take in whether a person holds the deadman switch now."""
        self._held_at = self.clock() if held else -math.inf

    def refusal(self) -> Outcome | None:
        """Return why nothing may move now, or None."""
        if self.stopped:
            return Outcome(
                False,
                Cause.EMERGENCY_STOP,
                "the emergency stop is pressed: wait until a person releases it",
            )
        if self.needs_deadman and self.clock() - self._held_at > self.rules.deadman_timeout:
            return Outcome(
                False, Cause.DEADMAN_RELEASED, "the deadman switch of this command is not held"
            )
        return None

    def refusal_at(self, point: Point) -> Outcome | None:
        """Return why nothing may move to a floor point, or None."""
        zone = self.rules.zone_at(point)
        if zone is None:
            return self.refusal()
        return Outcome(
            False, Cause.KEEP_OUT, f"({point.x:.2f}, {point.y:.2f}) is in '{zone.name}', kept free"
        )

    def refusal_on_the_way(self) -> Outcome | None:
        """Return why a drive that is under way has to end, or None."""
        refusal = self.refusal()
        if refusal is not None:
            return refusal
        pose = self.world.pose
        zone = self.rules.zone_at(pose.point) if pose is not None else None
        if zone is not None:
            return Outcome(False, Cause.KEEP_OUT, f"the way leads through '{zone.name}', kept free")
        return self._too_fast()

    def _too_fast(self) -> Outcome | None:
        limit, now = self.rules.max_speed, self.clock()
        if limit <= 0.0 or self.world.speed <= limit * _TOO_FAST:
            self._fast_since = math.inf
            return None
        self._fast_since = min(self._fast_since, now)
        if now - self._fast_since < _TOO_LONG:
            return None
        return Outcome(
            False,
            Cause.TOO_FAST,
            f"the base drove {self.world.speed:.2f} m/s where {limit:g} m/s are allowed",
        )


class GuardedNavigator:
    """Drive the base as another navigator does, within what safety allows."""

    def __init__(self, navigator: Navigator, safety: Safety) -> None:
        self._navigator, self._safety = navigator, safety

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""
        return self._navigator.ready

    def go_to(self, pose: Pose) -> Motion:
        """Start driving to a pose in `map`, unless it must not."""
        world = self._safety.world
        inside = world.pose is not None and self._safety.rules.zone_at(world.pose.point) is not None
        refusal = self._safety.refusal_at(pose.point)
        if refusal is not None:
            return EndedMotion(refusal)
        check = self._safety.refusal if inside else self._safety.refusal_on_the_way
        # Whoever stands in a zone, as after it was drawn there, may drive out of it.
        return _GuardedMotion(self._navigator.go_to(pose), check)

    def clear(self) -> None:
        """Have the navigation system forget what stood in the way."""
        self._navigator.clear()


class GuardedHand:
    """Move the hand as another one does, within what safety allows."""

    def __init__(self, hand: Hand, safety: Safety) -> None:
        self._hand, self._safety = hand, safety

    @property
    def ready(self) -> bool:
        """Tell whether the back end answers."""
        return self._hand.ready

    def holding(self) -> bool | None:
        """Tell whether the hand holds something; None while unknown."""
        return self._hand.holding()

    def grasp(self, point: Point) -> Motion:
        """Start closing the hand, unless it must not."""
        return self._guard(self._hand.grasp, point)

    def release(self, point: Point) -> Motion:
        """Start opening the hand, unless it must not."""
        return self._guard(self._hand.release, point)

    def open_door(self, point: Point) -> Motion:
        """Start opening a door, unless it must not."""
        return self._guard(self._hand.open_door, point)

    def close_door(self, point: Point) -> Motion:
        """Start closing a door, unless it must not."""
        return self._guard(self._hand.close_door, point)

    def put_in(self, point: Point) -> Motion:
        """Start letting the held object into something, unless it must not."""
        return self._guard(self._hand.put_in, point)

    def _guard(self, act: Callable[[Point], Motion], point: Point) -> Motion:
        refusal = self._safety.refusal_at(point)
        if refusal is not None:
            return EndedMotion(refusal)
        return _GuardedMotion(act(point), self._safety.refusal)


class _GuardedMotion:
    """Follow a motion and end it as soon as a check refuses it."""

    def __init__(self, motion: Motion, check: Callable[[], Outcome | None]) -> None:
        self._motion, self._check = motion, check
        self._refusal: Outcome | None = None

    @property
    def distance_remaining(self) -> float:
        """Return the metres still to drive, NaN where unknown."""
        return self._motion.distance_remaining

    def poll(self) -> Outcome | None:
        """Return how it ended; a refused one has ended when the robot part stands still."""
        outcome = self._motion.poll()
        if outcome is not None:
            return self._refusal or outcome
        if self._refusal is None:
            self._refusal = self._check()
            if self._refusal is not None:
                self._motion.cancel()
        return None

    def cancel(self) -> None:
        """Ask it to end early."""
        self._motion.cancel()
