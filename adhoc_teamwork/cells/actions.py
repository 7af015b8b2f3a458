# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots of a cell can be told to do: how it is written, what it needs, what comes of it.

An action is described once. The prompt's list of options, the reading of a plan and the check of a
task's constraints all go by the description.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.cells.task_file import Action, ActionKind, CellTask
from adhoc_teamwork.skills.arms.failure import ArmFailure, Step
from adhoc_teamwork.skills.several_arms.plan_text import ArmAction, Place
from adhoc_teamwork.teamwork.team.causes import Cause

_BLANK = re.compile(r"<(\w+)>")
YOU_HOLD, IS_OPEN = re.compile(r"you hold (\w+)"), re.compile(r"(\w+) is open")
"""Sentences that say what actions need and what they promise, of the thing that they name."""


@dataclass(frozen=True)
class ActionSpec:
    """Describe a kind of action.

    In the sentences {0} and {1} stand for its first and second name, {tool} for what the robot
    holds from the start, {into} for where the task's file says that things go.

    Attributes:
        does: What it is, in a sentence.
        needs: What has to be so.
        then: What is so afterwards.
    """

    does: str
    needs: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


SPECS: Mapping[tuple[ActionKind, ...], ActionSpec] = {
    (ActionKind.PICK, ActionKind.PLACE): ActionSpec(
        "take a thing and put it down elsewhere",
        ("your hand is empty", "{0} is in your reach", "{1} is in your reach", "{1} is free"),
        ("{0} is on {1}",),
    ),
    (ActionKind.PICK,): ActionSpec(
        "take a thing, and keep it in the hand",
        ("your hand is empty", "{0} is in your reach"),
        ("you hold {0}",),
    ),
    (ActionKind.PLACE,): ActionSpec(
        "put down what is in the hand",
        ("you hold {0}", "{1} is in your reach", "{1} is free"),
        ("{0} is on {1}", "your hand is empty"),
    ),
    (ActionKind.PUT,): ActionSpec(
        "put down what is in the hand",
        ("you hold {0}", "{1} is in your reach", "{1} is free"),
        ("{0} is on {1}", "your hand is empty"),
    ),
    (ActionKind.OPEN,): ActionSpec(
        "open a door by its handle, and hold it open",
        ("your hand is empty", "{0} is in your reach"),
        ("{0} is open", "you hold {0}"),
    ),
    (ActionKind.MOVE,): ActionSpec(
        "bring what you hold beside a thing, and keep it there",
        ("{0} is in your reach",),
        ("you are at {0}",),
    ),
    (ActionKind.SWEEP,): ActionSpec(
        "push a thing",
        ("all robots are at {0}",),
        ("{0} is in {into}",),
    ),
    (ActionKind.DUMP,): ActionSpec(
        "tip out what you hold",
        ("something is in {tool}",),
        ("what is in {tool} is in {into}",),
    ),
    (ActionKind.WAIT,): ActionSpec("do nothing in this round"),
}


@dataclass(frozen=True)
class CellAction:
    """Hold what one robot is to do.

    Attributes:
        robot: Who.
        verbs: What kind of action it is.
        names: What it names, in the order of its form.
        form: As the task's file has it.
        path: Points for the hand on the way, metres.
    """

    robot: str
    verbs: tuple[ActionKind, ...]
    names: tuple[str, ...]
    form: Action
    path: tuple[Place, ...] = ()

    @property
    def waits(self) -> bool:
        """Tell whether nothing is done."""
        return self.verbs == (ActionKind.WAIT,)

    def __str__(self) -> str:
        names = iter(self.names)
        return _BLANK.sub(lambda _: next(names), self.form.form)


def needs_of(form: Action) -> tuple[str, ...]:
    """Return what a form's action needs: what its kind does, and what the task's file adds."""
    return (*SPECS[verbs_of(form.form)].needs, *form.needs)


def verbs_of(form: str) -> tuple[ActionKind, ...]:
    """Return the verbs of an action's form, which say what kind it is."""
    return tuple(ActionKind(word) for word in form.split() if not _BLANK.fullmatch(word))


def blanks_of(form: str) -> list[str]:
    """Return for what kinds of names an action's form has room, in their order."""
    return _BLANK.findall(form)


def filled(task: CellTask, robot: str, form: Action, sentence: str, names: Sequence[str]) -> str:
    """Return a sentence of a form's description with names in it."""
    return sentence.format(*names, tool=task.agents[robot].holds, into=form.into)


def read_action(task: CellTask, planned: ArmAction) -> CellAction:
    """Return what the words of an action mean in a task.

    Raises:
        ArmFailure: The robot has no such action, or nothing has such a name.
    """
    robot = planned.agent
    for form in task.agents[robot].actions:
        names = _fitting(form.form, planned.words)
        if names is None:
            continue
        for blank, name in zip(blanks_of(form.form), names, strict=True):
            if name not in task.names[blank]:
                raise _refuse(f"{robot}: {planned}: there is no {blank} '{name:.60}'")
        return CellAction(robot, verbs_of(form.form), tuple(names), form, planned.path)
    forms = "; ".join(form.form for form in task.agents[robot].actions)
    raise _refuse(f"{robot}: '{planned!s:.80}' is none of its actions: {forms}")


def _fitting(form: str, words: Sequence[str]) -> list[str] | None:
    """Return the names in an action's words; None where it is of another form."""
    wanted = form.split()
    if len(wanted) != len(words):
        return None
    names = []
    for want, word in zip(wanted, words, strict=True):
        if _BLANK.fullmatch(want):
            names.append(word)
        elif want != word:
            return None
    return names


def _refuse(message: str) -> ArmFailure:
    return ArmFailure(Step.TASK, Cause.BAD_ARGUMENT, message)
