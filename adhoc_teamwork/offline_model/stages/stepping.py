# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose the next sub-skill of a sub-task: the usual chain, and what to do when a link breaks."""

import re

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.step_error_injection import confused_step, wrong_step
from adhoc_teamwork.offline_model.options.carrying import step_for_goal
from adhoc_teamwork.offline_model.options.places import (
    instances,
    instances_for,
    may_have,
    searched_with,
    targets_for,
    tried_with_what_it_holds,
    unexplored_rooms_for,
)
from adhoc_teamwork.offline_model.options.reasons import (
    HOPELESS,
    failures,
    why_not_explore,
    why_not_fetch,
)
from adhoc_teamwork.offline_model.reading.facts import Attempt, Facts, RoomFact, Thing
from adhoc_teamwork.offline_model.reading.reader import read_labelled_subtask
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.stages.considering import consider
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.notation import read_subskill
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

Step = tuple[SubSkill, str]
_STOP = SubSkill(SubSkillKind.STOP)


def step(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the next sub-skill of the prompt's current sub-task."""
    subtask = read_labelled_subtask(prompt, "Current plan")
    facts = _with_assumption(prompt, facts)
    refused = [s for answer in prompt.refused for s in _subskills(answer)]
    if subtask is None:
        skill, why = _STOP, "The prompt names no sub-task that I understand, so I end here."
    else:
        skill, why = next_step(facts, subtask)
    skill, why = confused_step(skill, why, facts, subtask)
    if skill in refused:
        skill, why = _STOP, "My last choice was refused, so I end this sub-task and plan again."
    if chance.slips:
        skill, why = wrong_step(skill, facts, subtask, chance)
    return f"[analysis] {why}\n[subskill] {skill}"


def direct(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the next sub-skill of the most useful thing that can be begun now."""
    facts = _with_assumption(prompt, facts)
    refused = {s for answer in prompt.refused for s in _subskills(answer)}
    slips_in_aim = chance.slips_in("aim", ("aim", "step"))
    aims = [option.subtask for option in consider(prompt, facts, chance, slips_in_aim)]
    steps = [(*next_step(facts, aim), aim) for aim in aims]
    useful = (step for step in steps if step[0] != _STOP and step[0] not in refused)
    skill, why, aim = next(useful, (_STOP, "There is nothing left that I could begin.", aims[0]))
    skill, why = confused_step(skill, why, facts, aim)
    if chance.slips_in("step", ("aim", "step")):
        skill, why = wrong_step(skill, facts, aim, chance)
    return f"[analysis] {why}\n[subskill] {skill}"


def next_step(facts: Facts, subtask: SubTask) -> Step:
    """Return the next sub-skill of `subtask`, and why."""
    if subtask.kind is SubTaskKind.EXPLORE:
        return _explore(facts, subtask.room_id)
    if subtask.kind is SubTaskKind.REPLACE:
        if facts.me.held == subtask.object_id:
            return _deliver(facts, subtask)
        return _fetch(facts, subtask)
    if subtask.kind is not SubTaskKind.STOP:
        return step_for_goal(facts, subtask)
    return _STOP, "There is nothing to do, so I stay here."


def _explore(facts: Facts, room_id: str) -> Step:
    room = facts.room(room_id)
    if room is None:
        return _STOP, f"I know of no room {room_id}."
    reason = why_not_explore(facts, _without_others(room))
    last = facts.history[-1] if facts.history else None
    if reason:
        return _STOP, reason
    if last is not None and last.succeeded and _is_exploring(last, room_id):
        return _STOP, f"I have looked through {room_id} as far as it can be seen."
    if not room.here and not failures(facts, SubSkillKind.GO_TO_ROOM, room_id):
        return SubSkill(SubSkillKind.GO_TO_ROOM, room_id=room_id), f"I am not in {room_id} yet."
    return SubSkill(SubSkillKind.EXPLORE), f"I look through {room_id} now."


def _is_exploring(attempt: Attempt, room_id: str) -> bool:
    exploring = attempt.subskill.kind is SubSkillKind.EXPLORE
    return exploring and attempt.subskill.room_id in ("", room_id)


def _without_others(room: RoomFact) -> RoomFact:
    """Return the room as it stands once its exploration was agreed: others on it do not count."""
    return changed(room, exploring=())


def _fetch(facts: Facts, subtask: SubTask) -> Step:
    name = subtask.object_id
    thing = facts.thing(name)
    last = facts.history[-1] if facts.history else None
    if last is not None and _is(last, SubSkillKind.PUT_OBJECT, name) and last.succeeded:
        return _STOP, f"{name} is where it belongs: the sub-task is done."
    if thing is None:
        return _STOP, f"I know of no object {name}."
    reason = why_not_fetch(facts, thing)
    if reason:
        return _STOP, reason
    if last is not None and last.subskill.object_id == name and last.cause in HOPELESS:
        return _STOP, f"{name} cannot be had now ({last.cause}), so I end this sub-task."
    if last is not None and _at(last, thing):
        return SubSkill(SubSkillKind.PICKUP_OBJECT, name), f"I stand at {name} with an empty hand."
    return SubSkill(SubSkillKind.GO_TO_OBJECT, name), f"{name} is {thing.distance:g} m away."


def _at(last: Attempt, thing: Thing) -> bool:
    """Tell whether the robot stands at `thing`: it just went there, or just failed to grasp it."""
    if _is(last, SubSkillKind.GO_TO_OBJECT, thing.id):
        return last.succeeded
    return _is(last, SubSkillKind.PICKUP_OBJECT, thing.id) and last.cause is Cause.GRASP_FAILED


def _deliver(facts: Facts, subtask: SubTask) -> Step:
    name = subtask.object_id
    last = facts.history[-1] if facts.history else None
    wanted = subtask.receptacle_type, subtask.room_type
    held = facts.thing(name)
    targets = instances_for(facts, held, *wanted) if held else instances(facts, *wanted)
    if not targets:
        return _search(facts, subtask)
    for target in targets:
        if last is not None and _is(last, SubSkillKind.GO_TO_OBJECT, target.id) and last.succeeded:
            put = SubSkill(SubSkillKind.PUT_OBJECT, name, target.id, target.room)
            return put, f"I stand at {target.id} with {name} in my hand."
    best = targets[0]
    why = f"I hold {name}; {best.id} in {best.room or 'an unknown room'} suits it"
    return SubSkill(SubSkillKind.GO_TO_OBJECT, best.id), f"{why} and is {best.distance:g} m away."


def _search(facts: Facts, subtask: SubTask) -> Step:
    """Look for a receptacle of the wanted type; end the sub-task where a known one suits as well.

    It is looked for in rooms that may be of the wanted type alone, with a full hand in not more
    than a few, and not at all where one was tried in vain and such things may also lie on something
    else that is known. A room of which the robot has seen all but a corner has none that it does
    not know. Whoever explored a room and cannot tell what it is has not seen much of it.
    """
    unclear = [
        room
        for room in facts.rooms
        if not room.type
        and "you" not in room.explored_by
        and may_have(facts, room, subtask.room_type)
    ]
    unseen = [*unexplored_rooms_for(facts, subtask.room_type), *unclear]
    kind = subtask.receptacle_type
    held = facts.thing(subtask.object_id)
    places = targets_for(facts, held) if held else []
    settled = places if tried_with_what_it_holds(facts) else places[:1]
    others = [target for target in settled if target.known]
    if others:
        better = f"a {others[0].receptacle} in the {others[0].room}"
        return _STOP, f"No {kind} that I can use is known, but {better} is: I choose that."
    enough = held is not None and searched_with(facts, held)
    if unseen and not enough and facts.me.drives:
        return SubSkill(SubSkillKind.EXPLORE), f"No {kind} that I can use is known: I look for one."
    return _STOP, f"No {kind} that I can use is to be found, so another place must be chosen."


def _is(attempt: Attempt, kind: SubSkillKind, name: str) -> bool:
    return attempt.subskill.kind is kind and attempt.subskill.object_id == name


def _with_assumption(prompt: Prompt, facts: Facts) -> Facts:
    """Add the sub-skill that is supposed to succeed, as if it had."""
    for line in prompt.lines("Current plan"):
        match = re.match(r"Suppose that (.+?), which is running now", line)
        subskill = read_subskill(match.group(1)) if match else None
        if subskill is not None:
            return changed(facts, history=(*facts.history, Attempt(subskill, True)))
    return facts


def _subskills(answer: str) -> list[SubSkill]:
    lines = (re.sub(r"^\[\w+\]\s*", "", line) for line in answer.splitlines())
    return [skill for line in lines if (skill := read_subskill(line)) is not None]
