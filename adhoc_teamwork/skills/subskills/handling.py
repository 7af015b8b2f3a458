# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What picking up and putting down have in common."""

from collections.abc import Generator

from adhoc_teamwork.skills.failure import SkillFailure
from adhoc_teamwork.skills.rules.preconditions import refuse_armless
from adhoc_teamwork.skills.skill import Progress, Robot, Steps
from adhoc_teamwork.skills.subskills.put_down import DEFAULT_SIZE
from adhoc_teamwork.teamwork.geometry import Size
from adhoc_teamwork.teamwork.team.causes import Cause


def ready_to_handle(robot: Robot, name: str) -> Steps:
    """Yield until the hand's sensor has said something.

    Raises:
        SkillFailure: The robot has no arm, or the sensor stays silent.
    """
    refuse_armless(robot, name)
    heard = yield from robot.wait_until(
        lambda: robot.hand.holding() is not None, robot.settings.hand_time, "feeling the hand"
    )
    if not heard:
        raise SkillFailure(
            Cause.SERVER_MISSING, "The hand's state is unknown: no joint states come from the arm."
        )


def held_size(robot: Robot, object_id: str = "") -> Size:
    """Return the extents of what the hand holds, in metres; a usual size where unknown.

    Args:
        robot: Remembers what it picked up.
        object_id: The held object as the caller names it, if it does.
    """
    known = (robot.graph().object(object_id) if object_id else None, robot.picked)
    sizes = (found.size for found in known if found is not None)
    return next((size for size in sizes if max(size.x, size.y) > 0.0), DEFAULT_SIZE)


def show_hand(robot: Robot, holding: bool) -> Generator[Progress, None, bool]:
    """Yield until the hand's sensor shows what is expected; return whether it came to."""
    return (
        yield from robot.wait_until(
            lambda: robot.hand.holding() is holding, robot.settings.hand_time, "feeling the hand"
        )
    )
