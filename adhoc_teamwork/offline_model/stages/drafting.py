# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draft a message to teammates: what one does next, has done, has found, and asks for."""

import math
from collections.abc import Iterable, Iterator, Sequence

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.options.places import instances
from adhoc_teamwork.offline_model.reading.errands import Errand, errand_of, errand_to
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.reader import find_number, read_subtasks
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.reading.talk import SELF, Heard, read_talk, with_talk
from adhoc_teamwork.offline_model.stages.considering import consider, heeding
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_MOST_FINDS = 4
_SENT = "sent a message"
_KEEPS = (SubTaskKind.TAKE, SubTaskKind.LOAD)
"""After which a thing is still to be brought."""


def draft(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return a message of what has not been said yet; a slip says what is not so."""
    talk = read_talk(prompt, facts)
    heard = with_talk(facts, talk)
    before = {s.casefold() for one in talk if one.name == SELF for s in one.sentences}
    sentences = [s for s in _sentences(prompt, heard, talk, chance) if s.casefold() not in before]
    if chance.slips:
        rooms = [room.id for room in facts.rooms if "you" not in room.explored_by]
        sentences = [f"I have explored {room}." for room in rooms[:1]] + sentences
    most = int(find_number(r"at most (\d+) characters", prompt.rules.get("Output format", ""), 500))
    told = ""
    # What is in the hands is told beside what is worth a message, never by itself.
    for sentence in [*sentences, *(told_hands(facts) if sentences else ())]:
        if len(told) + 1 + len(sentence) <= most:
            told = f"{told} {sentence}".strip()
    return f"[message] {told or 'none'}"


def told_hands(facts: Facts) -> Iterator[str]:
    """Yield what this robot holds: it lies no longer where others have seen it."""
    held = [name for name in (facts.me.held_category, facts.me.other_category) if name]
    if held:
        yield f"I hold {_listed([f'the {category}' for category in held])}."


def found_by_oneself(facts: Facts, talk: tuple[Heard, ...]) -> list[Errand]:
    """Return what is to be moved and nobody else has told of, the nearest first."""
    told = [thing for one in talk if one.name != SELF for thing in one.found]
    things = [t for t in facts.things if t.out_of_place and not t.holder and not t.gone]
    errands = [errand_to(t) for t in sorted(things, key=lambda t: (t.distance, t.id))]
    return [e for e in errands if not any(e.is_same(other) for other in told)]


def told_places(facts: Facts, talk: tuple[Heard, ...]) -> Iterator[str]:
    """Yield where the goal wants things, as far as nobody else has told of it."""
    told = [place for one in talk if one.name != SELF for place in one.places]
    for receptacle, room in dict.fromkeys((w.receptacle, w.room) for w in facts.goal.wishes):
        found = [errand_to(place) for place in instances(facts, receptacle, room)]
        if found and not any(found[0].is_same(other) for other in told):
            yield f"The {found[0].category} is at {str(found[0]).split(' at ', 1)[1]}."


def told_progress(facts: Facts, done: Iterable[SubTask]) -> Iterator[str]:
    """Yield what this robot has done, of what it took up, that the prompt shows to be so.

    With a room it tells of all that it has explored: teammates may be told the latest words alone.
    """
    done = tuple(done)
    explored = [room.id for room in facts.rooms if "you" in room.explored_by]
    if any(subtask.room_id in explored for subtask in done):
        yield f"I have explored {_listed(sorted(explored))}."
    for subtask in done:
        thing = facts.thing(subtask.object_id) if subtask.object_id else None
        if thing is None or math.isnan(thing.x):
            continue
        if subtask.kind is SubTaskKind.CHECK and thing.closed is False:
            yield str(errand_to(thing, looks_into=True)).replace("look", "I have looked", 1) + "."
        lets_go = subtask.moves_object and subtask.kind not in _KEEPS
        if lets_go and not (thing.out_of_place or thing.holder):
            yield f"I brought the {thing.category} to ({thing.x:g}, {thing.y:g})."


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def done_since_told(prompt: Prompt) -> tuple[SubTask, ...]:
    """Return what the robot took up since it last sent a message, as far as the prompt shows."""
    lines = [fields[0] for fields in prompt.items("Previous plans of yours")]
    sent = [number for number, line in enumerate(lines) if _SENT in line]
    found = read_subtasks(lines[sent[-1] + 1 :] if sent else lines)
    before = read_subtasks(lines[: sent[-1]])[-1:] if sent else ()
    return tuple(dict.fromkeys((*before, *found)))


def _sentences(
    prompt: Prompt, facts: Facts, talk: tuple[Heard, ...], chance: Chance
) -> Iterator[str]:
    found = consider(prompt, facts, chance, slipping=False)
    best = heeding(prompt, found, talk, facts.me.name)[0].subtask
    own = errand_of(facts, best) if best.kind is not SubTaskKind.STOP else None
    if best.object_id in facts.me.all_held:
        own = None
    if own is not None:
        yield f"I {own}."
    for errand in found_by_oneself(facts, talk)[:_MOST_FINDS]:
        if own is None or not errand.is_same(own):
            yield f"I found {str(errand).removeprefix('bring ')}."
    yield from told_places(facts, talk)
    yield from told_progress(facts, done_since_told(prompt))
    if not prompt.items("Previous plans of yours"):
        yield from (f"I have explored {r.id}." for r in facts.rooms if "you" in r.explored_by)
    free = [
        room.id
        for room in sorted(facts.rooms, key=lambda r: (-r.distance, r.id))
        if not room.explored_by and not room.exploring and (own is None or room.id != own.room)
    ]
    idle = [mate.name for mate in facts.mates if not mate.left and not mate.taken_up]
    for name, room_id in zip(idle, free, strict=False):
        yield f"{name}, please explore {room_id}."
