# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer what a stranger's words mean: rules of thumb for a few turns of plain English."""

import json
import re
from collections.abc import Sequence

from adhoc_teamwork.offline_model.fallibility import Fallibility
from adhoc_teamwork.offline_model.knowledge.words import split_words
from adhoc_teamwork.offline_model.reading.sections import Prompt

_SAID = re.compile(r"«([^»]*)»")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|,?\s+(?:and then|then|and I)\s+(?=\w)", re.IGNORECASE)
_WILL = r"(?:I(?:'ll| will| am going to|'m going to| want to| shall)|let me|I(?: a|')m)"
_ARTICLE = r"(?:the|a|an|some|my|that|this|another)"
_NOUN = rf"(?:{_ARTICLE} )?([A-Za-z][\w-]*(?: [a-z][\w-]*){{0,2}}?)"
_ROOM = r"(?:,? (?:in|of) (?:the )?([\w ]+?))?"
_END = r"[\s.!?;]*$"

_EXPLORE = re.compile(
    rf"\b{_WILL} (?:explor\w*|search\w*|look\w* (?:through|around(?: in)?|into)|check\w*)"
    rf" (?:the )?([\w ]+?){_END}",
    re.IGNORECASE,
)
_EXPLORED = re.compile(
    rf"\bI(?: have|'ve)? (?:explored|searched|looked through|checked) (?:the )?([\w ]+?){_END}",
    re.IGNORECASE,
)
_TAKES = re.compile(
    rf"\b{_WILL} (?:tak\w+|bring\w*|carry\w*|put\w*|mov\w+) {_NOUN}"
    rf" (?:to|on|onto|in|into) {_NOUN}{_ROOM}{_END}",
    re.IGNORECASE,
)
_TOOK = re.compile(
    rf"\bI(?: have|'ve)? (?:just )?(?:took|taken|brought|carried|put|moved) {_NOUN}"
    rf" (?:to|on|onto|in|into) {_NOUN}{_ROOM}{_END}",
    re.IGNORECASE,
)
_SEES = re.compile(
    rf"\b(?:there(?:'s| is)|I(?: can)? (?:see|saw|found|spotted)|I(?:'ve| have) (?:seen|found)) "
    rf"{_NOUN}(?: lying| standing)?(?: (?:on|in) {_NOUN})?{_ROOM}"
    rf"(?: at \(?(-?\d+(?:\.\d+)?), ?(-?\d+(?:\.\d+)?)\)?)?{_END}",
    re.IGNORECASE,
)
_LEAVES = re.compile(r"\b(?:good ?bye|I(?: a|')m leaving|I leave|I have to go)\b", re.IGNORECASE)


def hear(prompt: Prompt, errors: Fallibility) -> str:
    """Return one JSON object for each sentence of what was said, but for what is overlooked."""
    found = _SAID.search(prompt.sections.get("What it said", ""))
    sentences = [s for s in _SENTENCE.split(found.group(1)) if s.strip()] if found else []
    rooms = prompt.items("Rooms")
    known = [fields[0] for fields in prompt.items("Things the team knows")]
    heard = [sentence for sentence in sentences if not errors.overlooks(f"said: {sentence}")]
    meant = [_meaning(sentence, rooms, known) for sentence in heard] or [{"kind": "chat"}]
    kinds = ", ".join(str(one["kind"]) for one in meant)
    lines = [json.dumps(one) for one in meant]
    return "\n".join([f"[analysis] I read: {kinds}.", "[result]", *lines])


def _meaning(
    sentence: str, rooms: Sequence[tuple[str, ...]], known: Sequence[str]
) -> dict[str, object]:
    for pattern, status in ((_EXPLORE, "adopted"), (_EXPLORED, "done")):
        if found := pattern.search(sentence):
            room = _room_id(found.group(1), rooms)
            if room:
                intent = {"kind": "intent", "status": status, "subtask": "Explore"}
                return {**intent, "room": room}
    for pattern, status in ((_TAKES, "adopted"), (_TOOK, "done")):
        if found := pattern.search(sentence):
            return _replacing(found, status, rooms, known)
    if found := _SEES.search(sentence):
        return _sighting(found, rooms, known)
    return {"kind": "leave" if _LEAVES.search(sentence) else "chat"}


def _replacing(
    found: re.Match[str], status: str, rooms: Sequence[tuple[str, ...]], known: Sequence[str]
) -> dict[str, object]:
    thing, receptacle, room = found.groups()
    return {
        "kind": "intent",
        "status": status,
        "subtask": "Re-place",
        "object": _type(thing, known),
        "receptacle": _type(receptacle, known),
        "room": _room_type(room or "", rooms) or _camel(room or "") or "Room",
    }


def _sighting(
    found: re.Match[str], rooms: Sequence[tuple[str, ...]], known: Sequence[str]
) -> dict[str, object]:
    thing, on, room, x, y = found.groups()
    meant: dict[str, object] = {"kind": "detection", "category": _type(thing, known)}
    if on and (there := _room_id(on, rooms)):
        meant["room"] = there
    elif on:
        meant["receptacle"] = _type(on, known)
    if room and (there := _room_id(room, rooms)):
        meant["room"] = there
    if x and y:
        meant["position"] = [float(x), float(y)]
    return meant


def _room_id(words: str, rooms: Sequence[tuple[str, ...]]) -> str:
    """Return the room that is meant, by its id or as the only one of its type, or nothing."""
    wanted = _bare(words)
    named = [room[0] for room in rooms if room[0].casefold() == wanted.replace(" ", "_")]
    typed = [room[0] for room in rooms if _bare(_typed(room)) == wanted.replace(" ", "")]
    return named[0] if named else typed[0] if len(typed) == 1 else ""


def _room_type(words: str, rooms: Sequence[tuple[str, ...]]) -> str:
    wanted = _bare(words).replace(" ", "")
    types = {_typed(room) for room in rooms}
    return next((t for t in sorted(types) if wanted and _bare(t) == wanted), "")


def _typed(room: tuple[str, ...]) -> str:
    return room[1] if len(room) > 1 and room[1] != "type unknown" else ""


def _type(words: str, known: Sequence[str]) -> str:
    """Return a type as the team writes it, where it knows one of those words."""
    wanted = _bare(words).replace(" ", "")
    return next((name for name in known if _bare(name) == wanted), _camel(words))


def _bare(words: str) -> str:
    return re.sub(rf"^{_ARTICLE} ", "", " ".join(words.split()).casefold())


def _camel(words: str) -> str:
    return "".join(word.capitalize() for word in split_words(_bare(words)))
