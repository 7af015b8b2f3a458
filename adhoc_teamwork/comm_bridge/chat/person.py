# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person's part in the team: what the lines typed say to the team, and what the team said."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from adhoc_teamwork.comm_bridge.chat.grammar import GUIDE, ChatError, Entry, read_line
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import (
    NotUnderstoodError,
    Said,
    draft,
    make_draft,
)
from adhoc_teamwork.comm_bridge.foreign_agents.sender import StrangerSender
from adhoc_teamwork.comm_bridge.foreign_agents.things import Things
from adhoc_teamwork.comm_bridge.wording import sentence_of
from adhoc_teamwork.teamwork.bodies.capability import Capability, MobilityKind
from adhoc_teamwork.teamwork.scene import Misplaced, Room
from adhoc_teamwork.teamwork.team.memory import OPEN_INTENTS, TeamMemory
from adhoc_teamwork.teamwork.team.message import HELP, MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, Reflection
from adhoc_teamwork.teamwork.text.plain_text import one_line

PERSON = Capability(
    "person",
    can_manipulate=True,
    camera_height=1.6,
    camera_pitch=0.3,
    camera_range=8.0,
    payload=10.0,
    reach=0.8,
    reach_max_height=2.0,
    max_speed=1.2,
    battery=0.0,
    mobility=MobilityKind.LEGGED,
    step=0.2,
    slope=0.5,
    width=0.5,
    height=1.8,
)
"""What a person can do; a battery of 0 is one that nobody has told of."""

_QUIET = (MessageKind.STATE, MessageKind.CAPABILITY)


@dataclass(frozen=True)
class Reaction:
    """Hold what comes of a line: what is said to the team, what is shown, and whether to go on."""

    messages: tuple[TeamMessage, ...] = ()
    lines: tuple[str, ...] = ()
    wait: float = 0.0
    ends: bool = False


class Person:
    """Turn typed lines into team messages and team messages into lines.

    `clock` returns seconds of the ROS clock. Lines never move the cursor, whatever was said.
    """

    def __init__(self, name: str, session: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._memory = TeamMemory(name)
        self._things = Things()
        self._rooms: tuple[Room, ...] = ()
        self._since = clock()
        self.speaker = StrangerSender(name, session, PERSON, clock)

    def enter(self, line: str) -> Reaction:
        """Return what comes of a line.

        Raises:
            ChatError: It cannot be understood; the error says what was expected.
        """
        entry = read_line(line)
        if entry is None:
            return Reaction()
        if entry.command in ("help", "quit", "team", "plans", "wait"):
            return self._look(entry)
        try:
            drafts, shown = self._meant(entry)
        except NotUnderstoodError as error:
            raise ChatError(str(error)) from None
        said = tuple(self.speaker.speak(drafts))
        numbers = [m.intent for m in said if m.intent and m.intent.status in OPEN_INTENTS]
        shown += [f"your number {i.intent_id}: {i.subtask}" for i in numbers]
        return Reaction(said, tuple(shown))

    def hear(self, message: TeamMessage) -> str:
        """Take in what the team says; return the line that shows it, empty where it is no news."""
        if not self._memory.add(message):
            return ""
        self._things.note(message)
        is_old = message.remembered or message.stamp < self._since
        if message.kind in _QUIET or (is_old and message.kind is not MessageKind.CHAT):
            return ""
        if message.intent is not None and message.intent.status is IntentStatus.PROPOSED:
            return sentence_of(message) + "  (/yes or /no?)"
        return sentence_of(message)

    def join(self) -> tuple[TeamMessage, ...]:
        """Return the greeting; what was said before it is no news."""
        self._since = self._clock()
        return tuple(self.speaker.join())

    def note_rooms(self, rooms: tuple[Room, ...]) -> None:
        """Take in the floor plan."""
        self._rooms = rooms

    def _look(self, entry: Entry) -> Reaction:
        if entry.command == "help":
            return Reaction(lines=tuple(GUIDE.splitlines()))
        if entry.command == "wait":
            return Reaction(wait=entry.place[0])
        if entry.command == "quit":
            return Reaction(tuple(self.speaker.leave("goodbye")), ends=True)
        lines = self._team() if entry.command == "team" else self._plans()
        return Reaction(lines=tuple(map(one_line, lines)) or ("nobody has said anything yet",))

    def _team(self) -> list[str]:
        lines = []
        for mate in sorted(self._memory.teammates.values(), key=lambda t: t.name):
            state = mate.state
            where = f"in {state.room or 'no known room'}" if state else "nobody knows where"
            doing = (state.subtask if state else "") or "nothing"
            ago = max(0.0, self._clock() - mate.last_heard)
            left = "has left" if mate.left else f"{where}, doing {doing}, heard {ago:.0f} s ago"
            lines.append(f"{mate.name}: {left}")
        return lines

    def _plans(self) -> list[str]:
        own = [("you", intent) for intent in self.speaker.open_intents()]
        theirs = [(t.name, i) for t in self._memory.present() for i in t.open_intents()]
        return [
            f"{name}: intent {i.intent_id}, {i.status.name.lower()}: {i.subtask}"
            for name, i in (*own, *theirs)
        ]

    def _meant(self, entry: Entry) -> tuple[list[TeamMessage], list[str]]:
        """Return the drafts for an entry and what is shown beside it."""
        if entry.command in ("say", "tell"):
            to = entry.names[0] if entry.names else ""
            shown = [] if not to or to in self._memory.teammates else [f"nobody heard of {to} yet"]
            said = make_draft(Said.CHAT, {"text": entry.words})
            return [replace(said, recipient=to)], shown
        if entry.command == "need":
            return [make_draft(Said.CHAT, {"text": f"{HELP}{entry.words}"})], []
        if entry.command in ("do", "plan"):
            return self._intent(entry)
        if entry.command == "end":
            return [self._end(entry)], []
        if entry.command in ("yes", "no"):
            return [self._answer(entry)], []
        if entry.command == "here":
            x, y = entry.place
            values = {"pose": {"x": x, "y": y}, "room": self._room(entry.names[0])}
            return [make_draft(Said.STATE, values)], []
        return [self._sighting(entry)], []

    def _intent(self, entry: Entry) -> tuple[list[TeamMessage], list[str]]:
        status = "adopted" if entry.command == "do" else "proposed"
        values: dict[str, object] = {"status": status, "reason": "A person says so."}
        if entry.names[0] == "explore":
            values["subtask"] = {"kind": "Explore", "room": self._room(entry.names[1])}
            return [make_draft(Said.INTENT, values)], []
        _, thing, receptacle, room = entry.names
        subtask = {"kind": "Re-place", "receptacle": receptacle, "room": room}
        values |= {"subtask": {**subtask, "object_id": thing}, "object_category": thing}
        known = self._things.find(thing)
        shown = []
        if entry.place:
            values["object_position"] = dict(zip("xyz", entry.place, strict=False))
        elif known is not None and known.position is not None:
            values["object_position"] = vars(known.position)
        else:
            shown.append(f"nobody can tell which {thing} you mean; add: at X Y")
        return [make_draft(Said.INTENT, values)], shown

    def _end(self, entry: Entry) -> TeamMessage:
        mine = self.speaker.open_intents()
        meant = [i for i in mine if entry.number in (0, i.intent_id)]
        if not meant:
            raise ChatError("you have taken up nothing of that number; /plans lists what is open")
        if len(meant) > 1:
            raise ChatError("which of them? give its number; /plans lists what is open")
        intent = replace(meant[0], status=IntentStatus[entry.names[0].upper()], reason=entry.words)
        return draft(MessageKind.INTENT, intent=intent)

    def _answer(self, entry: Entry) -> TeamMessage:
        """Return the answer to the latest open plan of a robot, or of the one that planned last."""
        named, words = entry.names[0], entry.words
        if named and named not in self._memory.teammates:
            named, words = "", f"{named} {words}".strip()
        found = self._latest_plan(named)
        if found is None:
            raise ChatError("there is no plan to answer; /plans lists what is open")
        robot, intent = found
        conflict = entry.command == "no"
        words = words or ("I object." if conflict else "Fine with me.")
        answer = Reflection(robot, intent.intent_id, conflict, text=words)
        return draft(MessageKind.REFLECTION, recipient=robot, reflection=answer, text=words)

    def _latest_plan(self, robot: str) -> tuple[str, Intent] | None:
        for message in reversed(self._memory.dialogue):
            intent = message.intent
            if intent is None or robot not in ("", message.sender):
                continue
            mate = self._memory.teammates[message.sender]
            now = mate.intents.get(intent.intent_id)
            if now is not None and now.status in OPEN_INTENTS:
                return message.sender, now
        return None

    def _sighting(self, entry: Entry) -> TeamMessage:
        thing, on, room = entry.names
        return make_draft(
            Said.DETECTION,
            {
                "category": thing,
                "position": dict(zip("xyz", entry.place, strict=False)),
                "receptacle_category": on,
                "room": self._room(room),
                "pickupable": True,
                "status": "present" if entry.command == "saw" else "gone",
                "misplaced": Misplaced.YES if "misplaced" in entry.flags else Misplaced.UNKNOWN,
                "reason": "A person says so." if "misplaced" in entry.flags else "",
            },
        )

    def _room(self, name: str) -> str:
        """Return a room's id as the floor plan has it."""
        ids = [room.room_id for room in self._rooms]
        if not name or not ids:
            return name
        found = [i for i in ids if i.casefold() in (name.casefold(), f"room_{name}".casefold())]
        if not found:
            raise ChatError(f"{name}: no such room; expected one of {', '.join(ids)}")
        return found[0]
