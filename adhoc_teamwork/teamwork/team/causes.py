# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Why a sub-skill or an action failed and what would help: one vocabulary from world to prompt.

Simulators and drivers refuse with a cause, sub-skills hand it on, planners and prompts go by it.
In messages and prompts it is its one word of text, which `Cause.read` reads.
"""

import re

from adhoc_teamwork.teamwork.enums import StrEnum, WordEnum

_WORD = re.compile(r"[a-z_]{1,64}")


class Remedy(WordEnum):
    """Name what would help after a failure; `meaning` says it to a planner or a person."""

    TRY_AGAIN = "try_again", "the same again"
    WAIT = "wait", "some time, or something else in between"
    GO_TO_IT = "go_to_it", "GoToObject first"
    LOOK = "look", "Explore, to find it or to see more"
    OPEN_FIRST = "open_first", "OpenObject first"
    EMPTY_HAND = "empty_hand", "putting down what the hand holds"
    PICK_UP = "pick_up", "PickupObject first"
    OTHER_PLACE = "other_place", "another receptacle, room or way"
    OTHER_NAME = "other_name", "a name or argument that there is"
    TEAMMATE = "teammate", "a teammate with another body, or the one that holds it"
    PERSON = "person", "a person: the robot's own software or a safety rule is in the way"
    NOTHING = "nothing", "nothing: the thing itself does not allow it"


class Cause(StrEnum):
    """Name why something failed: `meaning` for a planner or a person, `remedy` for what helps."""

    _value_: str
    meaning: str
    remedy: Remedy

    def __new__(cls, word: str, meaning: str, remedy: Remedy) -> "Cause":
        """Make a member of its word, what it means and what would help."""
        member = str.__new__(cls, word)
        member._value_, member.meaning, member.remedy = word, meaning, remedy
        return member

    @classmethod
    def read(cls, word: str) -> "Cause | None":
        """Return the cause that text from outside names.

        No text is no cause; a word that is none of these is `UNKNOWN`.
        """
        return (cls._find(word) or cls.UNKNOWN) if word else None

    @classmethod
    def of_teammate(cls, word: str) -> "Cause | None":
        """Return the cause that a teammate's word names; None for one that only it knows, or none.

        Raises:
            ValueError: It is no word of this form, such as `too_heavy`.
        """
        if word and not _WORD.fullmatch(word):
            raise ValueError(f"cause {word!r:.60} is no word of small letters")
        return cls._find(word)

    @classmethod
    def _find(cls, word: str) -> "Cause | None":
        return next((cause for cause in cls if cause.value == word), None)

    UNKNOWN_SKILL = "unknown_skill", "there is no sub-skill of that name", Remedy.OTHER_NAME
    UNKNOWN_OBJECT = "unknown_object", "this robot knows of no object with that id", Remedy.LOOK
    UNKNOWN_ROOM = "unknown_room", "the floor plan has no such room", Remedy.OTHER_NAME
    UNKNOWN_RECEPTACLE = (
        "unknown_receptacle",
        "this robot knows of no receptacle with that id",
        Remedy.LOOK,
    )
    BAD_ARGUMENT = "bad_argument", "an argument is missing or out of range", Remedy.OTHER_NAME
    NOT_RECEPTACLE = "not_receptacle", "nothing can be put on or in that object", Remedy.OTHER_PLACE
    NOT_PICKUPABLE = "not_pickupable", "that object cannot be carried", Remedy.NOTHING
    WRONG_ROOM = (
        "wrong_room",
        "the receptacle is in another room than the one named",
        Remedy.OTHER_NAME,
    )
    HELD_BY_OTHER = "held_by_other", "a robot holds that object", Remedy.TEAMMATE
    LOST_OBJECT = "lost_object", "the object is no longer where it was seen", Remedy.LOOK
    CANNOT_NAVIGATE = "cannot_navigate", "this robot cannot drive", Remedy.TEAMMATE
    NO_ARM = "no_arm", "this robot has no arm", Remedy.TEAMMATE
    HAND_FULL = "hand_full", "the hand already holds something", Remedy.EMPTY_HAND
    HAND_EMPTY = "hand_empty", "the hand holds nothing", Remedy.PICK_UP
    TOO_FAR = (
        "too_far",
        "the target is beyond the arm's reach from here: go to it first",
        Remedy.GO_TO_IT,
    )
    TOO_HEAVY = (
        "too_heavy",
        "the object is heavier than this robot can lift: another robot must",
        Remedy.TEAMMATE,
    )
    TOO_HIGH = (
        "too_high",
        "the target is above the arm's highest reach: another robot must",
        Remedy.TEAMMATE,
    )
    TOO_LOW = (
        "too_low",
        "the target is below the arm's lowest reach: another robot must",
        Remedy.TEAMMATE,
    )
    NO_BASE_POSE = (
        "no_base_pose",
        "the arm can do it from no place around the target: another robot may",
        Remedy.TEAMMATE,
    )
    NO_SPACE = (
        "no_space",
        "no free spot on or in the receptacle: choose another",
        Remedy.OTHER_PLACE,
    )
    CLOSED = "closed", "it, or what it is in, is closed: open that first", Remedy.OPEN_FIRST
    NOT_OPENABLE = "not_openable", "that object has no door or lid", Remedy.NOTHING
    NO_STATE = "no_state", "that object has no such state", Remedy.NOTHING
    NOT_INSIDE = "not_inside", "the object is not in that container: look where it is", Remedy.LOOK
    EMERGENCY_STOP = (
        "emergency_stop",
        "the emergency stop is pressed: nothing moves until a person releases it",
        Remedy.PERSON,
    )
    KEEP_OUT = (
        "keep_out",
        "robots are kept out of that place: go elsewhere, or leave it to a person",
        Remedy.OTHER_PLACE,
    )
    TOO_FAST = "too_fast", "the base drove faster than it may, and was stopped", Remedy.TRY_AGAIN
    DEADMAN_RELEASED = (
        "deadman_released",
        "the person who gave the command let go of the deadman switch",
        Remedy.PERSON,
    )
    NOT_STOPPING = (
        "not_stopping",
        "what was told to stop has not, so nothing new begins: a person must look",
        Remedy.PERSON,
    )
    GRASP_FAILED = "grasp_failed", "the hand closed and holds nothing", Remedy.TRY_AGAIN
    RELEASE_FAILED = "release_failed", "the hand still holds the object", Remedy.TRY_AGAIN
    FELL = (
        "fell",
        "the object was let go of and lies on the floor: pick it up again",
        Remedy.PICK_UP,
    )
    UNREACHABLE = "unreachable", "no place near the target can be driven to", Remedy.LOOK
    BLOCKED = (
        "blocked",
        "something stands in the way: wait, or do something else first",
        Remedy.WAIT,
    )
    NAVIGATION_REJECTED = (
        "navigation_rejected",
        "the navigation system refused the goal",
        Remedy.OTHER_PLACE,
    )
    NAVIGATION_ABORTED = (
        "navigation_aborted",
        "the navigation system gave up on the way",
        Remedy.TRY_AGAIN,
    )
    SERVER_MISSING = (
        "server_missing",
        "the navigation system or the arm driver does not answer",
        Remedy.WAIT,
    )
    BATTERY_EMPTY = "battery_empty", "the battery is empty: it moves no more", Remedy.PERSON
    NO_POSE = "no_pose", "the robot does not know where it is", Remedy.WAIT
    NO_MAP = "no_map", "no semantic map has come from perception", Remedy.WAIT
    TIMEOUT = "timeout", "the time limit ran out", Remedy.TRY_AGAIN
    CANCELLED = "cancelled", "the planner cancelled it, or began another sub-skill", Remedy.NOTHING
    INTERNAL_ERROR = "internal_error", "a fault in the skills node: see its log", Remedy.PERSON
    REJECTED = "rejected", "the skills node refused the goal", Remedy.WAIT
    LOST = "lost", "the skills node went away before it said how the sub-skill ended", Remedy.WAIT
    UNKNOWN = (
        "unknown",
        "a cause that this robot has no word for: see the sentence beside it",
        Remedy.TRY_AGAIN,
    )


OWN_LIMITS = frozenset(
    (
        Cause.NO_ARM,
        Cause.TOO_HEAVY,
        Cause.TOO_HIGH,
        Cause.TOO_LOW,
        Cause.NO_BASE_POSE,
        Cause.NOT_PICKUPABLE,
    )
)
"""Causes that lie in the robot's body: trying again cannot help, a teammate may."""

NOT_THERE = frozenset((Cause.UNKNOWN_OBJECT, Cause.LOST_OBJECT, Cause.HELD_BY_OTHER))
"""Causes with which a thing cannot be had: it is not where it was, or a robot has it."""

HELD_BY_A_PERSON = frozenset((Cause.EMERGENCY_STOP, Cause.DEADMAN_RELEASED, Cause.NOT_STOPPING))
"""Causes with which a person holds the robot up, for as long as the person wants."""

NOT_ITS_FAULT = HELD_BY_A_PERSON | {
    Cause.SERVER_MISSING,
    Cause.LOST,
    Cause.CANCELLED,
    Cause.BATTERY_EMPTY,
    Cause.NO_POSE,
    Cause.NO_MAP,
}
"""Causes that say nothing about the sub-task: the robot itself was not ready."""

PASSING = NOT_ITS_FAULT - {Cause.BATTERY_EMPTY}
"""Causes for which the same thing may well be tried again, however often it has failed."""
