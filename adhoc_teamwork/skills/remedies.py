# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What would help after a failure, in one word, for state assessment and for prompts."""

from adhoc_teamwork.skills.causes import Cause
from adhoc_teamwork.teamwork.enums import StrEnum


class Remedy(StrEnum):
    """Name what would help."""

    TRY_AGAIN = "try_again"
    WAIT = "wait"
    GO_TO_IT = "go_to_it"
    LOOK = "look"
    OPEN_FIRST = "open_first"
    EMPTY_HAND = "empty_hand"
    PICK_UP = "pick_up"
    OTHER_PLACE = "other_place"
    OTHER_NAME = "other_name"
    TEAMMATE = "teammate"
    PERSON = "person"
    NOTHING = "nothing"


MEANING: dict[Remedy, str] = {
    Remedy.TRY_AGAIN: "the same again",
    Remedy.WAIT: "some time, or something else in between",
    Remedy.GO_TO_IT: "GoToObject first",
    Remedy.LOOK: "Explore, to find it or to see more",
    Remedy.OPEN_FIRST: "OpenObject first",
    Remedy.EMPTY_HAND: "putting down what the hand holds",
    Remedy.PICK_UP: "PickupObject first",
    Remedy.OTHER_PLACE: "another receptacle, room or way",
    Remedy.OTHER_NAME: "a name or argument that there is",
    Remedy.TEAMMATE: "a teammate with another body, or the one that holds it",
    Remedy.PERSON: "a person: the robot's own software or a safety rule is in the way",
    Remedy.NOTHING: "nothing: the thing itself does not allow it",
}
"""What each remedy means, for prompts and for people."""

REMEDY: dict[Cause, Remedy] = {
    Cause.UNKNOWN_SKILL: Remedy.OTHER_NAME,
    Cause.UNKNOWN_OBJECT: Remedy.LOOK,
    Cause.UNKNOWN_ROOM: Remedy.OTHER_NAME,
    Cause.UNKNOWN_RECEPTACLE: Remedy.LOOK,
    Cause.BAD_ARGUMENT: Remedy.OTHER_NAME,
    Cause.NOT_RECEPTACLE: Remedy.OTHER_PLACE,
    Cause.NOT_PICKUPABLE: Remedy.NOTHING,
    Cause.WRONG_ROOM: Remedy.OTHER_NAME,
    Cause.HELD_BY_OTHER: Remedy.TEAMMATE,
    Cause.LOST_OBJECT: Remedy.LOOK,
    Cause.CANNOT_NAVIGATE: Remedy.TEAMMATE,
    Cause.NO_ARM: Remedy.TEAMMATE,
    Cause.HAND_FULL: Remedy.EMPTY_HAND,
    Cause.HAND_EMPTY: Remedy.PICK_UP,
    Cause.TOO_FAR: Remedy.GO_TO_IT,
    Cause.TOO_HEAVY: Remedy.TEAMMATE,
    Cause.TOO_HIGH: Remedy.TEAMMATE,
    Cause.TOO_LOW: Remedy.TEAMMATE,
    Cause.NO_SPACE: Remedy.OTHER_PLACE,
    Cause.CLOSED: Remedy.OPEN_FIRST,
    Cause.NOT_OPENABLE: Remedy.NOTHING,
    Cause.NOT_INSIDE: Remedy.LOOK,
    Cause.EMERGENCY_STOP: Remedy.PERSON,
    Cause.KEEP_OUT: Remedy.OTHER_PLACE,
    Cause.TOO_FAST: Remedy.TRY_AGAIN,
    Cause.DEADMAN_RELEASED: Remedy.PERSON,
    Cause.NOT_STOPPING: Remedy.PERSON,
    Cause.GRASP_FAILED: Remedy.TRY_AGAIN,
    Cause.RELEASE_FAILED: Remedy.TRY_AGAIN,
    Cause.FELL: Remedy.PICK_UP,
    Cause.UNREACHABLE: Remedy.LOOK,
    Cause.BLOCKED: Remedy.WAIT,
    Cause.NAVIGATION_REJECTED: Remedy.OTHER_PLACE,
    Cause.NAVIGATION_ABORTED: Remedy.TRY_AGAIN,
    Cause.SERVER_MISSING: Remedy.WAIT,
    Cause.NO_POSE: Remedy.WAIT,
    Cause.NO_MAP: Remedy.WAIT,
    Cause.TIMEOUT: Remedy.TRY_AGAIN,
    Cause.CANCELLED: Remedy.NOTHING,
    Cause.INTERNAL_ERROR: Remedy.PERSON,
}
"""What would help after each cause."""
