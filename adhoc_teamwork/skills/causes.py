# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The one-word causes with which a sub-skill fails, and what each means for a planner."""

from adhoc_teamwork.teamwork.enums import StrEnum


class Cause(StrEnum):
    """Name why a sub-skill failed; a result carries exactly one."""

    UNKNOWN_SKILL = "unknown_skill"
    UNKNOWN_OBJECT = "unknown_object"
    UNKNOWN_ROOM = "unknown_room"
    UNKNOWN_RECEPTACLE = "unknown_receptacle"
    BAD_ARGUMENT = "bad_argument"
    NOT_RECEPTACLE = "not_receptacle"
    NOT_PICKUPABLE = "not_pickupable"
    WRONG_ROOM = "wrong_room"
    HELD_BY_OTHER = "held_by_other"
    LOST_OBJECT = "lost_object"
    CANNOT_NAVIGATE = "cannot_navigate"
    NO_ARM = "no_arm"
    HAND_FULL = "hand_full"
    HAND_EMPTY = "hand_empty"
    TOO_FAR = "too_far"
    TOO_HEAVY = "too_heavy"
    TOO_HIGH = "too_high"
    TOO_LOW = "too_low"
    NO_SPACE = "no_space"
    CLOSED = "closed"
    NOT_OPENABLE = "not_openable"
    NOT_INSIDE = "not_inside"
    EMERGENCY_STOP = "emergency_stop"
    KEEP_OUT = "keep_out"
    TOO_FAST = "too_fast"
    DEADMAN_RELEASED = "deadman_released"
    NOT_STOPPING = "not_stopping"
    GRASP_FAILED = "grasp_failed"
    RELEASE_FAILED = "release_failed"
    FELL = "fell"
    UNREACHABLE = "unreachable"
    BLOCKED = "blocked"
    NAVIGATION_REJECTED = "navigation_rejected"
    NAVIGATION_ABORTED = "navigation_aborted"
    SERVER_MISSING = "server_missing"
    NO_POSE = "no_pose"
    NO_MAP = "no_map"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"
    INTERNAL_ERROR = "internal_error"


MEANING: dict[Cause, str] = {
    Cause.UNKNOWN_SKILL: "there is no sub-skill of that name",
    Cause.UNKNOWN_OBJECT: "this robot knows of no object with that id",
    Cause.UNKNOWN_ROOM: "the floor plan has no such room",
    Cause.UNKNOWN_RECEPTACLE: "this robot knows of no receptacle with that id",
    Cause.BAD_ARGUMENT: "an argument is missing or out of range",
    Cause.NOT_RECEPTACLE: "nothing can be put on or in that object",
    Cause.NOT_PICKUPABLE: "that object cannot be carried",
    Cause.WRONG_ROOM: "the receptacle is in another room than the one named",
    Cause.HELD_BY_OTHER: "a robot holds that object",
    Cause.LOST_OBJECT: "the object is no longer where it was seen",
    Cause.CANNOT_NAVIGATE: "this robot cannot drive",
    Cause.NO_ARM: "this robot has no arm",
    Cause.HAND_FULL: "the hand already holds something",
    Cause.HAND_EMPTY: "the hand holds nothing",
    Cause.TOO_FAR: "the target is beyond the arm's reach from here: go to it first",
    Cause.TOO_HEAVY: "the object is heavier than this robot can lift: another robot must",
    Cause.TOO_HIGH: "the target is above the arm's highest reach: another robot must",
    Cause.TOO_LOW: "the target is below the arm's lowest reach: another robot must",
    Cause.NO_SPACE: "no free spot on or in the receptacle: choose another",
    Cause.CLOSED: "it, or what it is in, is closed: open that first",
    Cause.NOT_OPENABLE: "that object has no door or lid",
    Cause.NOT_INSIDE: "the object is not in that container: look where it is",
    Cause.EMERGENCY_STOP: "the emergency stop is pressed: nothing moves until a person releases it",
    Cause.KEEP_OUT: "robots are kept out of that place: go elsewhere, or leave it to a person",
    Cause.TOO_FAST: "the base drove faster than it may, and was stopped",
    Cause.DEADMAN_RELEASED: "the person who gave the command let go of the deadman switch",
    Cause.NOT_STOPPING: "what was told to stop has not, so nothing new begins: a person must look",
    Cause.GRASP_FAILED: "the hand closed and holds nothing",
    Cause.RELEASE_FAILED: "the hand still holds the object",
    Cause.FELL: "the object was let go of and lies on the floor: pick it up again",
    Cause.UNREACHABLE: "no place near the target can be driven to",
    Cause.BLOCKED: "something stands in the way: wait, or do something else first",
    Cause.NAVIGATION_REJECTED: "the navigation system refused the goal",
    Cause.NAVIGATION_ABORTED: "the navigation system gave up on the way",
    Cause.SERVER_MISSING: "the navigation system or the arm driver does not answer",
    Cause.NO_POSE: "the robot does not know where it is",
    Cause.NO_MAP: "no semantic map has come from perception",
    Cause.TIMEOUT: "the time limit ran out",
    Cause.CANCELLED: "the planner cancelled it, or began another sub-skill",
    Cause.INTERNAL_ERROR: "a fault in the skills node: see its log",
}
"""What each cause means, for prompts and for people."""

OWN_LIMITS = frozenset(
    (Cause.CANNOT_NAVIGATE, Cause.NO_ARM, Cause.TOO_HEAVY, Cause.TOO_HIGH, Cause.TOO_LOW)
)
"""Causes that lie in this robot's body: trying again cannot help, a teammate may."""
