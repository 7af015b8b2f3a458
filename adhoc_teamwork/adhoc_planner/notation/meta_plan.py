# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A meta-plan: which robot does what, in order, in words that all understand (CaPo, 4.2).

Its form is one line for each sub-task: a number, the robot, and the sub-task in words::

    1. small: explore room_2
    2. tall: bring the Mug at (1.2, 3.4)
    3. tall: explore room_4

Objects are told by type and place, as robots name them each in its own way; rooms by their ids.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError, answer_lines, shortened
from adhoc_teamwork.adhoc_planner.notation.json_shapes import Choice, Each, Fields, Words

MOST_LINES = 40
_LONGEST_LINE = 200
_LINE = re.compile(r"\s*(?:[-*]\s*)?(?:\d{1,3}[.)]\s*)?<?\s*([^\s:<>]{1,64})\s*>?\s*:\s*(\S.*)")


@dataclass(frozen=True)
class PlanLine:
    """Give a robot a sub-task, in words."""

    robot: str
    words: str


@dataclass(frozen=True)
class MetaPlan:
    """Hold the lines of a plan for the whole team, in order."""

    lines: tuple[PlanLine, ...]

    def __str__(self) -> str:
        """Return it in its form."""
        numbered = enumerate(self.lines, start=1)
        return "\n".join(f"{number}. {line.robot}: {line.words}" for number, line in numbered)


def read_meta_plan(text: str) -> MetaPlan:
    """Return the lines of a text that are in the form; what is not is left out."""
    found = [match for line in text.splitlines() if (match := _LINE.match(line))]
    return MetaPlan(tuple(PlanLine(m[1], _words(m[2])) for m in found[:MOST_LINES]))


def parse_meta_plan(text: str, members: Sequence[str]) -> MetaPlan:
    """Return the meta-plan of an answer.

    Raises:
        AnswerError: It has no line in the form, or one for a robot that is not among `members`.
    """
    plan = read_meta_plan("\n".join(answer_lines(text)))
    return _checked([(line.robot, line.words) for line in plan.lines], members)


def meta_plan_form(stage: str, members: Sequence[str]) -> AnswerForm[MetaPlan]:
    """Return the form of a meta-plan for a team."""
    line = Fields(
        {
            "robot": Choice("robot", {name: name for name in members}),
            "subtask": Words("the sub-task in words, with type and place or the room"),
        }
    )
    parts = Fields({"analysis": Words("your reasoning, as asked for above"), "result": Each(line)})

    def build(given: dict[str, list[dict[str, str]]]) -> MetaPlan:
        return _checked([(said["robot"], said["subtask"]) for said in given["result"]], members)

    return AnswerForm(stage, parts, build)  # type: ignore[arg-type]


def _checked(lines: Sequence[tuple[str, str]], members: Sequence[str]) -> MetaPlan:
    known = {name.casefold(): name for name in members}
    if not lines:
        raise AnswerError("no line of a plan was found after [result]; expected 1. robot: sub-task")
    for robot, _ in lines:
        if robot.casefold() not in known:
            names = ", ".join(members)
            raise AnswerError(f"'{shortened(robot)}' is none of the team; expected one of {names}")
    told = tuple(PlanLine(known[robot.casefold()], _words(words)) for robot, words in lines)
    return MetaPlan(tuple(dict.fromkeys(told))[:MOST_LINES])


def _words(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_LINE]
