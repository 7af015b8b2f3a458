# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer the stages of deciding a sub-task: generation, ranking, reflection; or all at once."""

import re
from collections.abc import Sequence

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.errors.error_injection import Ranking, neglecting_order, verdict
from adhoc_teamwork.offline_model.knowledge.common_sense import may_stay
from adhoc_teamwork.offline_model.options.aims import objection_to_aim
from adhoc_teamwork.offline_model.options.options import Option, options
from adhoc_teamwork.offline_model.options.reasons import why_not_explore, why_not_fetch
from adhoc_teamwork.offline_model.reading.facts import Facts
from adhoc_teamwork.offline_model.reading.reader import (
    find_number,
    read_labelled_subtask,
    read_subtasks,
)
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.stages.considering import consider, warmed
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind


def generate(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best options as candidates."""
    count = int(find_number(r"up to (\d+) different", _instructions(prompt), 3))
    chosen = consider(prompt, facts, chance)[: max(1, count)]
    return listed(" ".join(o.reason for o in chosen), [o.subtask for o in chosen])


def rank(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the candidates in order of use."""
    order = ranked(facts, read_subtasks(prompt.lines("Candidate sub-tasks")), chance)
    reasons = [reason_for(facts, candidate, chance) for candidate in order.subtasks]
    return listed(" ".join(reason for reason in reasons if reason), order.subtasks)


def ranked(facts: Facts, candidates: Sequence[SubTask], chance: Chance) -> Ranking:
    """Return candidates in order of use; where there is a slip, it neglects one fact."""

    def order(seen: Facts, offered: Sequence[SubTask]) -> list[SubTask]:
        known = _known(seen, chance)
        found = sorted(offered, key=lambda c: _order(seen, known, c))
        return seen.errors.misordered(found, seen.meaning)

    return neglecting_order(candidates, facts, order, chance)


def reason_for(facts: Facts, candidate: SubTask, chance: Chance) -> str:
    """Return what speaks for a candidate, or against it."""
    return _reason(facts, _known(facts, chance), candidate)


def reflect(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return whether the sub-task in question is still reasonable."""
    heading = "Sub-task in question"
    candidate = read_labelled_subtask(prompt, heading)
    if candidate is None:
        return _judged("The prompt names no sub-task that I understand.", False)
    intent_id = int(find_number(r"your intent #(\d+)", " ".join(prompt.lines(heading)), 0))
    objection = _conflict(facts, intent_id) or objection_to(facts, candidate)
    if not verdict(not objection, chance):
        return _judged(objection or f"A teammate will see to {candidate} sooner than I.", False)
    return _judged(
        f"No teammate objects to {candidate}, and nothing known speaks against it.", True
    )


def objection_to(facts: Facts, subtask: SubTask) -> str:
    """Return why `subtask` is not reasonable as things are; empty where it is."""
    if subtask.kind is SubTaskKind.EXPLORE:
        room = facts.room(subtask.room_id)
        return why_not_explore(facts, room) if room else f"I know of no room {subtask.room_id}."
    if subtask.kind is SubTaskKind.REPLACE:
        thing = facts.thing(subtask.object_id)
        if thing is None and facts.me.held != subtask.object_id:
            return f"I know of no object {subtask.object_id}."
        return why_not_fetch(facts, thing) if thing else ""
    if subtask.kind is not SubTaskKind.STOP:
        return objection_to_aim(facts, subtask)
    best = options(facts)[0]
    return "" if best.subtask.kind is SubTaskKind.STOP else best.reason


def _conflict(facts: Facts, intent_id: int) -> str:
    """Return what teammates object to this intent; without its id, to the latest one."""
    newest = intent_id or max((answer.intent_id for answer in facts.answers), default=0)
    against = [a.sender for a in facts.answers if a.intent_id == newest and a.conflict]
    if not against:
        return ""
    return f"{' and '.join(dict.fromkeys(against))} answered that this conflicts with its own work."


def _known(facts: Facts, chance: Chance) -> dict[SubTask, Option]:
    return {option.subtask: option for option in warmed(options(facts), chance)}


def _order(
    facts: Facts, known: dict[SubTask, Option], candidate: SubTask
) -> tuple[int, float, str]:
    """Return what candidates are sorted by; another target for the same object comes after it."""
    if candidate in known:
        return known[candidate].order
    for option in known.values():
        same = candidate.object_id and option.subtask.object_id == candidate.object_id
        if same and not _reason(facts, known, candidate):
            return (option.urgency, option.cost + 0.5, str(candidate))
    return (100, 0.0, str(candidate))


def _reason(facts: Facts, known: dict[SubTask, Option], candidate: SubTask) -> str:
    if candidate in known:
        return known[candidate].reason
    objection = objection_to(facts, candidate)
    if objection or candidate.kind is not SubTaskKind.REPLACE:
        return objection
    thing = facts.thing(candidate.object_id)
    place = (candidate.receptacle_type, candidate.room_type)
    if thing is not None and not may_stay(thing.category, *place, facts.reader, facts.errors):
        where = f"a {candidate.receptacle_type} in a {candidate.room_type}"
        return f"{thing.id} does not belong on {where}."
    return ""


def _instructions(prompt: Prompt) -> str:
    headings = [h for h in prompt.sections if re.match(r"Instructions:", h)]
    return " ".join(line for heading in headings for line in prompt.lines(heading))


def listed(analysis: str, subtasks: Sequence[SubTask]) -> str:
    """Return an answer of reasons and a numbered list."""
    lines = [f"{number}. {subtask}" for number, subtask in enumerate(subtasks, start=1)]
    return "\n".join([f"[analysis] {analysis}", "[result]", *lines])


def _judged(analysis: str, reasonable: bool) -> str:
    return f"[analysis] {analysis}\n[judgement] {'yes' if reasonable else 'no'}"


def choose(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best option, without a word on why."""
    return f"[result]\n{consider(prompt, facts, chance)[0].subtask}"


def reason(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the best option, and why."""
    best = consider(prompt, facts, chance)[0]
    return f"[analysis] {best.reason}\n[result]\n{best.subtask}"
