# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a stranger says in our vocabulary, before it has an envelope; what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from adhoc_teamwork.comm_bridge.broker.validation import find_oddity
from adhoc_teamwork.teamwork.actions.registry import subtasks
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.settings.parsing import MOST_DEEP
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, Reflection, SubTask

MOST_CHARACTERS = 600
"""The longest text that is passed on; what is longer is cut."""
MOST_DETECTIONS = 64

_ADAPTERS: Mapping[type[Any], TypeAdapter[Any]] = {
    kind: TypeAdapter(kind) for kind in (Capability, Detection, Intent, Reflection, RobotState)
}

SHORT_NAMES = {"room": ("room_id", "room_type"), "receptacle": ("receptacle_type", "receptacle_id")}
"""What strangers say of a sub-task, and which of its arguments may be meant."""

T = TypeVar("T")


class Said(StrEnum):
    """Name what a stranger can say, as configuration does."""

    CAPABILITY = "capability"
    STATE = "state"
    INTENT = "intent"
    REFLECTION = "reflection"
    DETECTION = "detection"
    CHAT = "chat"
    LEAVE = "leave"

    @property
    def kind(self) -> MessageKind:
        """Return the kind of team message that says it."""
        return MessageKind[self.name]


class NotUnderstoodError(Exception):
    """Say in one sentence why something a stranger published has no meaning for us."""


@dataclass(frozen=True)
class Reading:
    """Hold what one publication of a stranger means: messages without envelope, and the rest.

    `not_understood` holds a sentence for each part that has no meaning for us.
    """

    drafts: tuple[TeamMessage, ...] = ()
    not_understood: tuple[str, ...] = ()


def draft(kind: MessageKind, **parts: Any) -> TeamMessage:
    """Return a message whose envelope is still empty."""
    return TeamMessage(sender="", session=0, sequence=0, stamp=0.0, kind=kind, **parts)


def make_draft(said: Said, values: dict[str, Any]) -> TeamMessage:
    """Return the message that plain values, by the names of our fields, stand for.

    Raises:
        NotUnderstoodError: A value is missing or of the wrong kind.
    """
    values = _cut(values)
    if said in (Said.CHAT, Said.LEAVE):
        return checked(draft(said.kind, text=str(values.get("text", ""))))
    if said is Said.DETECTION:
        return checked(draft(said.kind, detections=(_detection(values),)))
    if said is Said.INTENT:
        intent = {"intent_id": 0, "status": IntentStatus.ADOPTED, **values}
        intent["status"] = _member(intent["status"], IntentStatus)
        if "subtask" in intent:
            intent["subtask"] = _subtask(intent["subtask"])
        if "cause" in intent:
            intent["cause"] = _cause(intent["cause"])
        return checked(draft(said.kind, intent=_typed(Intent, intent)))
    parts: dict[Said, type[Any]] = {
        Said.STATE: RobotState,
        Said.CAPABILITY: Capability,
        Said.REFLECTION: Reflection,
    }
    return checked(draft(said.kind, **{said.value: _typed(parts[said], values)}))


def checked(message: TeamMessage) -> TeamMessage:
    """Return a message that can be passed on.

    Raises:
        NotUnderstoodError: It says nothing, a number is none, or a sub-task lacks an argument.
    """
    odd = find_oddity(message)
    if odd is not None:
        raise NotUnderstoodError(f"a {odd} that cannot be; expected finite metres and short names")
    if message.kind is MessageKind.CHAT and not message.text.strip():
        raise NotUnderstoodError("a chat without text")
    if message.intent is not None:
        _check_intent(message.intent)
    return message


def merged(drafts: list[TeamMessage]) -> tuple[TeamMessage, ...]:
    """Return the drafts, all detections among them in one message."""
    detections = [d for one in drafts if one.kind is MessageKind.DETECTION for d in one.detections]
    rest = [one for one in drafts if one.kind is not MessageKind.DETECTION]
    if detections:
        rest.append(draft(MessageKind.DETECTION, detections=tuple(detections[:MOST_DETECTIONS])))
    return tuple(rest)


def _check_intent(intent: Intent) -> None:
    for argument in intent.subtask.spec.arguments:
        named = intent.subtask.argument(argument.name)
        # A stranger's things go by category and place, whatever it calls them.
        if named == "" and not (argument.name == "object_id" and intent.object_category):
            raise NotUnderstoodError(f"{intent.subtask.kind} without {argument.shown}")
    if not 0 <= intent.intent_id < 2**32:
        raise NotUnderstoodError(f"intent_id is {intent.intent_id}; expected 0 to 2^32 - 1")


def _subtask(values: Any) -> SubTask:
    """Return a sub-task of plain values; `room` and `receptacle` are what its spec has of them."""
    if not isinstance(values, dict):
        raise NotUnderstoodError(f"subtask: expected kind and arguments, got {values!r:.60}")
    given = dict(values)
    spec = subtasks().get(str(given.pop("kind", "")))
    if spec is None:
        raise NotUnderstoodError(f"subtask.kind: expected {', '.join(subtasks())}")
    own = {argument.name for argument in spec.arguments}
    for word, names in SHORT_NAMES.items():
        if (value := given.pop(word, "")) and (found := own & set(names)):
            given[found.pop()] = value
    try:
        return SubTask(spec.name, **{key: value for key, value in given.items() if value})
    except (ValueError, TypeError) as error:
        raise NotUnderstoodError(f"subtask: {error}") from None


def _cause(value: object) -> Cause | None:
    """Return the cause that a word names, or None where we have no such word."""
    if not isinstance(value, str):
        raise NotUnderstoodError(f"cause: expected a word, got {value!r:.60}")
    try:
        return Cause.of_teammate(value)
    except ValueError as error:
        raise NotUnderstoodError(str(error)) from None


def _detection(values: dict[str, Any]) -> Detection:
    if not values.get("category"):
        raise NotUnderstoodError("a detection without category")
    given = {"object_id": "", **values}
    for name, kind in (("status", Presence), ("misplaced", Misplaced)):
        if name in given:
            given[name] = _member(given[name], kind)
    return _typed(Detection, given)


def _member(value: object, kind: type[T]) -> T:
    """Return the member of an enumeration that a name, or a number, stands for."""
    try:
        if isinstance(value, str):
            return kind[value.strip().upper()]  # type: ignore[index, no-any-return]
        return kind(value)  # type: ignore[call-arg]
    except (KeyError, ValueError):
        names = ", ".join(member.name.lower() for member in kind)  # type: ignore[attr-defined]
        raise NotUnderstoodError(f"{value!r:.40} is none of {names}") from None


def _typed(kind: type[T], values: dict[str, Any]) -> T:
    try:
        return cast("T", _ADAPTERS[kind].validate_python(values))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "it"
        raise NotUnderstoodError(f"{key}: {first['msg']}, got {first['input']!r:.60}") from None


def _cut(value: Any, levels: int = MOST_DEEP) -> Any:
    """Return plain values with every text cut to a sane length, and such as UTF-8 can hold.

    Raises:
        NotUnderstoodError: There are more than so many levels of them.
    """
    if isinstance(value, str):
        return value[:MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
    if not isinstance(value, (dict, list)):
        return value
    if not levels:
        raise NotUnderstoodError(f"nested too deeply; expected at most {MOST_DEEP} levels")
    if isinstance(value, dict):
        return {key: _cut(item, levels - 1) for key, item in value.items()}
    return [_cut(item, levels - 1) for item in value[:MOST_DETECTIONS]]
