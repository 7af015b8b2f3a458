# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to stand for what the hand is to do with a thing, rehearsed before anything drives."""

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

import numpy as np

from adhoc_teamwork.skills.back_ends.motion import DONE, EndedMotion, Motion, Outcome
from adhoc_teamwork.skills.belief.boards import SAME_BOARD, other_boards
from adhoc_teamwork.skills.belief.ease import EASY
from adhoc_teamwork.skills.belief.footprint import footprint, support_height, top_end
from adhoc_teamwork.skills.belief.walls import clear_of_walls
from adhoc_teamwork.skills.places.approach import SPACING, Approach, approach_poses
from adhoc_teamwork.skills.rules.lookup import carrier, room_outline
from adhoc_teamwork.skills.skill import Progress, Robot
from adhoc_teamwork.skills.subskills.driving import drive_to_one
from adhoc_teamwork.skills.subskills.handling import held_size
from adhoc_teamwork.skills.subskills.put_down import (
    LIFT,
    middle_first,
    put_down_spots,
    spots_within_reach,
)
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.causes import Cause

_MOST_POSES = 24
_REHEARSED, _OF_A_RANK = 24, 6
"""So many places are rehearsed at the most, and of one rank: each takes some hundredths of a
second, and at the back of a basin one in forty does."""
_SPOTS_EACH, _SPOTS_HERE = 1, 3
"""On so many spots a full hand is rehearsed from a place afar, and from where the robot stands."""
_POSSIBLE = 0.02
"""Where the hand works less easily than that, nothing is rehearsed: it hardly gets there."""
_GUESSED_TOO_LOW = 0.25
"""By so much at the most, metres, furniture may be higher than what carries things is guessed."""
_LAID_DOWN = 0.25
"""What is taller than this, metres, is laid down where it does not stand."""
APART = 0.1
"""Metres within which a place is the same as another."""
_SPARE = 0.005
"""Kept of the arm's reach, metres; GoToObject keeps more where it can, so that it stays so."""
_ASIDE = 0.35
"""By so much, radians, a robot is turned aside where its hand cannot do it straight ahead."""
_MOST_BOARDS = 2
"""So many other boards of furniture are tried than the one on which things are believed to go."""
_BESIDE = 0.15
"""Metres between two places that are rehearsed, where there are none farther apart."""


class BasePlacement:
    """Rank the places to stand at a thing, and find one from which the hand can do its work.

    That is to take up what can be carried, or, with a full hand, to put down on furniture. For all
    else, being within reach is enough.

    Args:
        robot: Who is to stand there.
        target: The thing, as it is known now.
        held: What the hand holds, as the caller names it, if it does.
        tried: Where it stood in vain already, and how far from there another place is, metres;
            `leave_out` adds to it.
        elsewhere: Keep away from where the hand failed at it before.
    """

    def __init__(
        self,
        robot: Robot,
        target: Detection,
        held: str = "",
        tried: Sequence[tuple[Point, float]] = (),
        elsewhere: bool = True,
    ) -> None:
        self.robot, self.target = robot, target
        self.tried, self._elsewhere = list(tried), elsewhere
        self._has_arm = robot.card.capability.has_arm
        self._held = held_size(robot, held)
        self._ease = robot.ease_of_putting if self._puts else robot.ease
        self._choices = self._spot_choices()
        self.approach = self._approach()

    @property
    def distance(self) -> float:
        """Return how far the nearest spot is that no wall bars, metres; infinite without one."""
        return self.approach.distance_from(self.robot.pose().point, self.robot.world.grid)

    @property
    def has_room(self) -> bool:
        """Tell whether any spot is free, wherever it is."""
        return bool(self._choices)

    @property
    def is_near(self) -> bool:
        """Tell whether the robot is so far within reach that it need not drive."""
        return self.short_of <= 0.0

    @property
    def is_within_reach(self) -> bool:
        """Tell whether the robot is within reach at all."""
        return self.distance <= self.reach

    @property
    def reach(self) -> float:
        """Return how far off the hand works at all, metres; of a robot without an arm, is near."""
        return self.approach.within - _SPARE

    @property
    def short_of(self) -> float:
        """Return by how much the robot is too far off to be near, metres; not positive if it is."""
        return self.distance - (self.approach.within - self.approach.slack)

    def towards(self, pose: Pose, distance: float) -> Pose:
        """Return the pose that faces the spot nearest to another pose, nearer by so many metres."""
        x, y = np.array([pose.x]), np.array([pose.y])
        spot_x, spot_y, away, _ = self.approach.best_spots(x, y)
        way = pose.heading_to(Point(float(spot_x[0]), float(spot_y[0])))
        yaw = self._ease.facing(np.array([way]), away - distance)
        place = pose.x + distance * math.cos(way), pose.y + distance * math.sin(way)
        return Pose(*place, float(yaw[0]))

    def turned(self, pose: Pose) -> Iterator[Pose]:
        """Yield how else the robot may stand in the same place, for a hand that cannot do it so.

        Where the arm reaches along a line, that is brought right over the spot first.
        """
        if self._ease.line is not None:
            yield self.towards(pose, 0.0)
        yield from turned_aside(pose)

    @property
    def is_raised(self) -> bool:
        """Tell whether its upper end is taken for its surface: by a guess the hand was too low."""
        was_too_low = self.robot.vain.is_too_low(self.target.object_id)
        return was_too_low and may_be_higher(self.robot, self.target)

    def try_another_board(self) -> bool:
        """Have what is held put on another board of the furniture from now on, if it has one.

        Places to stand at it are to be ranked anew then. Once none is left, it is to go where
        things are believed to go.
        """
        if not self._puts:
            return False
        name, vain = self.target.object_id, self.robot.vain
        boards = self._other_boards(vain.tried_boards(name))
        vain.try_board(name, boards[0] if boards else None)
        return bool(boards)

    def _other_boards(self, tried: Sequence[float]) -> list[float]:
        """Return the heights of boards that are left to try and that the arm gets to, metres."""
        if len(tried) >= _MOST_BOARDS:
            return []
        can, room = self.robot.card.capability, self._held.z + LIFT
        return [
            height
            for height in other_boards(self.target, self.robot.world.seen(), room)
            if can.reach_min_height <= height + LIFT <= can.reach_max_height
            and all(abs(height - other) >= SAME_BOARD for other in tried)
        ]

    def leave_out(self, *places: tuple[Point, float]) -> None:
        """Rank no place any more within so many metres of some."""
        self.tried += places

    def poses(self) -> list[Pose]:
        """Return where to stand, the best first.

        Places from which the hand failed before come only where there are no others.
        """
        vain, name = self.robot.vain, self.target.object_id
        poses = next(filter(None, self._ranked(SPACING)), [])
        if not poses and vain.known(name):
            # There is no other side: what failed there may do by now.
            vain.forget(name)
            poses = next(filter(None, self._ranked(SPACING)), [])
        return poses[: self.robot.settings.approach_attempts]

    def spots_from(self, pose: Pose) -> list[Point]:
        """Return where a full hand may let go from a pose, m in `map`, the best first."""
        robot = self.robot
        outline, grid, base = self.approach.outline, robot.world.grid, pose.point
        clear = [clear_of_walls(outline, grid, base, choice) for choice in self._choices]
        spots = spots_within_reach(
            [choice for choice in clear if choice],
            pose,
            self.reach,
            robot.settings.put_attempts,
            self._ease,
            self._hand_above,
        )
        # At the top of its reach the hand lets go as low as the surface allows.
        top = robot.card.capability.reach_max_height
        return [Point(s.x, s.y, min(s.z, max(s.z - LIFT, top))) for s in spots]

    def rehearse(self) -> Generator[Progress, None, Pose | None]:
        """Yield while the hand rehearses; return the first pose from which it can do its work.

        Only so many are rehearsed, a few of each rank: first such as are well apart, since beside
        a place where something is in the arm's way it mostly is so, too. Where there are not so
        many, the robot is turned aside in the same places: the arm then comes in another way.
        """
        seen: list[Pose] = []
        for spacing in (SPACING, _BESIDE):
            for poses in self._ranked(spacing, _POSSIBLE):
                fresh = [p for p in poses if all(_apart(p, other) for other in seen)]
                for pose in fresh[: min(_REHEARSED - len(seen), _OF_A_RANK)]:
                    if (yield from self.works_from(pose)).success:
                        return pose
                    seen.append(pose)
                if len(seen) == _REHEARSED:
                    return None
        turned = [aside for pose in seen for aside in turned_aside(pose)]
        for pose in turned[: _REHEARSED - len(seen)]:
            if (yield from self.works_from(pose)).success:
                return pose
        return None

    def works_from(self, pose: Pose, thorough: bool = False) -> Generator[Progress, None, Outcome]:
        """Yield while the hand rehearses; return whether it can work from a pose, or why not.

        It can, too, where there is nothing to rehearse. Only where it was `thorough` it cannot for
        sure.
        """
        outcome = DONE
        for motion in self._rehearsals(pose, thorough):
            outcome = yield from self.robot.follow(motion, self._text)
            if outcome.success:
                break
        return outcome

    @property
    def is_for_the_hand(self) -> bool:
        """Tell whether there is nothing else to do here than what the hand rehearses."""
        return (self._takes or self._puts) and not self.target.states and not self.target.opens

    @property
    def _text(self) -> str:
        return f"looks for a place from where its arm does it: {self.target.object_id}"

    def _rehearsals(self, pose: Pose, thorough: bool) -> Iterator[Motion]:
        hand = self.robot.hand
        if self._takes:
            yield hand.could_grasp(self.target.position, pose, thorough)
        elif self._puts:
            spots = self.spots_from(pose)
            if not spots:
                where = f"no free spot of {self.target.object_id} is before its arm"
                yield EndedMotion(Outcome(False, Cause.TOO_FAR, where))
            for spot in spots[: _SPOTS_HERE if thorough else _SPOTS_EACH]:
                yield hand.could_release(spot, pose, thorough)

    @property
    def _takes(self) -> bool:
        return self._has_arm and self.target.pickupable and not self.robot.hand.holding()

    @property
    def _puts(self) -> bool:
        there = self.target.is_receptacle and not (self.target.opens or self.target.pickupable)
        return self._has_arm and there and self.robot.hand.holding() is True

    def _ranked(self, spacing: float, least_ease: float = 0.0) -> Iterator[list[Pose]]:
        """Yield the poses of each rank, the best first."""
        here, grid = self.robot.pose(), self.robot.world.grid
        for approach in self._approaches(least_ease):
            yield approach_poses(approach, here, grid, _MOST_POSES, spacing)

    def _shunned(self) -> tuple[tuple[Point, float], ...]:
        """Return where not to stand, and how far from there: what failed, and what was tried."""
        vain = self.robot.vain
        failed = vain.places(self.target.object_id) if self._elsewhere else ()
        return (*((place, vain.apart) for place in failed), *self.tried)

    def _approaches(self, least: float) -> Iterator[Approach]:
        """Yield where to stand: where the hand works easily, then at least so easily.

        Last comes the edge of the reach, where a drive may end too far off.
        """
        robot, grid = self.robot, self.robot.world.grid
        # A cell of the map is occupied even where what stands there covers only its far side.
        unsure = grid.frame.cell / 2.0 if grid is not None else 0.0
        tight = max(robot.card.body.radius - unsure, 0.0)
        shunned = self._shunned()
        choices = [
            replace(self.approach, spots=tuple(spots), shunned=shunned)
            for spots in self._choices or [[]]
        ]
        settings, least = robot.settings, least if robot.ease.is_known else 0.0
        for least_ease in (EASY, least) if robot.ease.is_known else (least,):
            for approach in choices:
                yield replace(approach, least_ease=least_ease)
            for approach in choices:
                yield replace(
                    approach, least_ease=least_ease, margin=settings.tight_margin, radius=tight
                )
        for approach in choices:
            yield replace(approach, least_ease=least, margin=settings.least_margin, radius=tight)

    def _approach(self) -> Approach:
        """Return what being near takes, whichever spot the hand has to get to."""
        target, robot = self.target, self.robot
        under = carrier(robot, target)
        small = not target.is_receptacle or target.pickupable
        return Approach(
            target=footprint(target),
            within=self._reach() or robot.settings.near_without_arm,
            margin=robot.settings.reach_margin,
            slack=robot.settings.reach_slack,
            radius=robot.radius,
            spots=tuple(spot for choice in self._choices for spot in choice),
            keep_off=(footprint(target),) if small else (),
            solid=() if small and under is None else (footprint(under or target),),
            outline=room_outline(robot, target),
            teammates=robot.world.teammates,
            ground=robot.world.ground,
            ease=self._ease,
            hand_above=self._hand_above if self._puts else 0.0,
        )

    @property
    def _hand_above(self) -> float:
        """Return how high the hand is over where it lets go, metres: what is tall it lays down."""
        return min(self._held.z, _LAID_DOWN)

    def _reach(self) -> float:
        """Return how far the arm reaches where it has to work, metres; zero without an arm."""
        can = self.robot.card.capability
        if not self._has_arm:
            return 0.0
        above = self._hand_above if self._puts else 0.0
        heights = {
            height
            for choice in self._choices
            for spot in choice
            for height in (spot.z, spot.z + above)
        }
        return min(map(can.reach_at, heights), default=can.reach)

    def _at_its_surface(self) -> Detection:
        """Return the furniture with what is taken for its surface by now."""
        board = self.robot.vain.board(self.target.object_id)
        if board is not None:
            return replace(self.target, support_height=board)
        if self.is_raised:
            return replace(self.target, support_height=top_end(self.target))
        return self.target

    def _spot_choices(self) -> list[list[Point]]:
        """Return what the hand may have to get to, the best choice first."""
        if not self._has_arm or self.target.opens:
            return []
        if not self.target.is_receptacle or self.target.pickupable:
            return [[self.target.position]]
        choices = put_down_spots(
            self._at_its_surface(),
            self._held,
            self.robot.graph().objects,
            self.robot.world.grid,
            self.robot.settings.edge_margin,
            self.robot.rooms,
            self.robot.hand.held_extents,
        )
        name, vain = self.target.object_id, self.robot.vain
        left = [
            [spot for spot in choice if vain.may_have_room(name, spot)]
            for choice in middle_first(self.target, choices)
        ]
        return [choice for choice in left if choice]


def may_be_higher(robot: Robot, target: Detection) -> bool:
    """Tell whether furniture's surface is a guess, and maybe its upper end, which the arm gets to.

    To a camera below a top its front may seem to end lower than it does.
    """
    top = top_end(target)
    is_near = 0.0 < top - support_height(target) <= _GUESSED_TOO_LOW
    in_reach = top <= robot.card.capability.reach_max_height
    return is_near and in_reach and not target.support_seen


def turned_aside(pose: Pose) -> tuple[Pose, Pose]:
    """Return the same place with the robot turned to its left and to its right."""
    return replace(pose, yaw=pose.yaw + _ASIDE), replace(pose, yaw=pose.yaw - _ASIDE)


def stand_better(
    robot: Robot, target: Detection, tried: list[tuple[Point, float]], held: str = ""
) -> Generator[Progress, None, bool]:
    """Yield until the robot stands where its hand can do its work at a thing, as it found out.

    Args:
        robot: Whose hand could not do it from where it stands.
        target: The thing.
        tried: Where it stood before (`BasePlacement`); where it stands now is added.
        held: What the hand holds, as the caller names it, if it does.

    Returns:
        Whether it does; it may have moved in vain.
    """
    tried.append((robot.pose().point, APART))
    placement = BasePlacement(robot, target, held, tried, elsewhere=False)
    pose = yield from placement.rehearse()
    if pose is None:
        return False
    outcome = yield from drive_to_one(robot, [pose], target.object_id)
    return outcome.success


def _apart(one: Pose, other: Pose) -> bool:
    return one.point.planar_distance_to(other.point) > APART
