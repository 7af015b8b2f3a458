# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Choose the next sub-skill of sub-tasks for a goal: carry, load, open; the stand-in's chains."""

from adhoc_teamwork.offline_model.options.aims import why_not_check, wish_for
from adhoc_teamwork.offline_model.options.new_actions import is_new, step_by_hints
from adhoc_teamwork.offline_model.options.places import instances
from adhoc_teamwork.offline_model.options.reasons import (
    ATTEMPTS,
    HOPELESS,
    why_not_carry,
    why_not_fetch,
)
from adhoc_teamwork.offline_model.options.words_of_goal import objects_of, why_not_visit
from adhoc_teamwork.offline_model.reading.facts import Attempt, Facts, Thing
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

Step = tuple[SubSkill, str]
_STOP = SubSkill(SubSkillKind.STOP)
_GOING = (SubSkillKind.GO_TO_OBJECT, SubSkillKind.OPEN_OBJECT)


def step_for_goal(facts: Facts, subtask: SubTask) -> Step:
    """Return the next sub-skill of a sub-task that serves a goal, and why."""
    if subtask.kind is SubTaskKind.CHECK:
        return _check(facts, subtask.object_id)
    if subtask.kind is SubTaskKind.DO:
        return _in_words(facts, subtask)
    if is_new(subtask):
        return step_by_hints(facts, subtask)
    name, last = subtask.object_id, _last(facts)
    if last is not None and last.succeeded and subtask.is_last(last.subskill):
        return _STOP, f"{name} is where the goal wants it: the sub-task is done."
    if name not in facts.me.all_held:
        thing = facts.thing(name)
        if thing is not None and subtask.kind is SubTaskKind.VISIT:
            reason = why_not_visit(facts, thing)
            return (_STOP, reason) if reason else _go(thing)
        why_not = why_not_carry if facts.goal.text else why_not_fetch
        reason = why_not(facts, thing) if thing else f"I know of no object {name}."
        return (_STOP, reason) if reason or thing is None else _fetch(facts, thing)
    if subtask.kind is SubTaskKind.LOAD:
        container = facts.thing(subtask.receptacle_id)
        return _put_in(facts, name, container) if container else _lost(subtask.receptacle_id)
    return _deliver(facts, subtask)


def _check(facts: Facts, name: str) -> Step:
    thing = facts.thing(name)
    if thing is None:
        return _lost(name)
    reason = why_not_check(facts, thing)
    if reason:
        return _STOP, reason
    return _open(facts, thing)


def _in_words(facts: Facts, subtask: SubTask) -> Step:
    """Return the next step of putting one thing named in the text on another."""
    thing, target = objects_of(facts, subtask)
    if thing is None or target is None:
        return _STOP, "I do not understand which things this sub-task is about."
    last = _last(facts)
    if last is not None and last.succeeded and _is(last, SubSkillKind.PUT_OBJECT, thing.id):
        return _STOP, f"{thing.id} is on {target.id}: the sub-task is done."
    if facts.me.held == thing.id:
        return _put(facts, thing.id, target)
    if thing.holder or thing.gone or facts.me.held:
        return _STOP, f"{thing.id} cannot be had now."
    return _fetch(facts, thing)


def _fetch(facts: Facts, thing: Thing) -> Step:
    last, holder = _last(facts), facts.thing(thing.on)
    if last is not None and last.subskill.object_id == thing.id and last.cause in HOPELESS:
        return _STOP, f"{thing.id} cannot be had now ({last.cause}), so I end this sub-task."
    if holder is not None and holder.closed and thing.inside:
        return _open(facts, holder)
    if holder is not None and holder.capacity:
        if _is_at(facts, holder):
            take = SubSkill(SubSkillKind.TAKE_FROM, thing.id, holder.id)
            return take, f"I stand at {holder.id}, which has {thing.id} in it."
        return _go(holder)
    if _is_at(facts, thing) or (
        last is not None
        and _is(last, SubSkillKind.PICKUP_OBJECT, thing.id)
        and last.cause is Cause.GRASP_FAILED
    ):
        pick = SubSkill(SubSkillKind.PICKUP_OBJECT, thing.id)
        return pick, f"I stand at {thing.id} with an empty hand."
    return _go(thing)


def _deliver(facts: Facts, subtask: SubTask) -> Step:
    receptacle, room = subtask.receptacle_type, subtask.room_type
    if subtask.kind is SubTaskKind.TRANSPORT:
        held = facts.thing(subtask.object_id)
        wish = wish_for(facts, held.category if held else "") or next(iter(facts.goal.wishes), None)
        receptacle, room = (wish.receptacle, wish.room) if wish else ("", "")
    targets = instances(facts, receptacle, room, subtask.object_id)
    if targets:
        here = [target for target in targets if _is_at(facts, target)]
        return _put(facts, subtask.object_id, (here or targets)[0])
    tried = sum(a.subskill.kind is SubSkillKind.EXPLORE and not a.succeeded for a in facts.history)
    unseen = any("you" not in found.explored_by for found in facts.rooms)
    if unseen and tried < ATTEMPTS and facts.me.drives:
        return SubSkill(SubSkillKind.EXPLORE), f"No {receptacle} is known: I look for one."
    return _STOP, f"No {receptacle} that I can use is to be found."


def _put(facts: Facts, name: str, target: Thing) -> Step:
    if target.closed:
        return _open(facts, target)
    if _is_at(facts, target):
        put = SubSkill(SubSkillKind.PUT_OBJECT, name, target.id, target.room)
        return put, f"I stand at {target.id} with {name} in my hand."
    return _go(target)


def _put_in(facts: Facts, name: str, container: Thing) -> Step:
    last = _last(facts)
    if last is not None and last.subskill.kind is SubSkillKind.PUT_IN and not last.succeeded:
        return _STOP, f"{container.id} does not take {name} ({last.cause})."
    is_mine = container.id in facts.me.all_held
    if not container.room_left or (not is_mine and (container.holder or container.gone)):
        return _STOP, f"{container.id} takes nothing now."
    if is_mine or _is_at(facts, container):
        put = SubSkill(SubSkillKind.PUT_IN, name, container.id)
        return put, f"I stand at {container.id} with {name} in my hand."
    return _go(container)


def _open(facts: Facts, thing: Thing) -> Step:
    if _is_at(facts, thing):
        return SubSkill(SubSkillKind.OPEN_OBJECT, thing.id), f"I stand at {thing.id}: I open it."
    return _go(thing)


def _go(thing: Thing) -> Step:
    return SubSkill(
        SubSkillKind.GO_TO_OBJECT, thing.id
    ), f"{thing.id} is {thing.distance:g} m away."


def _lost(name: str) -> Step:
    return _STOP, f"I know of no {name}."


def _is_at(facts: Facts, thing: Thing) -> bool:
    """Tell whether the robot has just gone to a thing or opened it."""
    last = _last(facts)
    there = last is not None and last.succeeded and last.subskill.object_id == thing.id
    return there and last is not None and last.subskill.kind in _GOING


def _is(attempt: Attempt, kind: SubSkillKind, name: str) -> bool:
    return attempt.subskill.kind is kind and attempt.subskill.object_id == name


def _last(facts: Facts) -> Attempt | None:
    return facts.history[-1] if facts.history else None
