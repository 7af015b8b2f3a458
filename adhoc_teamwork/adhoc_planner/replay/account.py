# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Give an account of a recorded run: each robot's sub-skills, and what it held of things.

python -m adhoc_teamwork.adhoc_planner.replay.account RUN
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from adhoc_teamwork.adhoc_planner.belief.situation import Situation, situation_of
from adhoc_teamwork.adhoc_planner.journal.coding import Turn
from adhoc_teamwork.adhoc_planner.journal.inputs import InputKind
from adhoc_teamwork.adhoc_planner.journal.notes import Asked, Chose, NoteKind
from adhoc_teamwork.adhoc_planner.replay.reading import Session, read_sessions
from adhoc_teamwork.teamwork.recordings.account import Belief, Deed, Place, entry_to_json
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence, SceneGraph
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser, ended
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill

PROGRAM = "adhoc_planner.replay.account"
MOVED = 0.3
"""Metres from which on a thing counts as held to be elsewhere."""
_JUDGE = "judge"
_INPUTS = frozenset((InputKind.GRAPH, InputKind.RESULT))
_NOTES = frozenset((NoteKind.ASKED, NoteKind.CHOSE, NoteKind.STARTED))


def account_of(session: Session) -> list[Deed | Belief]:
    """Return what the robot of a session did and held of things, by time."""
    teller = _Teller(session.record.robot)
    found = [entry for turn in session.turns for entry in teller.take(turn)]
    return sorted([*found, *teller.unended()], key=_time)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the account of a run as lines of JSON; return the exit code."""
    parser = Parser(prog=PROGRAM, description="Say what the robots of a recorded run did and held.")
    parser.add_argument("run", type=Path, metavar="RUN", help="run folder or bag")
    run = parser.parse_args(arguments).run
    return ended(PROGRAM, lambda: _print(run))


def _print(run: Path) -> int:
    for session in read_sessions(run, _INPUTS, _NOTES):
        for entry in account_of(session):
            sys.stdout.write(f"{entry_to_json(entry)}\n")
    return DONE


class _Teller:
    """Follow one robot's turns: what it knows, how it judges, which sub-skills are under way."""

    def __init__(self, robot: str) -> None:
        self._robot = robot
        self._graph = SceneGraph()
        self._judged: dict[Situation, bool] = {}
        self._asked: dict[int, SceneGraph] = {}
        self._told: dict[str, Belief] = {}
        self._running: dict[int, Deed] = {}

    def take(self, turn: Turn) -> Iterator[Deed | Belief]:
        """Yield what a turn adds to the account."""
        changed = False
        for given in turn.inputs:
            if given.kind is InputKind.GRAPH:
                self._graph, changed = given.value, True
            elif given.kind is InputKind.RESULT and given.value.goal in self._running:
                deed = self._running.pop(given.value.goal)
                yield _ended(deed, turn.stamp, given.value.result)
        for note in turn.notes:
            if note.kind is NoteKind.STARTED:
                self._running[note.content.goal] = self._begun(turn.stamp, note.content.subskill)
            elif note.kind is NoteKind.ASKED and note.content.stage == _JUDGE:
                self._note_question(note.content)
            elif note.kind is NoteKind.CHOSE and note.content.stage == _JUDGE:
                self._note_judgement(note.content)
                changed = True
        if changed:
            yield from self._beliefs(turn.stamp)

    def unended(self) -> list[Deed]:
        """Return the sub-skills of which no end is recorded."""
        return list(self._running.values())

    def _begun(self, stamp: float, subskill: SubSkill) -> Deed:
        thing = self._graph.object(subskill.object_id)
        return Deed(
            robot=self._robot,
            began=stamp,
            kind=str(subskill.kind),
            subskill=str(subskill),
            object_id=subskill.object_id,
            category=thing.category if thing else subskill.object_id.rpartition("_")[0],
            place=_place(thing) if thing else None,
        )

    def _note_question(self, asked: Asked) -> None:
        self._asked[asked.decision] = self._graph

    def _note_judgement(self, chose: Chose) -> None:
        """Take in what was answered, such as "Mug_0, yes, CounterTop, Kitchen > Vase_0, no"."""
        graph = self._asked.pop(chose.decision, self._graph)
        for verdict in chose.choice.split(" > "):
            object_id, answer, *_ = [*verdict.split(", "), ""]
            thing = graph.object(object_id)
            if thing is not None and answer in ("yes", "no"):
                self._judged[situation_of(thing)] = answer == "yes"

    def _beliefs(self, stamp: float) -> Iterator[Belief]:
        for thing in self._graph.objects:
            if not thing.pickupable or thing.status is not Presence.PRESENT:
                continue
            now = self._belief(stamp, thing)
            before = self._told.get(thing.object_id)
            if before is None or _differs(before, now):
                self._told[thing.object_id] = now
                yield now

    def _belief(self, stamp: float, thing: Detection) -> Belief:
        judged = self._judged.get(situation_of(thing))
        misplaced = thing.misplaced
        if judged is not None:
            misplaced = Misplaced.YES if judged else Misplaced.NO
        return Belief(
            robot=self._robot,
            time=stamp,
            object_id=thing.object_id,
            category=thing.category,
            place=_place(thing),
            on=thing.receptacle_category or thing.receptacle,
            room_type=thing.room_type,
            own=thing.is_first_hand(self._robot),
            misplaced=misplaced,
        )


def _ended(deed: Deed, stamp: float, result: SkillResult) -> Deed:
    return replace(
        deed,
        ended=stamp,
        success=result.success,
        cause=result.cause.value if result.cause else "",
        message=result.message,
        path_length=result.path_length,
    )


def _differs(before: Belief, now: Belief) -> bool:
    about = [(b.on, b.room_type, b.own, b.misplaced) for b in (before, now)]
    away = sum((a - b) ** 2 for a, b in zip(before.place, now.place, strict=True)) ** 0.5
    return about[0] != about[1] or away > MOVED


def _place(thing: Detection) -> Place:
    return (thing.position.x, thing.position.y, thing.position.z)


def _time(entry: Deed | Belief) -> float:
    return entry.began if isinstance(entry, Deed) else entry.time


if __name__ == "__main__":
    sys.exit(main())
