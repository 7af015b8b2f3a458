# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read facts from the sections of a prompt; a line that is not understood is passed over."""

import math
import re
from collections.abc import Iterable
from functools import lru_cache

from adhoc_teamwork.offline_model.reading.facts import (
    Attempt,
    Facts,
    GoalFacts,
    Mate,
    Myself,
    RoomFact,
    StateWish,
    TeamAnswer,
    Thing,
    Wish,
)
from adhoc_teamwork.offline_model.reading.hints import read_advice, read_hints
from adhoc_teamwork.offline_model.reading.sections import Prompt, fields_of
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.notation import read_subskill, read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_NAME = r"([^\s|,;()]+)"
_IN_ROOM = re.compile(rf"^in {_NAME} \(([^()]*)\)$")
_ON = re.compile(rf"^(?:on|in) {_NAME}(?: \(([^()]*)\))?$")
_ANSWER = re.compile(
    r"^t=\S+ (.+?): (?:\(to [^()]*\) )?To your intent #(\d+): (CONFLICT|no conflict)"
)
_FINISHED = re.compile(r"^t=\S+ .+?: (?:\(to [^()]*\) )?#\d+ I have finished (.+)")
_SEEN = re.compile(
    r"\(your ([^()\s]+)\) at \([^()]*\)(?:, height -?[\d.]+ m)?(?: on [^,.()]+)?, (in|out of) place"
)
_OUTCOME = re.compile(r": (succeeded|failed)(?: at \w+)?(?: \(([^()]*)\))?")
_METRES = re.compile(rf"{_NUMBER} m away$")
_A_NUMBER = re.compile(_NUMBER)
_AWAY, _SINCE = " m away", " | seen "
_DISTANCE = re.compile(rf"\| {_NUMBER}{_AWAY}")
_CHANGING = re.compile(r" \| (?:-?[\d.]+ m away|seen [^|]*)")
_HEIGHT = re.compile(rf"can be picked up at height {_NUMBER} m")
_SURFACE = re.compile(rf"receptacle, surface at {_NUMBER} m")
_KEPT = 2048
"""How many lines are remembered: prompts repeat most of theirs."""

_DISTANCE_AT = Thing._fields.index("distance")
_WISH = 6
"""The fields of a wish."""
_STATE_WISH = 5
"""Those of one for a state."""
_KEPT_ON = re.compile(r"on an? ([\w ]+?) in an? ([\w ]+?)(?= or on |,)")
_STATES = re.compile(r"[\w.-]+=[\w.-]+(?:, [\w.-]+=[\w.-]+)*")
_NO_TYPE = frozenset({"", "type unknown"})


def read_facts(prompt: Prompt) -> Facts:
    """Return all facts that the prompt's sections hold."""
    now = _things(prompt, "Objects in view now")
    before = _things(prompt, "Objects detected before")
    subskills = read_hints(prompt.rules.get("Sub-skills", ""))
    return Facts(
        me=_myself("\n".join(prompt.lines("Ad hoc state"))),
        rooms=tuple(_room(fields) for fields in prompt.items("Rooms")),
        things=(*now, *before),
        mates=_mates(prompt),
        answers=_answers(prompt.lines("Communication messages")),
        history=_history(prompt.lines("Your latest sub-skills")),
        rejected=read_subtasks(prompt.lines("Rejected in this round")),
        finished=_finished(prompt.lines("Communication messages")),
        goal=_goal(prompt),
        offered=_offered(prompt),
        subtasks=read_hints(prompt.rules.get("Sub-tasks", "")),
        subskills=subskills,
        advice=read_advice(prompt.rules.get("How they fit together", ""), subskills),
        deliberate="[analysis]" in prompt.rules.get("Output format", ""),
    )


def read_items(prompt: Prompt) -> tuple[Thing, ...]:
    """Return the objects that the prompt asks to be judged."""
    return _things(prompt, "Objects to judge")


def read_known_places(prompt: Prompt) -> tuple[tuple[str, str], ...]:
    """Return the known (receptacle type, room type) pairs that a prompt for judging lists."""
    places: list[tuple[str, str]] = []
    for kind, *rest in prompt.items("Known receptacle types"):
        rooms = rest[0].removeprefix("in ").split(", ") if rest else [""]
        places.extend((kind, room.strip()) for room in rooms)
    return tuple(places)


def read_subtasks(lines: Iterable[str]) -> tuple[SubTask, ...]:
    """Return the sub-tasks with which lines begin."""
    found = (read_subtask(line) for line in lines)
    return tuple(subtask for subtask in found if subtask is not None)


def read_labelled_subtask(prompt: Prompt, heading: str) -> SubTask | None:
    """Return the first sub-task of a section, after a label such as ``Current sub-task:``."""
    lines = [line.removeprefix("Current sub-task:").strip() for line in prompt.lines(heading)]
    return next(iter(read_subtasks(lines)), None)


def find_number(pattern: str | re.Pattern[str], text: str, default: float) -> float:
    """Return the number that the first group of `pattern` finds in `text`, or `default`."""
    match = re.search(pattern, text)
    return float(match.group(1)) if match else default


@lru_cache(maxsize=_KEPT)
def _myself(text: str) -> Myself:
    name = re.search(rf"You are {_NAME},", text)
    place = re.search(rf"You are at \({_NUMBER}, {_NUMBER}\)", text)
    room = re.search(rf"heading \S+ degrees, in {_NAME}\.", text)
    held = re.search(r"You hold ([^\s.()]\S*?)(?: \(([^()]*)\))?\.(?:\s|$)", text)
    heights = re.search(rf"heights from {_NUMBER} to {_NUMBER} m", text)
    holds = held is not None and held.group(1) != "nothing"
    doing = re.search(r"^Your sub-task: (.+)$", text, re.MULTILINE)
    other = re.search(r"Your other hand holds ([^\s.()]\S*?)(?: \(([^()]*)\))?\.(?:\s|$)", text)
    return Myself(
        name=name.group(1) if name else "",
        drives="You cannot drive" not in text,
        arm="You have an arm" in text,
        payload=find_number(rf"it lifts up to {_NUMBER} kg", text, 0.0),
        lowest=float(heights.group(1)) if heights else 0.0,
        highest=float(heights.group(2)) if heights else math.inf,
        sees=_sees(text),
        x=float(place.group(1)) if place else 0.0,
        y=float(place.group(2)) if place else 0.0,
        room=room.group(1) if room else "",
        held=held.group(1) if held and holds else "",
        held_category=(held.group(2) or "") if held and holds else "",
        range=_range(text),
        step=find_number(rf"over steps of at most {_NUMBER} m", text, math.inf),
        ramp=find_number(rf"ramps of at most {_NUMBER} degrees", text, math.inf),
        hands=2 if "You have two hands" in text else 1,
        other_held=other.group(1) if other and holds else "",
        other_category=(other.group(2) or "") if other and holds else "",
        doing=read_subtask(doing.group(1)) if doing else None,
    )


def _range(text: str) -> float:
    """Return how far the battery takes the robot, in metres; a battery of 0 has not been told."""
    speed = find_number(rf"You can drive, up to {_NUMBER} m/s", text, math.inf)
    battery = find_number(rf"Battery: {_NUMBER} s of work left", text, 0.0)
    return speed * battery if battery > 0.0 else math.inf


def _sees(text: str) -> frozenset[str]:
    match = re.search(r"finds things on ([a-z ]+)", text)
    words = match.group(1) if match else ""
    return frozenset(name for name in ("floor", "seats", "table tops") if name in words)


def _names(fields: Iterable[str], label: str) -> tuple[str, ...]:
    for field in fields:
        if field.startswith(label):
            return tuple(name.strip() for name in field[len(label) :].split(","))
    return ()


@lru_cache(maxsize=_KEPT)
def _room(fields: tuple[str, ...]) -> RoomFact:
    kind = re.sub(r" \(\d+% sure\)$", "", fields[1]) if len(fields) > 1 else ""
    text = " | ".join(fields)
    return RoomFact(
        id=fields[0],
        type="" if kind in _NO_TYPE else kind,
        distance=_away(fields),
        here="you are here" in fields,
        seen=find_number(rf"\| {_NUMBER}% seen by you", text, 0.0) / 100.0,
        explored_by=_names(fields, "explored by "),
        exploring=_names(fields, "being explored by "),
        step=find_number(rf"\| by steps of {_NUMBER} m", text, 0.0),
        ramp=find_number(rf"\| by ramps of {_NUMBER} degrees", text, 0.0),
        x=find_number(rf"\| centre \({_NUMBER}, ", text, math.nan),
        y=find_number(rf"\| centre \(-?[\d.]+, {_NUMBER}\)", text, math.nan),
    )


def _away(fields: Iterable[str]) -> float:
    found = (_METRES.match(field) for field in fields)
    return next((float(match.group(1)) for match in found if match), 0.0)


def _things(prompt: Prompt, heading: str) -> tuple[Thing, ...]:
    """Read a section on objects: what hardly ever changes is read once, the distance anew."""
    things = []
    for line in prompt.entries(heading):
        lasting, away = _without_changing(line)
        thing = _lasting_thing(lasting)
        if thing is not None:
            things.append(_at_distance(thing, float(away)) if away else thing)
    return tuple(things)


def _at_distance(thing: Thing, distance: float) -> Thing:
    """Return a thing at another distance: `_replace`, which takes longer than reading the line."""
    return Thing._make((*thing[:_DISTANCE_AT], distance, *thing[_DISTANCE_AT + 1 :]))


def _without_changing(line: str) -> tuple[str, str]:
    """Return a line without the fields that change all the time: how far away, when seen.

    Beside it the number of metres that it says first, or nothing.
    """
    head, _, tail = line.partition(_AWAY)
    before, _, away = head.rpartition(" | ")
    after, since, last = tail.partition(_SINCE)
    if _A_NUMBER.fullmatch(away) and not (_AWAY in tail or _SINCE in before or "|" in last):
        # Most lines are such, and need no look at every field.
        return f"{before} | {after}{' | ' if since else ''}", away
    told = _DISTANCE.search(line)
    return _CHANGING.sub(" | ", line), told.group(1) if told else ""


@lru_cache(maxsize=_KEPT)
def _lasting_thing(line: str) -> Thing | None:
    fields = fields_of(line)
    if len(fields) < 2:
        return None
    text = " | ".join(fields)
    room_at = max((i for i, f in enumerate(fields) if i >= 2 and _says_room(f)), default=0)
    room = _IN_ROOM.match(fields[room_at]) if room_at else None
    where = fields[2] if room_at > 2 else ""
    on = _ON.match(where)
    floor = where == "on the floor"
    return Thing(
        id=fields[0],
        category=fields[1],
        on="Floor" if floor else on.group(1) if on else "",
        on_type="Floor" if floor else (on.group(2) or "") if on else "",
        inside=where.startswith("in "),
        holder=where.removeprefix("held by ") if where.startswith("held by ") else "",
        gone=where == "gone from there",
        room=room.group(1) if room else "",
        room_type="" if room is None or room.group(2) in _NO_TYPE else room.group(2),
        height=find_number(_HEIGHT, text, math.nan),
        surface=find_number(_SURFACE, text, math.nan),
        pickupable="can be picked up" in text,
        receptacle=any(field.split(",")[0] == "receptacle" for field in fields[2:]),
        out_of_place=any(field.startswith("OUT OF PLACE") for field in fields),
        in_place=any(field.startswith("in place") for field in fields),
        x=find_number(rf"\| at \({_NUMBER}, ", text, math.nan),
        y=find_number(rf"\| at \(-?[\d.]+, {_NUMBER}\)", text, math.nan),
        closed=True if "closed" in fields[2:] else False if "open" in fields[2:] else None,
        load=int(find_number(r"\| container with (\d+) of", text, 0)),
        capacity=int(find_number(r"\| container with \d+ of (\d+) things", text, 0)),
        states=next((tuple(f.split(", ")) for f in fields[2:] if _STATES.fullmatch(f)), ()),
        kept=tuple(p for f in fields[2:] if f.startswith("kept on ") for p in _KEPT_ON.findall(f)),
    )


def _goal(prompt: Prompt) -> GoalFacts:
    wishes = [_wish(fields) for fields in prompt.items("Goal") if len(fields) == _WISH]
    words = [line for line in prompt.lines("Goal") if not line.startswith("- ")]
    states = [_state_wish(fields) for fields in prompt.items("Goal") if len(fields) == _STATE_WISH]
    return GoalFacts(" ".join(words), tuple(wishes), tuple(states))


def _wish(fields: tuple[str, ...]) -> Wish:
    category, relation, receptacle, room, wanted, there = fields
    return Wish(
        category,
        receptacle,
        "" if room == "any room" else room,
        relation == "in",
        int(find_number(r"(\d+) wanted", wanted, 1)),
        int(find_number(r"(\d+) known", there, 0)),
    )


def _state_wish(fields: tuple[str, ...]) -> StateWish:
    category, state, room, wanted, there = fields
    return StateWish(
        category,
        state,
        "" if room == "any room" else room,
        int(find_number(r"(\d+) wanted", wanted, 1)),
        int(find_number(r"(\d+) known", there, 0)),
    )


def _offered(prompt: Prompt) -> tuple[SubTaskKind, ...]:
    """Return the kinds that the section on sub-tasks lists."""
    lines = [
        line[2:] for line in prompt.rules.get("Sub-tasks", "").splitlines() if line.startswith("- ")
    ]
    names = {re.split(r"[\s:<]", line, maxsplit=1)[0] for line in lines}
    return tuple(kind for kind in SubTaskKind if kind.value in names)


def _says_room(field: str) -> bool:
    return field == "in an unknown room" or _IN_ROOM.match(field) is not None


def _mates(prompt: Prompt) -> tuple[Mate, ...]:
    abilities = {fields[0]: " | ".join(fields[1:]) for fields in prompt.items("Robot abilities")}
    states = {fields[0]: fields[1:] for fields in prompt.items("Robot states")}
    names = dict.fromkeys((*abilities, *states))
    return tuple(_mate(name, abilities.get(name, ""), states.get(name, ())) for name in names)


@lru_cache(maxsize=_KEPT)
def _mate(name: str, ability: str, state: tuple[str, ...]) -> Mate:
    return Mate(
        name=name,
        arm="arm: lifts" in ability,
        armless="no arm" in ability,
        payload=find_number(rf"arm: lifts {_NUMBER} kg", ability, 0.0),
        lowest=find_number(rf"heights {_NUMBER} to", ability, 0.0),
        highest=find_number(rf"heights \S+ to {_NUMBER} m", ability, math.inf),
        sees=_sees(ability),
        taken_up=_intents(state, "has taken up "),
        proposes=_intents(state, "proposes "),
        explored=_names(state, "has explored "),
        heard=find_number(rf"heard {_NUMBER} s ago", " | ".join(state), 0.0),
        left="has left the team" in state,
    )


def _intents(fields: Iterable[str], label: str) -> tuple[SubTask, ...]:
    return read_subtasks(f[len(label) :] for f in fields if f.startswith(label))


def _finished(lines: Iterable[str]) -> tuple[SubTask, ...]:
    # Few lines are such, and most are long: this tells at once.
    told = (line for line in lines if "I have finished" in line)
    return read_subtasks(found.group(1) for line in told if (found := _FINISHED.match(line)))


def _answers(lines: Iterable[str]) -> tuple[TeamAnswer, ...]:
    told = (line for line in lines if "To your intent #" in line)
    return tuple(answer for line in told if (answer := _answer(line)) is not None)


@lru_cache(maxsize=_KEPT)
def _answer(line: str) -> TeamAnswer | None:
    found = _ANSWER.match(line)
    if found is None:
        return None
    seen = _SEEN.findall(line)
    return TeamAnswer(
        sender=found.group(1),
        intent_id=int(found.group(2)),
        conflict=found.group(3) == "CONFLICT",
        in_place=tuple(name for name, where in seen if where == "in"),
        out_of_place=tuple(name for name, where in seen if where != "in"),
    )


def _history(lines: Iterable[str]) -> tuple[Attempt, ...]:
    attempts = []
    for line in lines:
        outcome = _OUTCOME.search(line)
        subskill = read_subskill(line[: outcome.start()]) if outcome else None
        if outcome is not None and subskill is not None:
            succeeded = outcome.group(1) == "succeeded"
            attempts.append(Attempt(subskill, succeeded, Cause.read(outcome.group(2) or "")))
    return tuple(attempts)
