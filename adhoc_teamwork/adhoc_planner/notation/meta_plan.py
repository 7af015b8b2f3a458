# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A model's meta-plan, from text or from JSON (CaPo, 4.2)."""

from collections.abc import Sequence

from adhoc_teamwork.adhoc_planner.notation.answer_forms import AnswerForm
from adhoc_teamwork.adhoc_planner.notation.answers import AnswerError, answer_lines, shortened
from adhoc_teamwork.adhoc_planner.notation.json_shapes import Choice, Each, Fields, Words
from adhoc_teamwork.teamwork.team.meta_plan import (
    MOST_LINES,
    MetaPlan,
    PlanLine,
    plan_words,
    read_meta_plan,
)


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
    told = tuple(PlanLine(known[robot.casefold()], plan_words(words)) for robot, words in lines)
    return MetaPlan(tuple(dict.fromkeys(told))[:MOST_LINES])
