# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Understand a goal in plain words, as far as a rule can: put a mug and two pens on the desk."""

import re
from dataclasses import dataclass

from adhoc_teamwork.offline_model.options.option import Option, Urgency
from adhoc_teamwork.offline_model.options.places import instances, usable_for_putting
from adhoc_teamwork.offline_model.options.reasons import (
    ATTEMPTS,
    FETCHING,
    failures,
    heard,
    lasts,
    why_not_carry,
    why_not_there,
)
from adhoc_teamwork.offline_model.reading.facts import Facts, Thing
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind
from adhoc_teamwork.teamwork.text.quoting import plain_name

_SENTENCE = re.compile(
    r"\b(?:put|bring|place|take|carry|move)\s+(.+?)\s+(?:on|onto|in|into|to)\s+"
    r"(?:the|a|an|any)\s+([A-Za-z ]+?)(?=[.;,]|\s+and\s+(?:put|bring|place|take)|$)",
    re.I,
)
_ERRAND = re.compile(
    r"\b(?:(go to|look at) the (\w+)|bring the (\w+) to the (\w+))(?=\W|$)", re.IGNORECASE
)
_NUMBERS = {"a": 1, "an": 1, "the": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


@dataclass(frozen=True)
class Order:
    """Hold what a sentence asks for: so many things of a name on or in a type of receptacle."""

    name: str
    count: int
    receptacle: str


def orders_in(text: str) -> tuple[Order, ...]:
    """Return what the sentences of a goal ask for; none where no sentence is understood."""
    found = []
    for things, receptacle in _SENTENCE.findall(text):
        for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", things):
            words = part.split()
            number = words[0].casefold() if words else ""
            count = int(number) if number.isdigit() else _NUMBERS.get(number, 0)
            name = plain_name("".join(words[1:] if count else words))
            if name:
                found.append(Order(name, count or 1, plain_name(receptacle)))
    return tuple(found)


@dataclass(frozen=True)
class Request:
    """Hold what a sentence asks for with one thing by its type: a visit, or to bring it to `to`."""

    verb: str
    thing: str
    to: str = ""

    def subtask(self, thing: Thing) -> SubTask:
        """Return the sub-task that does it with a thing."""
        if not self.to:
            return SubTask(SubTaskKind.VISIT, object_id=thing.id)
        return _bringing(thing, self.to)


def requests_in(text: str) -> tuple[Request, ...]:
    """Return what the sentences of a goal ask for, in their order: go to, look at, bring."""
    return tuple(
        Request(verb.casefold(), thing) if verb else Request("bring", brought, to)
        for verb, thing, brought, to in _ERRAND.findall(text)
    )


def word_options(facts: Facts) -> list[Option]:
    """Return the sub-tasks that the goal's sentences call for.

    In words of their own only where the prompt names no sub-tasks for what they ask.
    """
    found = []
    if SubTaskKind.VISIT in facts.offered:
        visits = (request for request in requests_in(facts.goal.text) if not request.to)
        found = [option for one in visits if (option := _visit(facts, one)) is not None]
    for order in orders_in(facts.goal.text):
        same = [t for t in facts.things if t.pickupable and _is_called(t.category, order.name)]
        away = [t for t in same if plain_name(t.on_type) != order.receptacle]
        under_way = [t for t in away if t.holder or _is_taken(facts, t)]
        if len(same) - len(away) + len(under_way) >= order.count or not facts.me.arm:
            continue
        free = (t for t in away if t not in under_way and not why_not_carry(facts, t))
        found += [option for thing in free if (option := _option(facts, thing, order))]
    return found


def ways_to_put_away(facts: Facts, item: Thing) -> list[SubTask]:
    """Return the sub-tasks that free the hand: where the goal wants a thing, then near."""
    wanted = {o.receptacle for o in orders_in(facts.goal.text) if _is_called(item.category, o.name)}
    others = (r for r in facts.receptacles() if r.id != item.id)
    usable = [r for r in others if usable_for_putting(facts, r, item.id)]
    usable.sort(key=lambda r: (plain_name(r.category) not in wanted, r.distance, r.id))
    return list(dict.fromkeys(_put(facts, item, receptacle) for receptacle in usable))


def why_not_visit(facts: Facts, thing: Thing) -> str:
    """Return why going to a thing is not reasonable; empty where it is."""
    visit = SubTask(SubTaskKind.VISIT, object_id=thing.id)
    if not facts.me.drives:
        return "I cannot drive."
    if steps := why_not_there(facts, facts.room(thing.room)):
        return steps
    went = SubSkill(SubSkillKind.GO_TO_OBJECT, thing.id)
    if visit in facts.finished or any(a.succeeded and a.subskill == went for a in facts.history):
        return f"{thing.id} has been visited."
    if mate := next((m.name for m in heard(facts) if visit in m.taken_up), ""):
        return f"{mate} goes to {thing.id}."
    if failures(facts, SubSkillKind.GO_TO_OBJECT, thing.id) >= ATTEMPTS:
        return f"I have tried {thing.id} in vain."
    return ""


def objects_of(facts: Facts, subtask: SubTask) -> tuple[Thing | None, Thing | None]:
    """Return the thing and the receptacle that a sub-task in words names by their ids."""
    named = [facts.thing(name) for name in subtask.named]
    thing, target = (*named, None, None)[:2]
    return thing, target


def _visit(facts: Facts, request: Request) -> Option | None:
    """Return the option to go to what is asked for, if that is to be done and I can do it."""
    thing = facts.of_type(request.thing)
    if thing is None or why_not_visit(facts, thing) or not lasts(facts, thing.distance):
        return None
    subtask = request.subtask(thing)
    rival = next((m.name for m in heard(facts) if subtask in m.proposes), "")
    failed = failures(facts, SubSkillKind.GO_TO_OBJECT, thing.id)
    why = f"The goal asks for it, I know {thing.id}, and nobody has done it yet."
    why += f" {rival} proposes it, too." if rival else ""
    urgency = Urgency.ONCE_FAILED if failed or rival else Urgency.FETCH
    return Option(subtask, why, urgency, thing.distance)


def _option(facts: Facts, thing: Thing, order: Order) -> Option | None:
    types = {r.category for r in facts.receptacles() if plain_name(r.category) == order.receptacle}
    targets = [r for kind in sorted(types) for r in instances(facts, kind, "", thing.id)]
    if not targets or not lasts(facts, thing.distance):
        return None
    target = min(targets, key=lambda r: (r.distance, r.id))
    failed = sum(failures(facts, kind, thing.id) for kind in FETCHING)
    why = f"The goal asks for it, and I know {thing.id} and {target.id}."
    return Option(
        _put(facts, thing, target),
        why,
        Urgency.ONCE_FAILED if failed else Urgency.FETCH,
        thing.distance,
    )


def _put(facts: Facts, thing: Thing, receptacle: Thing) -> SubTask:
    if SubTaskKind.PLACE_ON in facts.offered:
        return _bringing(thing, receptacle.category)
    return SubTask(SubTaskKind.DO, text=f"Put {thing.id} on {receptacle.id}")


def _bringing(thing: Thing, to: str) -> SubTask:
    return SubTask(SubTaskKind.PLACE_ON, object_id=thing.id, receptacle_type=to, room_type="any")


def _is_taken(facts: Facts, thing: Thing) -> bool:
    said = (s for m in facts.mates if not m.left for s in (*m.taken_up, *m.proposes))
    return any(thing.id in (*subtask.named, subtask.object_id) for subtask in said)


def _is_called(category: str, name: str) -> bool:
    return plain_name(category) in (name, name.removesuffix("s"), name.removesuffix("es"))
