# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drive to one of several places, the best first."""

from collections.abc import Callable, Generator, Sequence

from adhoc_teamwork.skills.back_ends.motion import Outcome
from adhoc_teamwork.skills.rules.preconditions import refuse_immobile
from adhoc_teamwork.skills.skill import Progress, Robot, Steps
from adhoc_teamwork.teamwork.geometry import Pose, normalize_angle
from adhoc_teamwork.teamwork.team.causes import Cause

FACING = 0.35
THERE = 0.05
"""Nearer than this to a place, metres, a robot stands there: navigation may end so far off."""
_HOPELESS = frozenset(
    (
        Cause.SERVER_MISSING,
        Cause.EMERGENCY_STOP,
        Cause.DEADMAN_RELEASED,
        Cause.TOO_FAST,
        Cause.NOT_STOPPING,
    )
)


def ready_to_drive(robot: Robot, name: str) -> Steps:
    """Yield until the robot knows where it is: just after a start, odometry may take a moment.

    Raises:
        SkillFailure: It cannot drive, or does not know.
    """
    refuse_immobile(robot, name)
    world = robot.world
    yield from robot.wait_until(
        lambda: world.pose is not None, robot.settings.start_time, "waiting for odometry"
    )
    robot.pose()


def hear_of(robot: Robot, things: Callable[[], Sequence[object]]) -> Steps:
    """Yield until the scene graph holds any of `things`, or a moment has passed.

    Just after a start the planner may name what it has heard of and the skills hear of next.
    """
    yield from robot.wait_until(
        lambda: bool(things()), robot.settings.start_time, "waiting for the scene graph"
    )


def stands_at(robot: Robot, pose: Pose) -> bool:
    """Tell whether the robot stands at a pose already and need not even turn."""
    here = robot.pose()
    turn = abs(normalize_angle(here.yaw - pose.yaw))
    return here.point.planar_distance_to(pose.point) < THERE and turn < FACING


def drive_to_one(
    robot: Robot,
    poses: Sequence[Pose],
    target: str,
    give_up: Callable[[], Outcome | None] = lambda: None,
) -> Generator[Progress, None, Outcome]:
    """Yield until the robot has driven to one of `poses`, tried in turn.

    Returns:
        The success; or what `give_up` said; or a failure that names how many places were tried
        and why the last one failed.
    """
    last = Outcome(False, Cause.UNREACHABLE, "there is no place to drive to")
    given_up: list[Outcome] = []

    def watch() -> Outcome | None:
        reason = give_up()
        if reason is not None:
            given_up.append(reason)
        return reason

    for number, pose in enumerate(poses, start=1):
        if stands_at(robot, pose):
            return Outcome(True)
        text = f"driving to {target}" + (f", place {number}" if number > 1 else "")
        last = yield from robot.drive(pose, text, watch)
        if last.success or given_up or last.cause in _HOPELESS:
            return last
        # What stood in the way may have gone; a costmap remembers it.
        robot.navigator.clear()
    return _sum_up(last, len(poses), target)


def _sum_up(last: Outcome, tried: int, target: str) -> Outcome:
    cause = last.cause or Cause.UNREACHABLE
    if tried > 1 and cause in (Cause.NAVIGATION_REJECTED, Cause.NAVIGATION_ABORTED):
        cause = Cause.UNREACHABLE
    places = f"{tried} places" if tried != 1 else "one place"
    return Outcome(
        False,
        cause,
        f"Tried {places} at {target}; the last failed because {last.message.rstrip('.')}. "
        "Try something else first, or leave it to a teammate.",
    )
