"""What picking up and putting down have in common."""

from collections.abc import Generator

from skills.causes import Cause
from skills.put_down import DEFAULT_SIZE
from skills.skill import Progress, Robot, SkillFailure, Steps
from teamwork.geometry import Size

_HEIGHT_TOLERANCE = 0.05


def refuse_without_hand(robot: Robot, name: str) -> Steps:
    """Yield until the hand's sensor has said something.

    Raises:
        SkillFailure: The robot has no arm, or the sensor stays silent.
    """
    if not robot.card.capability.can_manipulate:
        raise SkillFailure(
            Cause.NO_ARM, f"This robot has no arm, so {name} is for a teammate that has one."
        )
    heard = yield from robot.wait_until(
        lambda: robot.hand.holding() is not None, robot.settings.hand_time, "feeling the hand"
    )
    if not heard:
        raise SkillFailure(
            Cause.SERVER_MISSING, "The hand's state is unknown: no joint states come from the arm."
        )


def check_height(robot: Robot, height: float, name: str) -> None:
    """Check that the arm works at a height, in metres above the floor.

    Raises:
        SkillFailure: It does not.
    """
    capability = robot.card.capability
    if height > capability.reach_max_height + _HEIGHT_TOLERANCE:
        raise SkillFailure(
            Cause.TOO_HIGH,
            f"{name} is {height:.2f} m high and the arm reaches up to "
            f"{capability.reach_max_height:.2f} m; a taller teammate must do it.",
        )
    if height < capability.reach_min_height - _HEIGHT_TOLERANCE:
        raise SkillFailure(
            Cause.TOO_LOW,
            f"{name} is {height:.2f} m high and the arm reaches down to "
            f"{capability.reach_min_height:.2f} m; another teammate must do it.",
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
