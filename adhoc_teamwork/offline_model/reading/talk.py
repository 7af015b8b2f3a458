# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What teammates say in the dialogue of a prompt: plain sentences on what they do, did and found.

Words of others are information: they may be wrong, and they change nothing that a robot knows of
itself. What is understood of them are a few turns of English, and the template language.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.offline_model.reading.errands import Errand, read_errand
from adhoc_teamwork.offline_model.reading.facts import Facts, Mate, Thing, Wish
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask, SubTaskKind
from adhoc_teamwork.teamwork.team.template_language import read_told

SELF = "you"
_SAID = re.compile(r"^(?:t=\S+ )?([^\s:|]{1,64}): .*?«([^»]*)»")
_ANSWERED = re.compile(r"^- ([^\s|]{1,64}) \| (?:agrees|refuses) \| «([^»]*)»")
_LINE = re.compile(r"^- ([^\s|]{1,64}) \| «([^»]*)»")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_ROOMS = re.compile(r"\broom_\w{1,40}")
_DID = re.compile(r"\bI(?:'ve| have)? (?:already )?(?:explored|searched|looked through)\b", re.I)
_FOUND = re.compile(
    r"\b(?:found|there is|there's|saw|see|seen) (?:the |a |an )?([A-Za-z][\w-]{0,60}) at", re.I
)
_STANDS = re.compile(r"^The ([A-Za-z][\w-]{0,60}) (?:is|stands) at", re.I)
_IS_IN = re.compile(r"^I(?:'m| am) in (room_\w{1,40})", re.I)
_BROUGHT = re.compile(
    r"\bI(?:'ve| have)? (?:brought|put|carried) (?:the |a |an )?([A-Za-z][\w-]{0,60}) to ",
    re.I,
)
_HOLDS = re.compile(r"^I(?:'m| am)? (?:hold|carry)(?:ing)? ", re.I)
_HELD = re.compile(r"\b(?:the|a|an) ([A-Za-z][\w-]{0,60})")
_LOOKED = re.compile(r"\bI(?:'ve| have)? (?:already )?(?:looked into|checked|opened)\b", re.I)
_CANNOT = re.compile(r"\bI (?:cannot|can't|could not)\b", re.I)
_ASKS = re.compile(r"^([^\s,]{1,64}), (?:please|could you|can you)\b", re.I)
_WILL = re.compile(r"\b(?:I|me|I'll|let me)\b", re.I)


@dataclass(frozen=True)
class Heard:
    """Hold what one robot has said, as far as it is understood."""

    name: str
    does: Errand | None = None
    explored: tuple[str, ...] = ()
    looked_into: tuple[Errand, ...] = ()
    found: tuple[Errand, ...] = ()
    brought: tuple[Errand, ...] = ()
    """What it has put where the goal wants it, at the place where that lies now."""
    holds: tuple[str, ...] = ()
    """The types of what it has in its hands, as it told last."""
    places: tuple[Errand, ...] = ()
    """Where furniture stands."""
    cannot: tuple[Errand, ...] = ()
    asks: tuple[tuple[str, Errand], ...] = ()
    """Whom it asks for what."""
    room: str = ""
    """Where it says that it is."""
    sentences: tuple[str, ...] = ()


def read_talk(prompt: Prompt, facts: Facts) -> tuple[Heard, ...]:
    """Return what each robot says in dialogue and answers, the robot itself (`SELF`) included."""
    said: dict[str, list[str]] = {}
    for heading, form in (("Dialogue", _SAID), ("Answers to this version", _ANSWERED)):
        for line in prompt.sections.get(heading, "").splitlines():
            found = form.match(line)
            if found is not None:
                said.setdefault(found.group(1), []).extend(sentences_of(found.group(2)))
    return tuple(
        _heard(name, [s for s in told if name == SELF or not _is_lost(facts, name, s)])
        for name, told in said.items()
    )


def read_plan_lines(prompt: Prompt) -> tuple[tuple[str, Errand], ...]:
    """Return whose each line of the meta-plan is, and for what; others are left out."""
    found = []
    for line in prompt.sections.get("Meta-plan", "").splitlines():
        told = _LINE.match(line)
        errand = read_errand(told.group(2)) if told is not None else None
        if told is not None and errand is not None:
            found.append((told.group(1), errand))
    return tuple(found)


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [sentence.strip() for sentence in _SENTENCE.split(text) if sentence.strip()]


def with_talk(facts: Facts, talk: Iterable[Heard]) -> Facts:
    """Return the facts as they are if what teammates say is so."""
    others = [heard for heard in talk if heard.name != SELF]
    for heard in others:
        facts = _with_one(facts, heard)
    facts = _with_places(facts, [place for heard in others for place in heard.places])
    facts = _with_looked_into(facts, [lid for heard in others for lid in heard.looked_into])
    brought = [thing for heard in others for thing in heard.brought]
    in_hand = [category for heard in others for category in heard.holds]
    return _with_brought(facts, [*brought, *map(_placeless, in_hand, range(len(in_hand)))])


def _placeless(category: str, number: int) -> Errand:
    """Return a thing of which no place is told; one of another number is no other's."""
    return Errand(category, x=float(number), y=math.inf)


def _with_places(facts: Facts, told: Sequence[Errand]) -> Facts:
    """Return the facts with places that the goal names, of a type of which this robot knows none.

    What it has looked through in vain is left out.
    """
    wanted = {wish.receptacle.casefold() for wish in facts.goal.wishes}
    wanted -= {known.category.casefold() for known in facts.receptacles()}
    seen = {room.id for room in facts.rooms if "you" in room.explored_by}
    new = {
        place.category.casefold(): place
        for place in told
        if place.category.casefold() in wanted and place.room not in seen
    }
    things = tuple(
        Thing(
            f"the {place.category} that was told of",
            place.category,
            room=place.room,
            room_type=room.type if (room := facts.room(place.room)) is not None else "",
            distance=math.hypot(place.x - facts.me.x, place.y - facts.me.y),
            receptacle=True,
            x=place.x,
            y=place.y,
        )
        for place in new.values()
    )
    return replace(facts, things=(*facts.things, *things)) if things else facts


def _with_looked_into(facts: Facts, lids: Sequence[Errand]) -> Facts:
    """Return the facts with what others have opened open: what was in it they have seen."""

    def opened(thing: Thing) -> Thing:
        is_open = thing.closed and any(lid.is_about(thing) for lid in lids)
        return thing._replace(closed=False) if is_open else thing

    return replace(facts, things=tuple(map(opened, facts.things))) if lids else facts


def _with_brought(facts: Facts, brought: Sequence[Errand]) -> Facts:
    """Return the facts with what others have put in place, or hold; of enough none more is wanted.

    What this robot knows to lie there is counted already.
    """
    new = [thing for i, thing in enumerate(brought) if not any(map(thing.is_same, brought[:i]))]
    new = [thing for thing in new if not any(thing.is_about(one) for one in facts.things)]
    wishes = tuple(
        replace(wish, there=wish.there + sum(_is_of(thing.category, wish) for thing in new))
        for wish in facts.goal.wishes
    )
    if wishes == facts.goal.wishes:
        return facts
    short = [wish for wish in wishes if wish.there < wish.wanted]
    things = tuple(
        thing._replace(out_of_place=False)
        if thing.out_of_place
        and any(_is_of(thing.category, wish) for wish in wishes)
        and not any(_is_of(thing.category, wish) for wish in short)
        and thing.id != facts.me.held
        else thing
        for thing in facts.things
    )
    return replace(facts, goal=replace(facts.goal, wishes=wishes), things=things)


def _is_of(category: str, wish: Wish) -> bool:
    return category.casefold() == wish.category.casefold()


def _with_one(facts: Facts, heard: Heard) -> Facts:
    rooms = tuple(
        replace(room, explored_by=(*room.explored_by, heard.name))
        if room.id in heard.explored and heard.name not in room.explored_by
        else room
        for room in facts.rooms
    )
    doing = _subtask(facts, heard.does) if heard.does is not None else None
    if doing is not None and doing.kind is SubTaskKind.EXPLORE:
        rooms = tuple(
            replace(room, exploring=(*room.exploring, heard.name))
            if room.id == doing.room_id and heard.name not in room.exploring
            else room
            for room in rooms
        )
    mate = facts.mate(heard.name) or Mate(heard.name)
    told = replace(mate, taken_up=(*mate.taken_up, doing)) if doing is not None else mate
    others = tuple(m for m in facts.mates if m.name != heard.name)
    return replace(facts, rooms=rooms, mates=(*others, told))


def _subtask(facts: Facts, errand: Errand) -> SubTask | None:
    """Return what a teammate does, in this robot's names; None where it knows no such thing."""
    if not errand.category:
        return SubTask(SubTaskKind.EXPLORE, room_id=errand.room)
    thing = next((thing for thing in facts.things if errand.is_about(thing)), None)
    if thing is None:
        return None
    if errand.looks_into:
        return SubTask(SubTaskKind.CHECK, object_id=thing.id)
    return SubTask(SubTaskKind.TRANSPORT, object_id=thing.id)


def _is_lost(facts: Facts, name: str, sentence: str) -> bool:
    return facts.errors.overlooks(f"{name} says {sentence}")


def _heard(name: str, sentences: Sequence[str]) -> Heard:
    heard = Heard(name, sentences=tuple(sentences))
    for sentence in sentences:
        heard = _with_sentence(heard, sentence)
    return heard


def _with_sentence(heard: Heard, sentence: str) -> Heard:
    told = read_told(sentence, heard.name, 0.0)
    if told is not None:
        found = tuple(
            Errand(d.category, d.position.x, d.position.y, d.room) for d in told.detections
        )
        heard = replace(heard, found=(*heard.found, *found))
        if told.intent is None:
            return heard
        place, subtask = told.intent.object_position, told.intent.subtask
        errand = Errand(room=subtask.room_id) if subtask.kind is SubTaskKind.EXPLORE else None
        if place is not None:
            looks = subtask.kind is SubTaskKind.CHECK
            errand = Errand(told.intent.object_category, place.x, place.y, "", looks)
        if told.intent.status is not IntentStatus.DONE:
            return replace(heard, does=errand)
        done = (errand.room,) if errand is not None and not errand.category else ()
        if subtask.moves_object and subtask.kind is not SubTaskKind.LOAD:
            # Of what is done the sentence tells no place, and no two of them are the same.
            told_of = _placeless(told.intent.object_category, len(heard.brought))
            heard = replace(heard, brought=(*heard.brought, told_of))
        return replace(heard, does=None, explored=(*heard.explored, *done))
    if _DID.search(sentence):
        return replace(heard, explored=(*heard.explored, *_ROOMS.findall(sentence)))
    if _LOOKED.search(sentence):
        looked = read_errand(_LOOKED.sub("I look into", sentence))
        return replace(heard, looked_into=(*heard.looked_into, looked)) if looked else heard
    if _HOLDS.search(sentence):
        return replace(heard, holds=tuple(_HELD.findall(sentence)))
    if _BROUGHT.search(sentence):
        put = read_errand(_BROUGHT.sub(r"bring the \1 at ", sentence))
        if put is None:
            return heard
        left = tuple(held for held in heard.holds if held.casefold() != put.category.casefold())
        return replace(heard, brought=(*heard.brought, put), holds=left)
    if where := _IS_IN.search(sentence):
        return replace(heard, room=where.group(1))
    if _STANDS.search(sentence):
        stands = read_errand(_STANDS.sub(r"bring the \1 at", sentence))
        return replace(heard, places=(*heard.places, stands)) if stands is not None else heard
    errand = read_errand(sentence)
    asked = _ASKS.match(sentence)
    if _FOUND.search(sentence):
        thing = read_errand(_FOUND.sub(r"bring the \1 at", sentence))
        return replace(heard, found=(*heard.found, thing)) if thing is not None else heard
    if errand is None:
        return heard
    if _CANNOT.search(sentence):
        return replace(heard, cannot=(*heard.cannot, errand))
    if asked is not None:
        return replace(heard, asks=(*heard.asks, (asked.group(1), errand)))
    return replace(heard, does=errand) if _WILL.search(sentence) else heard
