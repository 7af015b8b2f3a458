# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Actions that the stand-in knows only from what a prompt says of them: when they serve, and how.

A sub-task's words name the state that it brings about, such as ``power=on``; where the goal asks
for that state, it serves. Its steps are those that the prompt's own advice names for it, or else
the one that is told of in the likest words.
"""

import re
from collections.abc import Sequence

from adhoc_teamwork.offline_model.options.option import Option, Urgency
from adhoc_teamwork.offline_model.options.reasons import ATTEMPTS, HOPELESS
from adhoc_teamwork.offline_model.reading.facts import Facts, StateWish, Thing
from adhoc_teamwork.teamwork.team.notation import read_subskill, read_subtask
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_STOP = SubSkill(SubSkillKind.STOP)
_OWN = frozenset(map(str, (*SubTaskKind, *SubSkillKind)))


def is_new(subtask: SubTask) -> bool:
    """Tell whether the stand-in has no rule of its own for a sub-task."""
    return str(subtask.kind) not in _OWN


def options_by_hints(facts: Facts) -> list[Option]:
    """Return the new sub-tasks that bring things into states that the goal asks for."""
    found = []
    for wish in facts.goal.states:
        for hint in facts.subtasks if wish.there < wish.wanted else ():
            if hint.name in _OWN or wish.state not in hint.states or hint.places != 1:
                continue
            for thing in facts.things:
                subtask = read_subtask(f"{hint.name} <{thing.id}>")
                if subtask is None or why_not_bring(facts, wish, subtask, thing):
                    continue
                why = f"The goal wants {wish.category} with {wish.state}; {subtask} does that."
                failed = _failures(facts, thing.id)
                urgency = Urgency.ONCE_FAILED if failed else Urgency.FETCH
                found.append(Option(subtask, why, urgency, thing.distance))
    return found


def objection_by_hints(facts: Facts, subtask: SubTask) -> str:
    """Return why a new sub-task is not reasonable as things are; empty where it is."""
    thing = facts.thing(_topic(subtask))
    if thing is None:
        return f"I know of no {_topic(subtask)}."
    hints = [hint for hint in facts.subtasks if hint.name == subtask.kind]
    wishes = [w for w in facts.goal.states for hint in hints if w.state in hint.states]
    objections = [why_not_bring(facts, wish, subtask, thing) for wish in wishes]
    return "" if not objections or "" in objections else objections[0]


def why_not_bring(facts: Facts, wish: StateWish, subtask: SubTask, thing: Thing) -> str:
    """Return why a thing is not to be brought into a state; empty where it is."""
    name = wish.state.partition("=")[0]
    if thing.category.casefold() != wish.category.casefold() or thing.gone:
        return f"The goal asks for no {thing.category}."
    if wish.room and thing.room_type.casefold() not in ("", wish.room.casefold()):
        return f"The goal asks for none in the {thing.room_type}."
    if wish.state in thing.states or not any(s.startswith(f"{name}=") for s in thing.states):
        return f"{thing.id} shows {wish.state} already, or has no {name}."
    if not facts.me.arm:
        return "I have no arm."
    if any(subtask in mate.taken_up for mate in facts.mates if not mate.left):
        return f"A teammate has taken up {thing.id}."
    if _failures(facts, thing.id) >= ATTEMPTS:
        return f"I have tried {thing.id} in vain."
    return ""


def step_by_hints(facts: Facts, subtask: SubTask) -> tuple[SubSkill, str]:
    """Return the next sub-skill of a new sub-task, and why."""
    chain = [name for name in _chain(facts, subtask) if name != SubSkillKind.STOP]
    steps = [_step(facts, name, subtask) for name in chain]
    done = [attempt.subskill for attempt in facts.history if attempt.succeeded]
    last = facts.history[-1] if facts.history else None
    if last is not None and not last.succeeded and last.subskill in steps:
        tried = _failures(facts, _topic(subtask))
        if last.cause in HOPELESS or tried >= ATTEMPTS:
            return _STOP, f"{last.subskill} failed ({last.cause}), so I end this sub-task."
    ahead = next((n for n in range(len(steps), 0, -1) if done[-n:] == steps[:n]), 0)
    if ahead == len(steps) or steps[ahead] is None:
        return _STOP, f"There is nothing more to do for {subtask}."
    step = steps[ahead] or _STOP
    return step, f"{step} is the next step of {subtask}."


def _chain(facts: Facts, subtask: SubTask) -> Sequence[str]:
    advised = facts.advice.get(str(subtask.kind), ())
    if advised:
        return advised
    words = next((_words(h.words) for h in facts.subtasks if h.name == subtask.kind), frozenset())
    new = [hint for hint in facts.subskills if hint.name not in _OWN]
    likest = max(new, key=lambda hint: len(words & _words(hint.words)), default=None)
    return (likest.name,) if likest is not None else ()


def _step(facts: Facts, name: str, subtask: SubTask) -> SubSkill | None:
    places = next((hint.places for hint in facts.subskills if hint.name == name), 0)
    values = [str(value) for _, value in subtask.arguments][:places]
    return read_subskill(" ".join((name, *(f"<{value}>" for value in values))))


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[a-z]+", text.casefold()) if len(word) > 3)


def _topic(subtask: SubTask) -> str:
    return next((str(value) for _, value in subtask.arguments), "")


def _failures(facts: Facts, name: str) -> int:
    """Return how often a new sub-skill about a thing failed lately, by what does not pass."""
    return sum(
        attempt.in_vain
        and str(attempt.subskill.kind) not in _OWN
        and any(value == name for _, value in attempt.subskill.arguments)
        for attempt in facts.history
    )
