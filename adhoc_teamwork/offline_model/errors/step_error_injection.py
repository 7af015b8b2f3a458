# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The errors of a language model in choosing a sub-skill: a wrong target, a step skipped."""

from collections.abc import Iterator

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


def wrong_step(
    sound: SubSkill, facts: Facts, subtask: SubTask | None, chance: Chance
) -> tuple[SubSkill, str]:
    """Return a sub-skill that does not fit in place of the sound one, and a reason for it."""
    drawn = chance.shuffled("kind of step", (_skipping, _elsewhere))
    for make in drawn:
        wrong = [skill for skill in make(sound, facts, subtask) if skill != sound]
        if wrong:
            return chance.pick("wrong step", wrong), "This brings the sub-task forward at once."
    return _NOT_ENDING if sound.kind is SubSkillKind.STOP else _STOP, "I take this to be done."


def confused_step(
    sound: SubSkill, why: str, facts: Facts, subtask: SubTask | None
) -> tuple[SubSkill, str]:
    """Return what the sound sub-skill is confused with, or itself, and a reason for it.

    The others are the step after it and the same step with another target, but for what has just
    been done. That is part of the question: after another step, it is another question.
    """
    if not facts.errors.rates.confuse:
        return sound, why
    last = facts.history[-1] if facts.history else None
    done = (sound, last.subskill if last else sound)
    made = (make(sound, facts, subtask) for make in (_skipping, _elsewhere))
    others = (next((skill for skill in skills if skill not in done), None) for skills in made)
    known = [sound, *dict.fromkeys(skill for skill in others if skill is not None)]
    after = f"after {last.subskill.kind} {last.succeeded}" if last else "at first"
    begun = f"{facts.meaning(subtask) if subtask else ''} {after}"
    chosen = facts.errors.misordered(known, lambda s: f"{s.kind} {known.index(s)} {begun}")[0]
    return (sound, why) if chosen == sound else (chosen, "This brings the sub-task forward.")


def _skipping(sound: SubSkill, facts: Facts, subtask: SubTask | None) -> Iterator[SubSkill]:
    """Yield what comes after the sound step, as if that had been done already."""
    if sound.kind is SubSkillKind.GO_TO_ROOM:
        yield SubSkill(SubSkillKind.EXPLORE)
    elif sound.kind is SubSkillKind.GO_TO_OBJECT and facts.me.held:
        target = facts.thing(sound.object_id)
        room = target.room if target else facts.me.room
        yield SubSkill(SubSkillKind.PUT_OBJECT, facts.me.held, sound.object_id, room)
    elif sound.kind is SubSkillKind.GO_TO_OBJECT:
        yield SubSkill(SubSkillKind.PICKUP_OBJECT, sound.object_id)
    elif sound.kind is SubSkillKind.PICKUP_OBJECT and subtask is not None:
        for place in facts.receptacles():
            if place.category == subtask.receptacle_type:
                yield SubSkill(SubSkillKind.GO_TO_OBJECT, place.id)
    elif sound.kind is not SubSkillKind.STOP:
        yield _STOP


def _elsewhere(sound: SubSkill, facts: Facts, subtask: SubTask | None) -> Iterator[SubSkill]:
    """Yield the sound step with another target; after the end, the sub-task begun once more."""
    if sound.kind in (SubSkillKind.GO_TO_OBJECT, SubSkillKind.PICKUP_OBJECT):
        for thing in facts.things:
            yield SubSkill(sound.kind, thing.id)
    elif sound.kind is SubSkillKind.PUT_OBJECT:
        for place in facts.receptacles():
            yield SubSkill(sound.kind, sound.object_id, place.id, place.room)
    elif sound.kind in (SubSkillKind.GO_TO_ROOM, SubSkillKind.EXPLORE):
        for room in facts.rooms:
            yield SubSkill(SubSkillKind.GO_TO_ROOM, room_id=room.id)
    elif subtask is not None and subtask.kind is SubTaskKind.REPLACE:
        yield SubSkill(SubSkillKind.GO_TO_OBJECT, subtask.object_id)
    elif subtask is not None and subtask.kind is SubTaskKind.EXPLORE:
        yield SubSkill(SubSkillKind.GO_TO_ROOM, room_id=subtask.room_id)


_STOP = SubSkill(SubSkillKind.STOP)
_NOT_ENDING = SubSkill(SubSkillKind.EXPLORE)
