# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Divide errands among robots, check one's share against one's body, and carry it out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.error_injection import verdict
from adhoc_teamwork.offline_model.reading.facts import Facts, Thing
from adhoc_teamwork.offline_model.reading.reader import find_number
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_ERRAND = re.compile(
    r"\b(?:(go to|look at) the (\w+)|bring the (\w+) to the (\w+))(?=\W|$)", re.IGNORECASE
)
_QUOTED = re.compile(r"«([^»]*)»")
_ENTRY = re.compile(r"^- (\S+) \| «([^»]*)»", re.MULTILINE)
_ACTION = re.compile(r"^- (.+?) \| (done|failed)", re.MULTILINE)
_LIMIT = re.compile(r"\b(\w+) = ")
_HIGH = 1.5
"""Metres above the floor from which on a thing is high to who knows no numbers of its camera."""
_SLACK = 1e-9


@dataclass(frozen=True)
class Chore:
    """Hold one errand as it is told: what is to be done with a thing, and where it is to go."""

    verb: str
    thing: str
    to: str = ""

    def __str__(self) -> str:
        where = f" to the {self.to}" if self.to else ""
        return f"{self.verb} the {self.thing}{where}"

    def subtask(self, facts: Facts) -> SubTask | None:
        """Return the sub-task that does it; None where nothing of the type is known."""
        found = _thing(facts, self.thing)
        if found is None:
            return None
        if self.to:
            return SubTask(
                SubTaskKind.PLACE_ON, object_id=found.id, receptacle_type=self.to, room_type="any"
            )
        return SubTask(SubTaskKind.VISIT, object_id=found.id)


def divide(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return who does which errand; a slip gives one of them to another robot."""
    members = [fields[0] for fields in prompt.items("Robots of the team")] or [facts.me.name]
    refused = {(name, str(c)) for name, c in _entries(prompt, "Refused")}
    before = {str(c): name for name, c in _entries(prompt, "Division so far")}
    chores = list(chores_of(facts.goal.text))
    able = {c: [name for name in members if (name, str(c)) not in refused] for c in chores}
    load = dict.fromkeys(members, 0)
    chosen: dict[Chore, str] = {}
    goes_to: set[tuple[str, str]] = set()
    # What few can do is given first, so that who can do more is not busy with what others can. Of
    # those with least to do the best is who goes to that room anyway, then who had it before.
    for chore in sorted((c for c in chores if able[c]), key=lambda c: len(able[c])):
        room, had = _room(facts, chore), before.get(str(chore), "")
        apart = {n: ((n, room) not in goes_to, n != had, members.index(n)) for n in able[chore]}
        name = min(able[chore], key=lambda n: (load[n], *apart[n]))
        load[name] += 1
        chosen[chore] = name
        goes_to.add((name, room))
    given = [(chosen[chore], chore) for chore in chores if chore in chosen]
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
        for name in _named(facts, chore):
            lines.append(f"step_limit - way({name})")
        if chore.to and "reach_limit" in known:
            lines += [
                f"highest - height({name})"
                if chance.slips
                else f"reach({name}) - stand_off({name})"
                for name in _named(facts, chore)
            ]
        if chore.verb == "look at":
            lines += [f"0 - sight({name})" for name in _named(facts, chore)]
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
    share = _share(prompt) or list(chores_of(facts.goal.text))
    tried = {
        subtask
        for text, _ in _ACTION.findall(prompt.sections.get("Your actions so far", ""))
        if (subtask := read_subtask(text)) is not None
    }
    left_over = [chore for chore in share if not _is_there(facts, chore)]
    steps = [s for chore in left_over if (s := chore.subtask(facts)) is not None]
    left = [s for s in steps if s not in tried]
    if facts.me.held:
        left = [s for s in steps if s.object_id == facts.me.held] or left
    if chance.slips and len(left) > 1:
        left = left[1:]
    if not left:
        return "[analysis] All of it was tried.\n[result]\nStop"
    return f"[analysis] It is the next that was not tried.\n[result]\n{left[0]}"


def chores_of(text: str) -> Iterator[Chore]:
    """Yield the errands that a text asks for, in its order."""
    for match in _ERRAND.finditer(text):
        verb, thing, brought, to = match.groups()
        yield Chore(verb.casefold(), thing) if verb else Chore("bring", brought, to)


def _share(prompt: Prompt) -> list[Chore]:
    told = _QUOTED.findall(prompt.sections.get("Your share", ""))
    return [chore for words in told for chore in chores_of(words)]


def _entries(prompt: Prompt, heading: str) -> list[tuple[str, Chore]]:
    told = _ENTRY.findall(prompt.sections.get(heading, ""))
    return [(name, chore) for name, words in told for chore in chores_of(words)]


def _thing(facts: Facts, category: str) -> Thing | None:
    wanted = category.casefold()
    return next((thing for thing in facts.things if thing.category.casefold() == wanted), None)


def _room(facts: Facts, chore: Chore) -> str:
    """Return the room in which an errand begins; empty where that is not known."""
    found = _thing(facts, chore.thing)
    return found.room if found is not None else ""


def _is_there(facts: Facts, chore: Chore) -> bool:
    """Tell whether a thing is where an errand takes it."""
    found = _thing(facts, chore.thing)
    return bool(chore.to) and found is not None and found.on_type.casefold() == chore.to.casefold()


def _named(facts: Facts, chore: Chore) -> Sequence[str]:
    """Return the ids of what an errand is about, as far as it is known."""
    found = (_thing(facts, name) for name in (chore.thing, chore.to) if name)
    return [thing.id for thing in found if thing is not None]


def _numbers(prompt: Prompt) -> set[str]:
    return set(_LIMIT.findall(prompt.sections.get("Your body", "")))


def _why_not(prompt: Prompt, facts: Facts, chore: Chore) -> str:
    """Return why a body cannot do an errand, with the number that decides; empty where it can."""
    body = prompt.sections.get("Your body", "")
    if chore.to and re.search(r"\bno arm\b|without an arm", body):
        return "I have no arm."
    names = _named(facts, chore)
    for expression, value in prompt.items("Numbers"):
        about = re.search(r"\((\w+)\)", expression)
        is_mine = about is not None and about.group(1) in names
        is_of_deed = chore.to or "reach" not in expression
        if is_mine and is_of_deed and find_number(r"^(-?[\d.]+)$", value, 0.0) < -_SLACK:
            return f"{expression} comes to {value}."
    if _numbers(prompt):
        return ""
    return _why_not_in_words(body, facts, chore, names)


def _why_not_in_words(body: str, facts: Facts, chore: Chore, names: Sequence[str]) -> str:
    """Return what speaks against an errand where nothing but words is known of a body."""
    things = [thing for thing in facts.things if thing.id in names]
    steps = {room.id: room.step for room in facts.rooms}
    for thing in things:
        if "no stairs" in body and steps.get(thing.room, 0.0) > 0.0:
            return "I do not climb stairs."
    high = [t for t in things if t.height >= _HIGH or t.surface >= _HIGH]
    if chore.verb == "look at" and "hardly looks up" in body and high:
        return "my camera hardly looks up."
    return ""
