# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What no command may overrule: the emergency stop, the deadman, keep-out zones, the speed limit.

This sits between the sub-skills and the drivers of base and arm. Whatever asks for a motion, a
language model or a person, its motion is refused or ended here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from adhoc_teamwork.skills.back_ends.motion import EndedMotion, Motion, Outcome
from adhoc_teamwork.skills.back_ends.protocols import Hand, Navigator
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.geometry import Point, Pose, Size, point_in_polygon
from adhoc_teamwork.teamwork.states import State
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.emergency_stop import EmergencyStop

_TOO_FAST = 1.25
"""Odometry errs: a base is too fast beyond this many times its limit."""
_TOO_LONG = 0.5
"""Seconds for which it must be too fast."""
_LONGEST_END = 2.0
"""Seconds after which what was told to stop, and has not, keeps all else from moving."""
_AT_REST = (0.02, 0.03)
"""Metres and radians a second below which a base stands still."""

_MOVED_LATELY = 0.2
"""Seconds for which a base that came to another place does not count as at rest."""


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
    a silent deadman switch counts as released; `odometry_timeout` in seconds after which odometry
    that tells nothing new ends a drive.
    """

    max_speed: float = 0.0
    deadman_timeout: float = 0.5
    odometry_timeout: float = 1.0
    keep_out: tuple[Zone, ...] = ()

    def wrong(self) -> str:
        """Return what is wrong with it, key first, or an empty text."""
        if not (math.isfinite(self.max_speed) and self.max_speed >= 0.0):
            return f"max_speed: {self.max_speed}; expected metres a second, or 0"
        for name in ("deadman_timeout", "odometry_timeout"):
            if not (math.isfinite(getattr(self, name)) and getattr(self, name) > 0.0):
                return f"{name}: {getattr(self, name)}; expected seconds above 0"
        for index, zone in enumerate(self.keep_out):
            if len(zone.outline) < 3:
                corners = len(zone.outline)
                return f"keep_out.{index}.outline: {corners} corners; expected 3 or more"
            if not all(math.isfinite(value) for corner in zone.outline for value in corner):
                return f"keep_out.{index}.outline: expected finite numbers, metres in map"
        return ""

    def zone_at(self, point: Point) -> Zone | None:
        """Return a keep-out zone over a floor point, or None."""
        return next(iter(self.zones_at(point)), None)

    def zones_at(self, point: Point) -> tuple[Zone, ...]:
        """Return the keep-out zones over a floor point."""
        return tuple(zone for zone in self.keep_out if zone.contains(point))


@dataclass
class Safety:
    """Say whether anything may move now.

    `clock` gives seconds that only grow, `time` those of the ROS clock, which stands still where
    simulated time does. `hold` comes from the deadman switch, from any thread: it only sets a
    value.
    """

    rules: SafetyRules
    world: World
    clock: Callable[[], float]
    time: Callable[[], float]
    stop: EmergencyStop
    needs_deadman: bool = False
    _held_at: float = -math.inf
    _fast_since: float = math.inf
    _ending: tuple["_GuardedMotion", ...] = ()
    _ending_since: tuple[float, float] | None = None

    def hold(self, held: bool) -> None:
        """Take in whether a person holds the deadman switch now."""
        self._held_at = self.clock() if held else -math.inf

    def refusal(self) -> Outcome | None:
        """Return why nothing may move now, or None."""
        if self.stop.pressed:
            return Outcome(
                False,
                Cause.EMERGENCY_STOP,
                "the emergency stop is pressed: wait until a person releases it",
            )
        if not self.stop.known:
            return Outcome(
                False,
                Cause.EMERGENCY_STOP,
                "whether the emergency stop is pressed is not known yet: wait some seconds",
            )
        if self.ending_for > _LONGEST_END:
            return Outcome(
                False,
                Cause.NOT_STOPPING,
                f"what was told to stop {self.ending_for:.0f} s ago has not said that it did",
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

    def refusal_on_the_way(self, left: set[Zone]) -> Outcome | None:
        """Return why a drive that is under way has to end, or None.

        Args:
            left: The zones that the drive is just leaving; those that it has left are taken out.
        """
        refusal = self.refusal() or self._unknown_motion()
        if refusal is not None:
            return refusal
        zones = set(self.rules.zones_at(self.world.pose.point)) if self.world.pose else set()
        left &= zones
        entered = next(iter(zones - left), None)
        if entered is not None:
            text = f"the way leads through '{entered.name}', kept free"
            return Outcome(False, Cause.KEEP_OUT, text)
        return self._too_fast()

    @property
    def moving(self) -> str:
        """Return what the base does but stand still, or why that is not known; empty at rest."""
        unknown = self._unknown_motion()
        if unknown is not None:
            return unknown.message
        speed, turning = self.world.speed, abs(self.world.turn_rate)
        if speed > _AT_REST[0]:
            return f"the base drives at {speed:.2f} m/s"
        if turning > _AT_REST[1]:
            return f"the base turns at {turning:.2f} rad/s"
        # Some drivers tell of places and of no speed.
        return "the base moves" if self.clock() - self.world.moved_at < _MOVED_LATELY else ""

    # What was told to end and has not

    @property
    def ending_for(self) -> float:
        """Return for how many seconds a motion has not ended although it was told to, or 0."""
        return self._age(self._ending_since) if self._ending_since is not None else 0.0

    def note_ending(self, motion: "_GuardedMotion") -> None:
        """Take in that a motion was told to end."""
        if motion not in self._ending:
            self._ending = (*self._ending, motion)
            self._ending_since = self._ending_since or self._now()

    def press_on(self) -> None:
        """Tell what was told to end and has not to end again; called several times a second."""
        for motion in self._ending:
            if motion.poll() is None:
                motion.cancel()
        self._ending = tuple(motion for motion in self._ending if motion.poll() is None)
        if not self._ending:
            self._ending_since = None

    # Odometry

    def _unknown_motion(self) -> Outcome | None:
        """Return that where the base is and how fast is not known, or None where it is."""
        world = self.world
        age, pose = self._age(world.odometry_at), world.pose
        if pose is None or age > self.rules.odometry_timeout:
            text = f"no odometry for {age:.1f} s" if math.isfinite(age) else "no odometry"
            return Outcome(False, Cause.NO_POSE, text)
        if not all(map(math.isfinite, (pose.x, pose.y, pose.yaw, world.speed, world.turn_rate))):
            return Outcome(False, Cause.NO_POSE, "odometry tells what is no number")
        return None

    def _now(self) -> tuple[float, float]:
        return self.clock(), self.time()

    def _age(self, at: tuple[float, float]) -> float:
        """Return how many seconds ago it was so late by both clocks: by that which tells less.

        Simulated time that stands still says nothing; nor do seconds in which nobody could work.
        """
        since = zip(at, self._now(), strict=True)
        return min(now - then for then, now in since if not was_set_back(then, now))

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
        return self._drive(pose.point, lambda: self._navigator.go_to(pose))

    def back_up(self, distance: float) -> Motion:
        """Start driving straight back, unless it must not."""
        here = self._safety.world.pose
        if here is None:
            return EndedMotion(Outcome(False, Cause.NO_POSE, "the robot does not know where it is"))
        return self._drive(
            here.transform(-distance, 0.0), lambda: self._navigator.back_up(distance)
        )

    def _drive(self, to: Point, start: Callable[[], Motion]) -> Motion:
        safety, here = self._safety, self._safety.world.pose
        # Whoever stands in a zone, as after it was drawn there, may drive out of it.
        left = set(safety.rules.zones_at(here.point)) if here is not None else set()
        refusal = safety.refusal_at(to) or safety.refusal_on_the_way(left)
        if refusal is not None:
            return EndedMotion(refusal)
        check = partial(safety.refusal_on_the_way, left)
        return _GuardedMotion(start(), check, safety.note_ending)

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

    def set_state(self, point: Point, state: State) -> Motion:
        """Start bringing something into a state, unless it must not."""
        return self._guard(lambda at: self._hand.set_state(at, state), point)

    @property
    def sticks_out(self) -> bool:
        """Tell whether what it holds still sticks out for want of room."""
        return self._hand.sticks_out

    @property
    def held_extents(self) -> Size | None:
        """Return the extents, along its own axes, of what it took, metres; None where unknown."""
        return self._hand.held_extents

    @property
    def held_aside(self) -> float:
        """Return how far to its left the hand has the middle of what it took, m; 0 if unknown."""
        return self._hand.held_aside

    def tuck(self) -> Motion:
        """Start bringing the arm out of the way, unless it must not move."""
        refusal = self._safety.refusal()
        if refusal is not None:
            return EndedMotion(refusal)
        return _GuardedMotion(self._hand.tuck(), self._safety.refusal, self._safety.note_ending)

    def could_grasp(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        """Find out whether the hand could grasp: nothing moves."""
        return self._hand.could_grasp(point, base, thorough)

    def could_release(self, point: Point, base: Pose, thorough: bool = False) -> Motion:
        """Find out whether the hand could release: nothing moves."""
        return self._hand.could_release(point, base, thorough)

    def _guard(self, act: Callable[[Point], Motion], point: Point) -> Motion:
        refusal = self._safety.refusal_at(point)
        if refusal is not None:
            return EndedMotion(refusal)
        return _GuardedMotion(act(point), self._safety.refusal, self._safety.note_ending)


class _GuardedMotion:
    """Follow a motion and end it as soon as a check refuses it."""

    def __init__(
        self,
        motion: Motion,
        check: Callable[[], Outcome | None],
        note_ending: Callable[["_GuardedMotion"], None],
    ) -> None:
        self._motion, self._check, self._note_ending = motion, check, note_ending
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
                self.cancel()
        return None

    def cancel(self) -> None:
        """Ask it to end early; until it has, it is asked again and again."""
        self._motion.cancel()
        self._note_ending(self)
