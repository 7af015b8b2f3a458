# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the robot could do next, from the facts of a prompt, in order of use."""

from collections.abc import Iterable

from adhoc_teamwork.offline_model.knowledge.common_sense import NEXT_BEST, NEXT_GRADE
from adhoc_teamwork.offline_model.options.aims import aims, checking, finishing
from adhoc_teamwork.offline_model.options.both_hands import (
    through_doors,
    uses_both_hands,
    with_empty_hands,
    with_something_held,
)
from adhoc_teamwork.offline_model.options.option import Option as Option
from adhoc_teamwork.offline_model.options.option import Urgency
from adhoc_teamwork.offline_model.options.places import Target, targets_for, who_may_find
from adhoc_teamwork.offline_model.options.reasons import (
    FETCHING,
    failures,
    lasts,
    proposer,
    second_look,
    why_not_explore,
    why_not_fetch,
)
from adhoc_teamwork.offline_model.reading.facts import Facts, RoomFact, Thing
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_FINISH, _FETCH, _EXPLORE, _FETCH_LATER, _LOOK_AGAIN, _ONCE_FAILED, LAST = Urgency


_GOING_ON = 1.0
"""Metres by which an exploration that is under way is nearer than the room about the robot."""

CARRYING = 2.2
"""How much longer they are at the worst; what an empty robot holds is lost to the team."""


def options(facts: Facts, avoid: Iterable[SubTask] = ()) -> list[Option]:
    """Return every reasonable option but those in `avoid`, best first; Stop where there is none."""
    refused = {*avoid, *facts.rejected}
    held = facts.thing(facts.me.held) if facts.me.held else None
    if facts.me.held and uses_both_hands(facts):
        searching = [*_explore_all(facts), *checking(facts)]
        found = [*through_doors(facts, with_something_held(facts, searching))]
    elif facts.me.held:
        item = held or Thing(facts.me.held, facts.me.held_category, pickupable=True)
        found = finishing(facts, item) if facts.goal else _finish(facts, item)
    elif uses_both_hands(facts):
        free = [*with_empty_hands(facts), *checking(facts), *_explore_all(facts)]
        found = [*through_doors(facts, free)]
    elif facts.goal:
        found = [*aims(facts), *_explore_all(facts)]
    else:
        found = [*_fetch_all(facts), *_explore_all(facts)]
    left = sorted((o for o in found if o.subtask not in refused), key=lambda o: o.order)
    if not left and facts.me.held:
        left = [o for o in _explore_all(facts) if o.subtask not in refused]
    if left:
        return left
    return [Option(SubTask(SubTaskKind.STOP), _nothing_left(facts), LAST)]


def _finish(facts: Facts, item: Thing) -> list[Option]:
    if not facts.me.arm:
        return []
    return [
        Option(
            SubTask(
                SubTaskKind.REPLACE,
                room_type=target.room,
                object_id=item.id,
                receptacle_type=target.receptacle,
            ),
            f"I hold {item.id}, so I put it where it belongs before anything else.",
            _FINISH,
            NEXT_BEST * rank,
        )
        for rank, target in enumerate(targets_for(facts, item))
    ]


def _fetch_all(facts: Facts) -> list[Option]:
    found: list[Option] = []
    for item in facts.things:
        wanted = item.pickupable and item.out_of_place and lasts(facts, item.distance)
        if not wanted or why_not_fetch(facts, item):
            continue
        for target in targets_for(facts, item)[:1]:
            if not CARRYING * (item.distance + target.away) > facts.me.range:
                found.append(_fetch(facts, item, target))
    return found


def _fetch(facts: Facts, item: Thing, target: Target) -> Option:
    subtask = SubTask(
        SubTaskKind.REPLACE,
        room_type=target.room,
        object_id=item.id,
        receptacle_type=target.receptacle,
    )
    rival = proposer(facts, item)
    tried = sum(failures(facts, kind, item.id) for kind in FETCHING)
    why = f"{item.id} is out of place, I can handle it and nobody has taken it up"
    if tried:
        return Option(subtask, f"{why}, though I failed at it before.", _ONCE_FAILED, item.distance)
    if rival is not None:
        why = f"{item.id} is out of place, but {rival.name} proposes to see to it"
        return Option(subtask, f"{why}.", _FETCH_LATER, item.distance)
    if not target.known:
        why += f", but no {target.receptacle} that suits it is known yet"
        scouts = who_may_find(facts, target)
        if not scouts:
            return Option(subtask, f"{why}.", _FETCH_LATER, item.distance)
        why += f", which {' and '.join(scouts)} may find meanwhile"
        return Option(subtask, f"{why}.", _FETCH, item.distance + NEXT_GRADE)
    where = f"a {target.receptacle} in the {target.room} suits it"
    return Option(subtask, f"{why}; {where}.", _FETCH, item.distance)


def _explore_all(facts: Facts) -> list[Option]:
    near = [room for room in facts.rooms if lasts(facts, room.distance)]
    return [_explore(facts, room) for room in near if not why_not_explore(facts, room)]


def _explore(facts: Facts, room: RoomFact) -> Option:
    subtask = SubTask(SubTaskKind.EXPLORE, room_id=room.id)
    rivals = [mate.name for mate in facts.mates if not mate.left and subtask in mate.proposes]
    tried = failures(facts, SubSkillKind.EXPLORE, room.id)
    tried += failures(facts, SubSkillKind.GO_TO_ROOM, room.id)
    if tried:
        why = f"{room.id} is not explored, though I failed at it before."
        return Option(subtask, why, _ONCE_FAILED, room.distance)
    if second_look(facts, room):
        why = f"{' and '.join(room.explored_by)} explored {room.id}, but my camera sees more there."
        return Option(subtask, why, _LOOK_AGAIN, room.distance)
    if room.exploring:
        why = f"{' and '.join(room.exploring)} explores {room.id}, but my camera sees more there."
        return Option(subtask, why, _LOOK_AGAIN, room.distance)
    if rivals:
        why = f"{room.id} is not explored, but {' and '.join(rivals)} proposes it."
        return Option(subtask, why, _FETCH_LATER, room.distance)
    if subtask == facts.me.doing:
        return Option(subtask, f"I am at exploring {room.id}.", _EXPLORE, -_GOING_ON)
    why = f"{room.id} is not explored and nobody explores it; it is {room.distance:g} m away."
    return Option(subtask, why, _EXPLORE, room.distance)


def _nothing_left(facts: Facts) -> str:
    reasons = [why_not_fetch(facts, t) for t in facts.things if t.pickupable and t.out_of_place]
    reasons += [why_not_explore(facts, room) for room in facts.rooms]
    shown = list(dict.fromkeys(reason for reason in reasons if reason))[:4]
    return " ".join(["There is nothing left that I could usefully do.", *shown])
