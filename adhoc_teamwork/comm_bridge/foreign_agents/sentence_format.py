# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The template sentences of CoELA's planner (Zhang et al. 2024, appendix D), in both directions.

Progress: ``I successfully put poundcake <383> on table <130>, and they are in kitchen <56>.``
Intent: ``Now I want to put cutleryfork <369> in dishwasher <104>, and I have not found it yet.``
Belief: ``I found nothing is inside kitchencabinet <75>. plate <373> is inside kitchen <11>.``
Several of them may come in one message.
"""

import re

from adhoc_teamwork.comm_bridge.foreign_agents.config import Sentences, StrangerConfig
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import (
    NotUnderstoodError,
    Reading,
    Said,
    checked,
    draft,
    make_draft,
    merged,
)
from adhoc_teamwork.comm_bridge.foreign_agents.field_paths import look_up, put
from adhoc_teamwork.comm_bridge.foreign_agents.formats import Telling
from adhoc_teamwork.comm_bridge.foreign_agents.things import Thing, Things
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence, Room
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask

MOST_TEXT = 8000
MOST_SENTENCES = 100

# No text may match in two ways: of a list that does not fit, all of them would be tried.
_THING = r"([A-Za-z](?:[A-Za-z_ ]{0,39}[A-Za-z_])?) ?<(\d{1,9})>"
_PUT = rf"put {_THING} (?:in|on|into|onto) {_THING}"
_PROGRESS = re.compile(rf"I successfully {_PUT}, and (?:they are|it is) in {_THING}", re.I)
_INTENT = re.compile(rf"Now I want to {_PUT}(?:, and I have (?:not found it yet|found it))?", re.I)
_BELIEF = re.compile(
    rf"(?:I found )?((?:nothing|{_THING})(?:(?:, and |, (?!and )| and )(?:{_THING}))*)"
    rf" (?:is|are) inside {_THING}",
    re.I,
)
_ONE = re.compile(_THING, re.I)
_BETWEEN = re.compile(r", and |, | and ")
_END = re.compile(r"(?<=[.!?])\s+")
_LABEL = re.compile(r"^\s*['\"]?[PTIB]['\"]?\s*:\s*['\"]?")
_EMPTY = "nothing"


class SentenceFormat:
    """Read and write the three kinds of template sentences."""

    def __init__(self, config: StrangerConfig) -> None:
        self._hears, self._tells = config.hears, config.tells
        self._words: Sentences = config.sentences
        self._rooms = {room: number for number, room in config.sentences.rooms.items()}
        self.things = Things()
        for number, place in config.sentences.places.items():
            position = Point(*place.position) if place.position else None
            self.things.add(number, Thing(place.category, position))

    async def read(self, topic: int, published: object) -> Reading:
        """Return what a text means; see `StrangerFormat.read`."""
        try:
            text = look_up(published, self._hears[topic].text)
        except LookupError:
            return Reading(not_understood=(f"no text at {self._hears[topic].text}",))
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            return Reading(not_understood=(f"expected a text of up to {MOST_TEXT} characters",))
        drafts: list[TeamMessage] = []
        faults: list[str] = []
        sentences = [part for part in _END.split(_LABEL.sub("", text.strip())) if part.strip()]
        for sentence in sentences[:MOST_SENTENCES]:
            try:
                drafts += self._read_one(sentence.strip().rstrip("'\".!? "))
            except NotUnderstoodError as error:
                faults.append(str(error))
        return Reading(merged(drafts), tuple(faults))

    def write(self, message: TeamMessage) -> tuple[Telling, ...]:
        """Return the sentences for a message, if there are any; see `StrangerFormat.write`."""
        sentences = self._sentences(message)
        if not sentences:
            return ()
        kind = message.kind.name.lower()
        tellings = []
        for index, told in enumerate(self._tells):
            if kind in told.kinds:
                tellings.append(Telling(index))
                put(tellings[-1].values, told.text, " ".join(sentences))
        return tuple(tellings)

    def note(self, message: TeamMessage) -> None:
        """Remember where things are, so that the stranger's numbers have places."""
        self.things.note(message)

    def note_rooms(self, rooms: tuple[Room, ...]) -> None:
        """Learn nothing: rooms go by the numbers of the configuration."""

    def _read_one(self, sentence: str) -> list[TeamMessage]:
        if found := _PROGRESS.fullmatch(sentence):
            return self._progress(found.groups(), sentence)
        if found := _INTENT.fullmatch(sentence):
            return [self._intent(IntentStatus.ADOPTED, found.groups(), "", sentence)]
        if found := _BELIEF.fullmatch(sentence):
            return self._belief(found, sentence)
        raise NotUnderstoodError(f"no template sentence: {sentence!r:.160}")

    def _progress(self, named: tuple[str, ...], sentence: str) -> list[TeamMessage]:
        done = self._intent(IntentStatus.DONE, named[:4], self._word(named[4]), sentence)
        put_there = self._inside(named[:2], int(named[3]))
        return [done, *([put_there] if put_there else [])]

    def _intent(
        self, status: IntentStatus, named: tuple[str, ...], room: str, sentence: str
    ) -> TeamMessage:
        item, number, receptacle, place = named
        thing = self._thing(item, int(number))
        target = self._thing(receptacle, int(place))
        subtask = SubTask(
            self._words.put,
            room_type=room or self._words.rooms.get(int(place), "") or target.room or "room",
            object_id=_id(thing, int(number)),
            receptacle_type=target.category,
        )
        intent = Intent(0, status, subtask, thing.category, thing.position, f"It says: {sentence}.")
        return checked(draft(MessageKind.INTENT, intent=intent, text=sentence))

    def _belief(self, found: re.Match[str], sentence: str) -> list[TeamMessage]:
        """Return what was found as said, and as detections where the place is known."""
        named, number = found.group(1), int(found.groups()[-1])
        self._thing(found.groups()[-2], number)
        said = [make_draft(Said.CHAT, {"text": f"{sentence}."})]
        if named.lower() != _EMPTY:
            things = (_ONE.fullmatch(part) for part in _BETWEEN.split(named))
            inside = (self._inside(thing.groups(), number) for thing in things if thing)
            said += [one for one in inside if one is not None]
        return said

    def _inside(self, named: tuple[str, ...], number: int) -> TeamMessage | None:
        """Return that a thing is at a place, or None where nobody knows where that is."""
        thing, place = self._thing(named[0], int(named[1])), self.things.get(number)
        if place is None or place.position is None or number in self._words.rooms:
            return None
        detection = Detection(
            object_id=_id(thing, int(named[1])),
            category=thing.category,
            position=place.position,
            receptacle_category=place.category,
            relation=Predicate.IN,
            pickupable=True,
            misplaced=Misplaced.UNKNOWN,
            confidence=0.5,
            status=Presence.PRESENT,
        )
        self.things.add(int(named[1]), Thing(thing.category, place.position))
        return draft(MessageKind.DETECTION, detections=(detection,))

    def _thing(self, word: str, number: int) -> Thing:
        """Return the thing of a number, which is known under that word from now on."""
        known = self.things.get(number)
        if known is not None:
            return known
        self.things.add(number, Thing(self._word(word)))
        return self.things.get(number) or Thing(self._word(word))

    def _word(self, word: str) -> str:
        word = " ".join(word.split())
        return self._words.words.get(word.lower(), word)

    def _their_word(self, category: str) -> str:
        """Return the stranger's word for one of our categories."""
        theirs = {ours.casefold(): word for word, ours in self._words.words.items()}
        return theirs.get(category.casefold(), category.lower())

    def _sentences(self, message: TeamMessage) -> list[str]:
        if message.intent is not None:
            sentence = self._intent_sentence(message.intent)
            return [sentence] if sentence else []
        if message.kind is not MessageKind.DETECTION:
            return []
        found = [
            f"{self._named(d.category, d.position)} is inside {inside}."
            for d in message.detections
            if d.status is Presence.PRESENT and d.pickupable and (inside := self._where(d))
        ]
        return [f"I found {found[0]}", *found[1:]] if found else []

    def _intent_sentence(self, intent: Intent) -> str:
        if not intent.subtask.moves_object or not intent.object_category:
            return ""
        thing = self._named(intent.object_category, intent.object_position)
        target = self._named(intent.subtask.receptacle_type)
        if intent.status is IntentStatus.ADOPTED:
            unseen = ", and I have not found it yet" if intent.object_position is None else ""
            return f"Now I want to put {thing} on {target}{unseen}."
        if intent.status is IntentStatus.DONE:
            room = self._named(intent.subtask.room_type)
            return f"I successfully put {thing} on {target}, and they are in {room}."
        return ""

    def _where(self, detection: Detection) -> str:
        if detection.receptacle_category:
            return self._named(detection.receptacle_category)
        room = self._rooms.get(detection.room)
        return f"{self._their_word(detection.room_type or 'room')} <{room}>" if room else ""

    def _named(self, category: str, position: Point | None = None) -> str:
        return f"{self._their_word(category)} <{self.things.number_of(category, position)}>"


def _id(thing: Thing, number: int) -> str:
    return f"{thing.category}_{number}"
