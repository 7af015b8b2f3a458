# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write a plan for a whole team, and judge one: who brings what, who looks where."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.error_injection import verdict
from adhoc_teamwork.offline_model.options.aims import why_not_check, wish_for
from adhoc_teamwork.offline_model.options.reasons import within_reach
from adhoc_teamwork.offline_model.options.sharing import HANDLING, Shares
from adhoc_teamwork.offline_model.reading.errands import Errand, errand_to, thing_of
from adhoc_teamwork.offline_model.reading.facts import Facts, Thing
from adhoc_teamwork.offline_model.reading.reader import find_number, read_subtasks
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.reading.talk import (
    SELF,
    Heard,
    read_plan_lines,
    read_talk,
    with_talk,
)
from adhoc_teamwork.offline_model.stages.drafting import (
    found_by_oneself,
    told_hands,
    told_places,
    told_progress,
)
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

_MOST_REASONS = 4
_CANNOT = "I cannot"


def plan_for_all(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return a line for each sub-task; a slip gives one of them to another robot, or twice."""
    talk = read_talk(prompt, facts)
    heard = with_talk(facts, talk)
    members = [fields[0] for fields in prompt.items("Robots of the plan")] or [facts.me.name]
    lines = _given_out(heard, talk, members, read_plan_lines(prompt))
    if chance.slips and lines:
        index = chance.pick("line", range(len(lines)))
        lines[index] = (chance.pick("robot", members), lines[index][1])
        lines.append((chance.pick("again", members), lines[0][1]))
    if not lines:
        lines = [(facts.me.name or members[0], Errand(room=_nearest_room(heard)))]
    most = int(find_number(r"at most (\d+) characters", prompt.rules.get("Output format", ""), 500))
    told: list[str] = []
    for name, errand in lines:
        line = f"{len(told) + 1}. {name}: {errand}"
        if sum(len(one) + 1 for one in told) + len(line) <= most:
            told.append(line)
    why = f"{len(told)} sub-tasks for {len(members)} robots, what is near first."
    return "\n".join([f"[analysis] {why}", "[result]", *told])


def judge_plan(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return what the plan lacks, and whether it will do; a slip turns the verdict around."""
    talk = read_talk(prompt, facts)
    lines = read_plan_lines(prompt)
    before = {s for one in talk if one.name == SELF for s in one.sentences}
    # Who has heard a reason and keeps to its plan has better ones, but for what a body cannot do.
    found = _wrong_with(facts, talk, lines)
    new = [r for r in dict.fromkeys(found) if r not in before or r.startswith(_CANNOT)]
    reasons = new[:_MOST_REASONS]
    content = verdict(not reasons, chance)
    done = read_subtasks(
        fields[0].removeprefix("finished ")
        for fields in prompt.items("Your progress since the latest meta-plan")
    )
    progress = [s for s in told_progress(facts, done) if s not in before and s not in reasons]
    fine = "The plan is fine with me." if content else "I see it otherwise."
    where = [f"I am in {facts.me.room}."] if facts.me.room else []
    places = [s for s in told_places(facts, talk) if s not in before]
    why = " ".join([*(reasons or [fine]), *where, *told_hands(facts), *places, *progress])
    return f"[analysis] {why}\n[judgement] {'yes' if content else 'no'}"


def _given_out(
    facts: Facts,
    talk: tuple[Heard, ...],
    members: Sequence[str],
    before: Sequence[tuple[str, Errand]],
) -> list[tuple[str, Errand]]:
    """Return who does what: each keeps its part as far as it is still to do, and takes what is new.

    Of that whoever has the shortest way so far gets the next, so that all are done at about one
    time. Who has nothing left gets of the longest part.
    """
    left = list(left_to_do(facts, talk))
    shares = Shares(facts, dict.fromkeys(members, 0.0))
    rooms = {room.id: (room.x, room.y) for room in facts.rooms}
    shares.at |= {one.name: rooms[one.room] for one in talk if one.room in rooms}
    if facts.me.name in shares.way:
        shares.at[facts.me.name] = (facts.me.x, facts.me.y)
        shares.way[facts.me.name] = HANDLING * len(facts.me.all_held)
    for name, errand in before:
        number = next((i for i, (e, _) in enumerate(left) if e.is_same(errand)), None)
        if name not in members or not _is_able(facts, talk, name, errand):
            continue
        if number is not None:
            shares.give(name, left.pop(number)[0])
        elif _is_in_hand(facts, errand) if name == facts.me.name else not _is_done(facts, errand):
            # What a teammate was given it may be about, though nobody else has seen it.
            shares.give(name, errand)
    while left:
        able = [_able(facts, talk, members, errand, teller) for errand, teller in left]
        if not any(able):
            break
        name = shares.next([name for name in members if any(name in who for who in able)])
        mine = [number for number, who in enumerate(able) if name in who]
        best = min(mine, key=lambda number: (*shares.order(name, left[number][0]), number))
        shares.give(name, left.pop(best)[0])
    return _evened(shares.given, members)


def _evened(
    given: Sequence[tuple[str, Errand]], members: Sequence[str]
) -> list[tuple[str, Errand]]:
    """Return the parts, where those who have none get the last room of who has the most to do."""
    lines = list(given)
    for idle in [name for name in members if not any(one == name for one, _ in lines)]:
        count = Counter(name for name, _ in lines)
        busiest = max(count, key=lambda name: count[name], default=idle)
        rooms = [
            i for i, (name, errand) in enumerate(lines) if name == busiest and not errand.category
        ]
        if rooms and count[busiest] > 1:
            lines[rooms[-1]] = (idle, lines[rooms[-1]][1])
    return lines


def _is_in_hand(facts: Facts, errand: Errand) -> bool:
    """Tell whether it is to bring what this robot has taken, by its type: it lay there."""
    held = facts.me.all_held
    mine = [thing for thing in facts.things if thing.id in held or thing.on in held]
    called = {thing.category.casefold() for thing in mine}
    called |= {facts.me.held_category.casefold(), facts.me.other_category.casefold()}
    return errand.is_moved and errand.category.casefold() in called


def _is_done(facts: Facts, errand: Errand) -> bool:
    """Tell whether somebody is known to have done something that was given out."""
    if not errand.category:
        room = facts.room(errand.room)
        return room is None or bool(room.explored_by)
    thing = thing_of(errand, facts.things)
    if thing is None:
        return False
    return thing.closed is False if errand.looks_into else not thing.out_of_place


def _able(
    facts: Facts, talk: tuple[Heard, ...], members: Sequence[str], errand: Errand, teller: str
) -> list[str]:
    """Return who could do something: where who told of it knows better, that one."""
    able = [name for name in members if _is_able(facts, talk, name, errand)]
    return [teller] if teller in able else able


def left_to_do(facts: Facts, talk: tuple[Heard, ...]) -> Iterator[tuple[Errand, str]]:
    """Yield what is left: what is to be moved, what to look into, rooms to explore.

    What others have found and this robot holds to be in place is for those who told of it.
    """
    known = found_by_oneself(facts, ())
    told = [(errand, "") for errand in known]
    for name, thing in [(one.name, t) for one in talk if one.name != SELF for t in one.found]:
        if not any(thing.is_same(other) for other in known):
            known.append(thing)
            told.append((thing, name if _is_settled(facts, thing) else ""))
    given: Counter[str] = Counter()
    for errand, teller in told:
        category = errand.category.casefold()
        given[category] += 1
        if given[category] <= _still_wanted(facts, category):
            yield errand, teller
    rooms = [r for r in facts.rooms if not r.explored_by]
    for room in sorted(rooms, key=lambda r: (r.distance, r.id)):
        yield Errand(room=room.id), ""
    if SubTaskKind.CHECK in facts.offered:
        closed = [t for t in facts.things if t.closed and not why_not_check(facts, t)]
        for lid in sorted(closed, key=lambda t: (t.distance, t.id)):
            yield errand_to(lid, looks_into=True), ""


def _still_wanted(facts: Facts, category: str) -> float:
    """Return how many things of a category are to be moved; any number where no goal says so."""
    wishes = [w for w in facts.goal.wishes if w.category.casefold() == category]
    held = facts.me.held_category.casefold() == category
    if not wishes:
        return math.inf
    return sum(max(0, wish.wanted - wish.there) for wish in wishes) - held


def _is_settled(facts: Facts, errand: Errand) -> bool:
    """Tell whether this robot knows the thing, and that it need not be moved."""
    thing = thing_of(errand, facts.things)
    return thing is not None and not thing.out_of_place


def _is_able(facts: Facts, talk: tuple[Heard, ...], name: str, errand: Errand) -> bool:
    if name == facts.me.name:
        return not errand.category or _why_not_me(facts, errand) == ""
    said = next((one for one in talk if one.name == name), None)
    if said is not None and any(errand.is_same(other) for other in said.cannot):
        return False
    mate = facts.mate(name)
    return not errand.category or mate is None or not mate.armless


def _wrong_with(
    facts: Facts, talk: tuple[Heard, ...], lines: Sequence[tuple[str, Errand]]
) -> Iterator[str]:
    for name, errand in lines:
        if name.casefold() == facts.me.name.casefold() and errand.category:
            if _why_not_me(facts, errand):
                yield f"{_CANNOT} {errand}."
        elif not errand.category:
            room = facts.room(errand.room)
            if room is not None and "you" in room.explored_by:
                yield f"I have explored {errand.room}."
        lid = thing_of(errand, facts.things) if errand.looks_into else None
        if lid is not None and lid.closed is False:
            yield f"I have looked into {str(errand).removeprefix('look into ')}."
    planned = [errand for _, errand in lines]
    for category in sorted({e.category.casefold() for e in planned if e.category}):
        count = sum(e.category.casefold() == category and not e.looks_into for e in planned)
        if count > _still_wanted(facts, category):
            yield from _where_there_is(facts, category)
    for thing in found_by_oneself(facts, talk):
        if not any(thing.is_same(other) for other in planned):
            yield f"I found {str(thing).removeprefix('bring ')}."
    for number, errand in enumerate(planned):
        if any(errand.is_same(other) for other in planned[:number]):
            yield f"Two robots are to {errand}."
    if not any(name.casefold() == facts.me.name.casefold() for name, _ in lines):
        free = [r for r in facts.rooms if not r.explored_by]
        if len(free) > sum(not errand.category for errand in planned):
            yield "I have nothing to do."


def _where_there_is(facts: Facts, category: str) -> Iterator[str]:
    """Yield where things of a category are that need not be moved any more."""
    for thing in facts.things:
        settled = not (thing.out_of_place or thing.holder or thing.gone or math.isnan(thing.x))
        if settled and thing.category.casefold() == category and _is_at_goal(facts, thing):
            yield f"I brought the {thing.category} to ({thing.x:g}, {thing.y:g})."


def _is_at_goal(facts: Facts, thing: Thing) -> bool:
    """Tell whether a thing lies on or in what the goal names for it."""
    wish = wish_for(facts, thing.category)
    return wish is not None and thing.on_type.casefold() == wish.receptacle.casefold()


def _why_not_me(facts: Facts, errand: Errand) -> str:
    """Return why this robot's body cannot do it."""
    if not facts.me.arm:
        return "I have no arm."
    thing: Thing | None = thing_of(errand, facts.things)
    if thing is None or errand.looks_into or within_reach(facts, thing.height, thing):
        return ""
    return f"{thing.id} is out of my reach."


def _nearest_room(facts: Facts) -> str:
    rooms = sorted(facts.rooms, key=lambda room: (room.distance, room.id))
    return rooms[0].id if rooms else "room_0"
