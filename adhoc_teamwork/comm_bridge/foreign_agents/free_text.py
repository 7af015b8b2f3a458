# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Free text of people and strangers, read by a language model and put into our vocabulary."""

import json
import re
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.comm_bridge.foreign_agents.config import StrangerConfig
from adhoc_teamwork.comm_bridge.foreign_agents.drafts import (
    NotUnderstoodError,
    Reading,
    Said,
    make_draft,
    merged,
)
from adhoc_teamwork.comm_bridge.foreign_agents.field_paths import look_up, put
from adhoc_teamwork.comm_bridge.foreign_agents.formats import Telling
from adhoc_teamwork.comm_bridge.foreign_agents.things import Thing, Things
from adhoc_teamwork.comm_bridge.wording import sentence_of
from adhoc_teamwork.llm_port.port import LanguageModel, ModelUnavailableError
from adhoc_teamwork.teamwork.scene import Room
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parsing import parse_json
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.templates import ChatTemplate
from adhoc_teamwork.teamwork.text.quoting import clean_name, clean_words, quote

MOST_TEXT = 2000
"""Characters of one utterance that a model is shown; what is longer is cut."""
MOST_SAID = 12
_RESULT = re.compile(r"\[\s*result\s*\]", re.IGNORECASE)


@dataclass(frozen=True)
class RoomName:
    """Name a room for a prompt."""

    id: str
    type: str


@dataclass(frozen=True)
class ThingName:
    """Name a thing for a prompt, with its place in metres in words."""

    category: str
    room: str
    position: str


class FreeTextFormat:
    """Ask a model what words mean; where it does not know, pass them on as they are."""

    def __init__(
        self, config: StrangerConfig, model: LanguageModel, template: ChatTemplate
    ) -> None:
        self._config = config
        self._model = model
        self._template = template
        self._rooms: tuple[Room, ...] = ()
        self.things = Things()

    async def read(self, topic: int, published: object) -> Reading:
        """Return what a text means; see `StrangerFormat.read`. All of it is passed on as chat."""
        heard = self._config.hears[topic]
        try:
            text = look_up(published, heard.text)
        except LookupError:
            return Reading(not_understood=(f"{heard.topic}: no text at {heard.text}",))
        if not isinstance(text, str) or not text.strip():
            return Reading(not_understood=(f"{heard.topic}: an empty text",))
        words = make_draft(Said.CHAT, {"text": text.strip()})
        try:
            answer = await self._model.complete(self.prompt(text))
        except (ModelUnavailableError, ConfigError) as error:
            return Reading((words,), (f"not read: {error}",))
        if answer.flaw:
            return Reading((words,), (f"not read: {answer.flaw}",))
        drafts, faults = self._understood(answer.text)
        return Reading((words, *merged(drafts)), tuple(faults))

    def prompt(self, text: str) -> tuple[ChatMessage, ...]:
        """Return the question that is put to the model for a text."""
        facts = {
            "speaker": clean_name(self._config.name),
            "about": clean_words(self._config.about, 200) or "nothing is known of it",
            "rooms": [
                RoomName(clean_name(r.room_id), clean_name(r.room_type)) for r in self._rooms
            ],
            "things": [_named(thing) for thing in self.things.known()],
            "said": quote(text, MOST_TEXT),
        }
        return self._template.render(facts)

    def write(self, message: TeamMessage) -> tuple[Telling, ...]:
        """Return a sentence for a message; see `StrangerFormat.write`."""
        kind = message.kind.name.lower()
        tellings = []
        for index, told in enumerate(self._config.tells):
            if kind in told.kinds:
                tellings.append(Telling(index))
                put(tellings[-1].values, told.text, sentence_of(message))
        return tuple(tellings)

    def note(self, message: TeamMessage) -> None:
        """Remember where things are, so that words for them have places."""
        self.things.note(message)

    def note_rooms(self, rooms: tuple[Room, ...]) -> None:
        """Take in the floor plan."""
        self._rooms = rooms

    def _understood(self, answer: str) -> tuple[list[TeamMessage], list[str]]:
        drafts: list[TeamMessage] = []
        faults: list[str] = []
        for said in _objects(answer)[:MOST_SAID]:
            try:
                meant = self._draft(said)
            except NotUnderstoodError as error:
                faults.append(f"the model's {json.dumps(said)[:120]}: {error}")
                continue
            drafts += [meant] if meant is not None else []
        if not drafts and not _RESULT.search(answer):
            faults.append(f"the model's answer has no result: {answer[:120]!r}")
        return drafts, faults

    def _draft(self, said: dict[str, Any]) -> TeamMessage | None:
        """Return what one object of the answer means; None for chat, which is passed on anyway."""
        kind = said.get("kind")
        if kind == Said.CHAT:
            return None
        if kind == Said.LEAVE:
            return make_draft(Said.LEAVE, {"text": "It says that it leaves."})
        if kind == Said.INTENT:
            return make_draft(Said.INTENT, self._intent_values(said))
        if kind == Said.DETECTION:
            return make_draft(Said.DETECTION, self._detection_values(said))
        raise NotUnderstoodError("no kind that is known")

    def _intent_values(self, said: dict[str, Any]) -> dict[str, Any]:
        names = {key: _text(said, key) for key in ("subtask", "room", "object", "receptacle")}
        thing = self.things.find(names["object"]) if names["object"] else None
        values: dict[str, Any] = {
            "status": _text(said, "status") or "adopted",
            "subtask": {
                "kind": names["subtask"],
                "room": names["room"],
                "object_id": names["object"],
                "receptacle": names["receptacle"],
            },
            "object_category": names["object"],
            "reason": "As it said in its own words.",
        }
        if thing is not None and thing.position is not None:
            values["object_position"] = vars(thing.position)
        return values

    def _detection_values(self, said: dict[str, Any]) -> dict[str, Any]:
        on, room = _text(said, "receptacle"), _text(said, "room")
        given = said.get("position")
        below = self.things.find(on, room) if on else None
        if isinstance(given, list) and len(given) in (2, 3):
            place: Any = dict(zip("xyz", given, strict=False))
        elif below is not None and below.position is not None:
            place = vars(below.position)
        else:
            raise NotUnderstoodError("it does not say where, so it is passed on as words only")
        return {
            "category": _text(said, "category"),
            "position": place,
            "room": room,
            "receptacle_category": on,
            "pickupable": True,
            "confidence": 0.5,
        }


def _objects(answer: str) -> list[dict[str, Any]]:
    """Return the JSON objects after the last marker, one a line; what is none is passed over."""
    *_, body = _RESULT.split(answer)
    found = []
    for line in body.splitlines():
        try:
            value = parse_json(line.strip().strip(",`"))
        except ValueError:
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    return clean_name(value) if isinstance(value, str) else ""


def _named(thing: Thing) -> ThingName:
    place = thing.position
    where = f"({place.x:.1f}, {place.y:.1f})" if place else "an unknown place"
    return ThingName(clean_name(thing.category), clean_name(thing.room), where)
