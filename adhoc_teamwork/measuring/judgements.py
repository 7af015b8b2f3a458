# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Count by kinds of things what the stand-in's common sense gets right in the tasks of a set.

    python -m adhoc_teamwork.measuring.judgements --taskset DIR

Everything is known and nobody slips: what is counted is sense alone.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.oracle.expert import Truth
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.benchmark.tasks.taskset import load_taskset, task_house
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.measuring.common_sense import Place, Share
from adhoc_teamwork.offline_model.knowledge.common_sense import (
    homes_among,
    is_doubtful,
    may_stay,
    thing_kind,
)
from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace, is_tidy
from adhoc_teamwork.simulation.houses.house import HouseObject
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.teamwork.scene import FLOOR, Room
from adhoc_teamwork.teamwork.settings.command_line import DONE, Parser
from adhoc_teamwork.teamwork.text.tables import PlainConsole

PROGRAM = "python -m adhoc_teamwork.measuring.judgements"

NONE = Share()


@dataclass(frozen=True)
class Counted:
    """Count judgements of things of one kind.

    Of what a task displaced: what is `sure` to be out of place, what is so but `doubted`, and of
    how much the first of its homes, ways left out, is tidy. Of what lies in place: what is surely
    called wrong, and what is called so but doubted.
    """

    sure: Share = NONE
    doubted: Share = NONE
    homes: Share = NONE
    alarms: Share = NONE
    doubted_alarms: Share = NONE

    def __add__(self, other: "Counted") -> "Counted":
        """Return both together."""
        return Counted(
            self.sure + other.sure,
            self.doubted + other.doubted,
            self.homes + other.homes,
            self.alarms + other.alarms,
            self.doubted_alarms + other.doubted_alarms,
        )

    def row(self, kind: str) -> list[str]:
        """Return the cells of the printed table."""
        shares = (self.sure, self.doubted, self.homes, self.alarms, self.doubted_alarms)
        return [kind or NO_VALUE, *(share.cells()[0] for share in shares)]


def judgement(category: str, place: Place) -> tuple[bool, bool]:
    """Return whether a thing is surely out of place, and whether that is so but doubted."""
    if may_stay(category, *place):
        return False, False
    doubted = is_doubtful(category, *place)
    return not doubted, doubted


def displaced(task: BenchTask, house: StepHouse) -> Iterator[tuple[str, Counted]]:
    """Yield the kind of each thing that a task displaced, and what is judged of it."""
    truth = Truth.of(task, house)
    known = {(f.category, f.room_type) for f in truth.furniture}
    things = {thing.name: thing for thing in house.house.objects}
    for item in task.misplaced:
        if item.position is None:
            continue
        category, on = things[item.object].category, things.get(item.moved_to)
        place = _place(on, house.room_at(*item.position[:2]))
        sure, doubted = judgement(category, place)
        homes = homes_among(category, known - {place})
        tidy = bool(homes) and is_tidy(item.goal, ObjectPlace(homes[0].receptacle, homes[0].room))
        yield (
            thing_kind(category),
            Counted(Share(sure, 1), Share(doubted, 1), Share(tidy, 1)),
        )


def in_place(house: StepHouse) -> Iterator[tuple[str, Counted]]:
    """Yield the kind of each thing of a tidy house, and what is judged of it where it lies."""
    things = {thing.name: thing for thing in house.house.objects}
    for thing in things.values():
        if not thing.pickupable:
            continue
        place = _place(things.get(thing.parent), house.room_at(thing.box.x, thing.box.y))
        sure, doubted = judgement(thing.category, place)
        alarms = Counted(alarms=Share(sure, 1), doubted_alarms=Share(doubted, 1))
        yield thing_kind(thing.category), alarms


def _place(on: HouseObject | None, room: Room | None) -> Place:
    """Return the types of what a thing lies on and of the room."""
    return (on.category if on else FLOOR, room.room_type if room else "")


def count(folder: Path) -> dict[str, Counted]:
    """Return what is judged of things by their kinds: each displacement, each house once."""
    found: dict[str, Counted] = defaultdict(Counted)
    houses: dict[str, StepHouse] = {}
    for task in load_taskset(folder).tasks:
        if task.house not in houses:
            house = houses[task.house] = StepHouse.of(task_house(folder, task.house))
            for kind, counted in in_place(house):
                found[kind] += counted
        for kind, counted in displaced(task, houses[task.house]):
            found[kind] += counted
    return dict(found)


def run(words: Sequence[str]) -> int:
    """Print the table of judgements and return 0."""
    parser = Parser(
        prog=PROGRAM,
        description=(
            "Count by kinds what the stand-in's common sense says of the things of a task set: of "
            "what was displaced, what is surely out of place to it, what is so but doubted, and "
            "whether the first of its homes is tidy; of what lies in place, what it calls wrong."
        ),
    )
    parser.add_argument("--taskset", required=True, type=Path, help="folder of the task set")
    found = count(parser.parse_args(words).taskset)
    total = sum(found.values(), Counted())
    headings = ["kind", "sure", "doubted", "first home tidy", "in place: wrong", "doubted"]
    rows = [counted.row(kind) for kind, counted in sorted(found.items())]
    console = PlainConsole(highlight=False)
    shown = table(headings, [*rows, total.row("all")], texts=1)
    console.print(shown, markup=False, soft_wrap=True)
    return DONE


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
