# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Divide errands among robots, check one's share against one's body, and carry it out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.error_injection import verdict
from adhoc_teamwork.offline_model.options.option import Option, Urgency
from adhoc_teamwork.offline_model.options.options import options
from adhoc_teamwork.offline_model.options.words_of_goal import Request, requests_in
from adhoc_teamwork.offline_model.reading.errands import Errand, read_errand, thing_of
from adhoc_teamwork.offline_model.reading.facts import Facts, Thing
from adhoc_teamwork.offline_model.reading.reader import find_number
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.stages.planning_for_all import left_to_do
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_QUOTED = re.compile(r"«([^»]*)»")
_ENTRY = re.compile(r"^- (\S+) \| «([^»]*)»", re.MULTILINE)
_ACTION = re.compile(r"^- (.+?) \| (done|failed)", re.MULTILINE)
_LIMIT = re.compile(r"\b(\w+) = ")
_HIGH = 1.5
"""Metres above the floor from which on a thing is high to who knows no numbers of its camera."""
_SLACK = 1e-9


@dataclass(frozen=True)
class Chore:
    """Hold one errand: what is to be done with a thing by its type, and where it is to go.

    Where a goal names no errands, `at` holds what is to be done instead: a thing by its place, or a
    room to look through.
    """

    verb: str = ""
    thing: str = ""
    to: str = ""
    at: Errand | None = None

    def __str__(self) -> str:
        if self.at is not None:
            return str(self.at)
        where = f" to the {self.to}" if self.to else ""
        return f"{self.verb} the {self.thing}{where}"

    @property
    def is_manual(self) -> bool:
        """Tell whether it takes a hand."""
        return bool(self.at.category if self.at is not None else self.to)

    @property
    def looks(self) -> bool:
        """Tell whether it is done by seeing a thing."""
        return self.verb == "look at"

    def found(self, facts: Facts) -> Thing | None:
        """Return the thing that it is about, as far as it is known."""
        if self.at is not None:
            return thing_of(self.at, facts.things) if self.at.category else None
        return facts.of_type(self.thing)

    def room(self, facts: Facts) -> str:
        """Return the room in which it begins; empty where that is not known."""
        found = self.found(facts)
        return found.room if found is not None else self.at.room if self.at is not None else ""

    def names(self, facts: Facts) -> Sequence[str]:
        """Return the ids of what it is about, as far as it is known."""
        if self.at is not None and not self.at.category:
            return [self.at.room]
        things = (self.found(facts), facts.of_type(self.to) if self.to else None)
        return [thing.id for thing in things if thing is not None]

    def is_done(self, facts: Facts) -> bool:
        """Tell whether the scene shows that it need not be done any more."""
        if self.at is not None and not self.at.category:
            room = facts.room(self.at.room)
            return room is None or "you" in room.explored_by
        found = self.found(facts)
        if found is None or not self.is_manual:
            return False
        if self.at is not None:
            return not (self.at.looks_into or found.out_of_place)
        return found.on_type.casefold() == self.to.casefold()

    def subtask(self, facts: Facts) -> SubTask | None:
        """Return the sub-task that does it, or brings it forward; None where there is none."""
        if self.at is not None:
            if not self.at.category:
                return SubTask(SubTaskKind.EXPLORE, room_id=self.at.room)
            fitting = (o.subtask for o in _possible(facts) if self.at.fits(o.subtask, facts))
            return next(fitting, None)
        found = facts.of_type(self.thing)
        return Request(self.verb, self.thing, self.to).subtask(found) if found else None


def divide(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return who does which errand; a slip gives one of them to another robot."""
    members = [fields[0] for fields in prompt.items("Robots of the team")] or [facts.me.name]
    refused = {(name, str(c)) for name, c in _entries(prompt, "Refused")}
    before = {str(c): name for name, c in _entries(prompt, "Division so far")}
    chores = _to_divide(facts)
    able = {c: [name for name in members if (name, str(c)) not in refused] for c in chores}
    load = dict.fromkeys(members, 0)
    chosen: dict[Chore, str] = {}
    goes_to: set[tuple[str, str]] = set()
    # What few can do is given first, so that who can do more is not busy with what others can. Of
    # those with least to do the best is who goes to that room anyway, then who had it before.
    for chore in sorted((c for c in chores if able[c]), key=lambda c: len(able[c])):
        room, had = chore.room(facts), before.get(str(chore), "")
        apart = {n: ((n, room) not in goes_to, n != had, members.index(n)) for n in able[chore]}
        name = min(able[chore], key=lambda n: (load[n], *apart[n]))
        load[name] += 1
        chosen[chore] = name
        goes_to.add((name, room))
    given = [(chosen[chore], chore) for chore in chores if chore in chosen]
    if not chores and facts.rooms:
        # Nothing is left that anybody could be given: a robot may stay where it is.
        here = min(facts.rooms, key=lambda room: (not room.here, room.distance, room.id))
        given = [(facts.me.name or members[0], Chore(at=Errand(room=here.id)))]
    if chance.slips and given:
        index = chance.pick("line", range(len(given)))
        given[index] = (chance.pick("robot", members), given[index][1])
    left = len(chores) - len(given)
    why = f"{len(given)} errands for {len(members)} robots."
    why += f" {left} can be done by nobody." if left else ""
    lines = [f"{number}. {name}: {chore}" for number, (name, chore) in enumerate(given, start=1)]
    return "\n".join([f"[analysis] {why}", "[result]", *lines])


def compute(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return what decides whether a body can do its share; a slip looks at heights alone."""
    known = _numbers(prompt)
    lines = []
    for chore in _share(prompt):
        names = chore.names(facts)
        lines += [f"step_limit - way({name})" for name in names]
        if any(room.ramp for room in facts.rooms):
            lines += [f"ramp_limit - ramp({name})" for name in names]
        if chore.is_manual and "reach_limit" in known:
            lines += [
                f"highest - height({name})"
                if chance.slips
                else f"reach({name}) - stand_off({name})"
                for name in names
            ]
            lines += [f"payload - weight({name})" for name in names[:1]]
        if chore.looks:
            lines += [f"0 - sight({name})" for name in names]
    lines = list(dict.fromkeys(lines)) or ["step_limit"]
    why = "Below zero is what I cannot do."
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, start=1)]
    return "\n".join([f"[analysis] {why}", "[result]", *numbered])


def check(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return whether a share can be done, and what of it cannot; a slip turns it around."""
    share = _share(prompt)
    found = [(chore, why) for chore in share if (why := _why_not(prompt, facts, chore))]
    fine = verdict(not found, chance)
    if fine:
        return "[analysis] My body can do all of it.\n[judgement] yes"
    if not found and share:
        found = [(chance.pick("refused", share), "it is not for me.")]
    why = "; ".join(f"{chore}: {reason}" for chore, reason in found)
    return f"[analysis] {why}\n[judgement] no: {why}"


def act(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the first sub-task of a share that was not tried; a slip takes another one."""
    share = _share(prompt) or _to_divide(facts)
    tried = _outcomes(prompt)
    left_over = [chore for chore in share if not chore.is_done(facts)]
    steps = [s for chore in left_over if (s := chore.subtask(facts)) is not None]
    left = [s for s in steps if s not in tried]
    possible = _possible(facts)
    if facts.me.held:
        at_hand = [o.subtask for o in possible if o.subtask.object_id == facts.me.held]
        left = [s for s in (*steps, *at_hand) if s.object_id == facts.me.held] or left
        left = [s for s in left if s not in tried] or left
    if chance.slips and len(left) > 1:
        left = left[1:]
    if not left:
        return "[analysis] All of it was tried.\n[result]\nStop"
    if not facts.me.held and any(o.subtask == left[0] and _is_vague(o) for o in possible):
        looks = [o.subtask for o in possible if o.subtask.kind is SubTaskKind.EXPLORE]
        first = next((s for s in looks if s not in tried), left[0])
        return f"[analysis] I do not know yet where it is to go.\n[result]\n{first}"
    return f"[analysis] It is the next that was not tried.\n[result]\n{left[0]}"


def _is_vague(option: Option) -> bool:
    """Tell whether it is not known yet where a thing is to go."""
    return option.urgency == Urgency.FETCH_LATER and option.subtask.moves_object


def _to_divide(facts: Facts) -> list[Chore]:
    """Return the errands that a goal names; else what is out of place, and rooms to look through.

    Rooms are looked through as well where something that an errand is about has not been found.
    """
    named = list(chores_of(facts.goal.text))
    if named and all(chore.found(facts) is not None for chore in named):
        return named
    left = [Chore(at=errand) for errand, _ in left_to_do(facts, ())]
    return [*named, *(chore for chore in left if not named or not chore.is_manual)]


def chores_of(text: str) -> Iterator[Chore]:
    """Yield the errands that a text asks for, in its order."""
    placed = read_errand(text)
    if placed is not None:
        yield Chore(at=placed)
        return
    yield from (Chore(asked.verb, asked.thing, asked.to) for asked in requests_in(text))


def _share(prompt: Prompt) -> list[Chore]:
    told = _QUOTED.findall(prompt.sections.get("Your share", ""))
    return [chore for words in told for chore in chores_of(words)]


def _entries(prompt: Prompt, heading: str) -> list[tuple[str, Chore]]:
    told = _ENTRY.findall(prompt.sections.get(heading, ""))
    return [(name, chore) for name, words in told for chore in chores_of(words)]


def _possible(facts: Facts) -> list[Option]:
    """Return what could be done next; a share has been checked against the body before."""
    return options(replace(facts, me=replace(facts.me, arm=True)))


def _outcomes(prompt: Prompt) -> dict[SubTask, str]:
    """Return how the actions that a robot has taken ended, "done" or "failed"."""
    told = _ACTION.findall(prompt.sections.get("Your actions so far", ""))
    return {s: outcome for text, outcome in told if (s := read_subtask(text)) is not None}


def _has_failed(prompt: Prompt, chore: Chore, facts: Facts) -> bool:
    """Tell whether a robot has tried an errand in vain."""
    names = chore.names(facts)[:1]
    return any(
        outcome == "failed" and (subtask.object_id or subtask.room_id) in names
        for subtask, outcome in _outcomes(prompt).items()
    )


def _numbers(prompt: Prompt) -> set[str]:
    return set(_LIMIT.findall(prompt.sections.get("Your body", "")))


def _why_not(prompt: Prompt, facts: Facts, chore: Chore) -> str:
    """Return why a body cannot do an errand, with the number that decides; empty where it can."""
    body = prompt.sections.get("Your body", "")
    if _has_failed(prompt, chore, facts):
        return "I have tried it in vain."
    if chore.is_manual and re.search(r"\bno arm\b|without an arm", body):
        return "I have no arm."
    names = chore.names(facts)
    for expression, value in prompt.items("Numbers"):
        about = re.search(r"\((\w+)\)", expression)
        is_mine = about is not None and about.group(1) in names
        is_of_deed = chore.is_manual or "reach" not in expression
        if is_mine and is_of_deed and find_number(r"^(-?[\d.]+)$", value, 0.0) < -_SLACK:
            return f"{expression} comes to {value}."
    if _numbers(prompt):
        return ""
    return _why_not_in_words(body, facts, chore, names)


def _why_not_in_words(body: str, facts: Facts, chore: Chore, names: Sequence[str]) -> str:
    """Return what speaks against an errand where nothing but words is known of a body."""
    things = [thing for thing in facts.things if thing.id in names]
    steps = {room.id: room.step for room in facts.rooms}
    rooms = [*(thing.room for thing in things), *(name for name in names if name in steps)]
    if "no stairs" in body and any(steps.get(room, 0.0) > 0.0 for room in rooms):
        return "I do not climb stairs."
    high = [t for t in things if t.height >= _HIGH or t.surface >= _HIGH]
    if chore.looks and "hardly looks up" in body and high:
        return "my camera hardly looks up."
    return ""
