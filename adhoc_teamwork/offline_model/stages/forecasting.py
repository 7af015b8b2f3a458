# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Answer what teammates will do, and which candidates fit best beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adhoc_teamwork.offline_model.chance import Chance
from adhoc_teamwork.offline_model.options.places import targets_for
from adhoc_teamwork.offline_model.reading.facts import Facts, Mate
from adhoc_teamwork.offline_model.reading.reader import read_subtasks
from adhoc_teamwork.offline_model.reading.sections import Prompt
from adhoc_teamwork.offline_model.stages.deciding import objection_to, ranked, reason_for
from adhoc_teamwork.teamwork.team.notation import read_subtask
from adhoc_teamwork.teamwork.team.subtask import SubTask, SubTaskKind

_TOP, _STEP, _LEAST = 9.0, 2.0, 1.0
"""The best candidate's score, how much less each next one gets, and what is not reasonable."""


def predict(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return for each present teammate what it has taken up, or what is left for it to do.

    A slip gets one of them wrong.
    """
    del prompt
    taken = {subtask for mate in facts.mates for subtask in mate.taken_up}
    foreseen: list[tuple[str, SubTask, str]] = []
    for mate in facts.mates:
        if not mate.left:
            subtask, why = _next_of(facts, mate, taken)
            taken.add(subtask)
            foreseen.append((mate.name, subtask, why))
    if chance.slips and foreseen:
        wrong = chance.pick("prediction", range(len(foreseen)))
        name, sound, _ = foreseen[wrong]
        foreseen[wrong] = (name, _misjudged(sound, facts, chance), f"{name} will change its mind.")
    lines = [f"- {name}: {subtask}" for name, subtask, _ in foreseen]
    reasons = " ".join(why for _, _, why in foreseen)
    return "\n".join([f"[analysis] {reasons}", "[result]", *lines])


def score(prompt: Prompt, facts: Facts, chance: Chance) -> str:
    """Return the candidates with scores, teammates taken to do what is predicted."""
    candidates = read_subtasks(prompt.lines("Candidate sub-tasks"))
    then = _as_predicted(facts, _predictions(prompt, facts))
    ranking = ranked(then, candidates, chance)
    points, lines, reasons = _TOP, [], []
    for number, candidate in enumerate(ranking.subtasks, start=1):
        useless = objection_to(ranking.facts, candidate) and candidate != ranking.favourite
        worth = _LEAST if useless else max(_LEAST, points)
        points -= _STEP
        lines.append(f"{number}. {candidate} | score: {worth:g}")
        reasons.append(reason_for(ranking.facts, candidate, chance))
    return "\n".join([f"[analysis] {' '.join(filter(None, reasons))}", "[result]", *lines])


def _misjudged(sound: SubTask, facts: Facts, chance: Chance) -> SubTask:
    """Return another sub-task than a teammate's sound one."""
    others = [SubTask(SubTaskKind.EXPLORE, room_id=room.id) for room in facts.rooms]
    wrong = [s for s in (*others, SubTask(SubTaskKind.STOP)) if s != sound]
    return chance.pick("other sub-task", wrong or [SubTask(SubTaskKind.EXPLORE, room_id="room_0")])


def _next_of(facts: Facts, mate: Mate, taken: set[SubTask]) -> tuple[SubTask, str]:
    """Return what a teammate has said that it does, or the likeliest of what is left for it."""
    for subtask in (*mate.taken_up, *mate.proposes):
        return subtask, f"{mate.name} has said that it does {subtask}."

    def meaning(foreseen: tuple[SubTask, str]) -> str:
        return f"{mate.name} does {facts.meaning(foreseen[0])}"

    left = _left_for(facts, mate, taken)
    # All of it is looked at only where one may be mistaken for another.
    likely = facts.errors.misordered(list(left), meaning) if facts.errors.rates.confuse else left
    nothing = SubTask(SubTaskKind.STOP), f"I see nothing left for {mate.name} to do."
    return next(iter(likely), nothing)


def _left_for(facts: Facts, mate: Mate, taken: set[SubTask]) -> Iterator[tuple[SubTask, str]]:
    if mate.arm:
        busy = {subtask.object_id for subtask in taken}
        for thing in facts.things:
            free = thing.out_of_place and not thing.holder and not thing.gone
            if free and thing.id not in busy:
                for target in targets_for(facts, thing)[:1]:
                    task = SubTask(
                        SubTaskKind.REPLACE,
                        room_type=target.room,
                        object_id=thing.id,
                        receptacle_type=target.receptacle,
                    )
                    yield task, f"{mate.name} is free, and {thing.id} is out of place."
    for room in facts.rooms:
        task = SubTask(SubTaskKind.EXPLORE, room_id=room.id)
        if not room.explored_by and task not in taken:
            yield task, f"{mate.name} is free, and {room.id} is not explored."


def _predictions(prompt: Prompt, facts: Facts) -> Mapping[str, SubTask]:
    """Return what teammates are predicted to do, but for what is overlooked of it."""
    found = {}
    for fields in prompt.items("Predicted sub-tasks"):
        name, _, text = fields[0].partition(": ")
        subtask = read_subtask(text)
        if subtask is None or facts.errors.overlooks(f"{name} does {facts.meaning(subtask)}"):
            continue
        found[name] = subtask
    return found


def _as_predicted(facts: Facts, predictions: Mapping[str, SubTask]) -> Facts:
    """Return the facts as they are once teammates have taken up what is predicted."""
    mates = tuple(
        replace(mate, taken_up=(predictions[mate.name],), proposes=())
        if mate.name in predictions
        else mate
        for mate in facts.mates
    )
    exploring = {
        name: subtask.room_id
        for name, subtask in predictions.items()
        if subtask.kind is SubTaskKind.EXPLORE
    }
    rooms = tuple(
        replace(
            room,
            exploring=tuple(
                dict.fromkeys(
                    (*room.exploring, *(n for n, where in exploring.items() if where == room.id))
                )
            ),
        )
        for room in facts.rooms
    )
    return replace(facts, mates=mates, rooms=rooms)
