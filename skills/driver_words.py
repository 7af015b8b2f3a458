"""What the words and numbers of the robot's drivers mean to a planner."""

from skills.causes import Cause

HAND_CAUSES: dict[str, Cause] = {
    "no_arm": Cause.NO_ARM,
    "out_of_reach": Cause.TOO_FAR,
    "too_high": Cause.TOO_HIGH,
    "too_low": Cause.TOO_LOW,
    "too_heavy": Cause.TOO_HEAVY,
    "nothing_there": Cause.LOST_OBJECT,
    "not_pickupable": Cause.NOT_PICKUPABLE,
    "already_holding": Cause.HAND_FULL,
    "not_holding": Cause.HAND_EMPTY,
    "no_surface": Cause.NO_SPACE,
    "occupied": Cause.NO_SPACE,
    "closed": Cause.CLOSED,
    "not_openable": Cause.NOT_OPENABLE,
    "as_asked": Cause.BAD_ARGUMENT,
    "no_container": Cause.NOT_RECEPTACLE,
}
"""The causes of Manipulate.srv."""


def navigation_cause(code: int) -> tuple[Cause, str]:
    """Read Nav2's error codes by family: planners use 200 to 299, controllers 100 to 199.

    Within a family the numbers differ between releases of Nav2.
    """
    if 200 <= code < 300:
        return Cause.UNREACHABLE, f"no way leads there (navigation error {code})"
    if 100 <= code < 200:
        return Cause.BLOCKED, f"something was in the way (navigation error {code})"
    detail = f"navigation error {code}" if code else "it gave no reason"
    return Cause.NAVIGATION_ABORTED, f"the navigation system gave up ({detail})"
