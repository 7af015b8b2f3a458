# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A task as configuration: `task.yaml` of a folder of config/tasks (paper section IV-H)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from adhoc_teamwork.adhoc_planner.judgement import Judgement
from adhoc_teamwork.teamwork.actions.names import PAPER_SUBTASKS
from adhoc_teamwork.teamwork.actions.registry import find_subskill, find_subtask
from adhoc_teamwork.teamwork.actions.spec import ActionSpec
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config
from adhoc_teamwork.teamwork.team.goal import Furnishing, Goal, GoalFile
from adhoc_teamwork.teamwork.team.subskill import PAPER_SUBSKILLS, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import SubTaskKind

FILE = "task.yaml"


def _known(find: Callable[[str], ActionSpec]) -> AfterValidator:
    def check(name: str) -> str:
        try:
            return find(name).name
        except ConfigError as error:
            raise PydanticCustomError("action", "{reason}", {"reason": str(error)}) from None

    return AfterValidator(check)


SubTaskName = Annotated[str, _known(find_subtask)]
SubSkillName = Annotated[str, _known(find_subskill)]


@dataclass(frozen=True)
class TaskConfig:
    """Say what the team is to do, and of which sub-tasks and sub-skills plans are made.

    `judgement` says who judges what is out of place, where no goal says what is to be moved.
    `subtask_words` and `subskill_words` are what this task's model is told of actions by name, in
    place of their specs' words. As it stands it is the paper's own task: what is out of place is
    judged by the robots.
    """

    name: str = ""
    goal: Goal = field(default_factory=Goal)
    subtasks: tuple[SubTaskName, ...] = PAPER_SUBTASKS
    subskills: tuple[SubSkillName, ...] = PAPER_SUBSKILLS
    subtask_words: Mapping[str, str] = field(default_factory=dict)
    subskill_words: Mapping[str, str] = field(default_factory=dict)
    furnishing: Furnishing = field(default_factory=Furnishing)
    judgement: Judgement = Judgement.POLICY

    def refuses_subtask(self, kind: str) -> str | None:
        """Return why a kind of sub-task is none of this task's, or None."""
        if kind in self.subtasks:
            return None
        return f"this task has no sub-task {kind}; it has {', '.join(self.subtasks)}"

    def refuses_subskill(self, kind: str) -> str | None:
        """Return why a kind of sub-skill is none of this task's, or None."""
        if kind in self.subskills:
            return None
        return f"this task has no sub-skill {kind}; it has {', '.join(self.subskills)}"

    def subtask_hints(self, hands: int) -> tuple[str, ...]:
        """Return a line for each sub-task, as the model of a robot with so many hands is told."""
        specs = [spec for spec in map(find_subtask, self.subtasks) if spec.hands <= hands]
        return tuple(spec.hint(self.subtask_words.get(spec.name, "")) for spec in specs)

    @property
    def subskill_hints(self) -> tuple[str, ...]:
        """Return a line for each sub-skill, as a model is told of it."""
        return tuple(find_subskill(n).hint(self.subskill_words.get(n, "")) for n in self.subskills)

    def capacity(self, category: str) -> int:
        """Return how many things a container of a category takes; 0 where it is none."""
        return self.furnishing.capacity(category)


PAPER_TASK = TaskConfig()
"""The paper's own task, where no other is given."""


def load_task(folder: Path) -> TaskConfig:
    """Return the task in a folder of config/tasks.

    Raises:
        ConfigError: `task.yaml` is missing or wrong; one line naming file and key.
    """
    path = folder / FILE
    task = load_config(path, TaskConfig)
    wrong = _wrong(task)
    if wrong:
        raise ConfigError(f"{path}: {wrong}")
    return task


def with_goal(task: TaskConfig, file: str) -> TaskConfig:
    """Return the task with the goal that is in a file, where one is named by a robot's parameter.

    What holds others is the file's as well, where it says it.

    Raises:
        ConfigError: There is no such file, or no goal in it.
    """
    if not file:
        return task
    told = load_config(Path(file), GoalFile)
    chosen = replace(task, goal=told.goal, furnishing=told.furnishing or task.furnishing)
    if wrong := _wrong(chosen):
        raise ConfigError(f"{file}: {wrong}")
    return chosen


def judged_by(task: TaskConfig, judgement: str) -> TaskConfig:
    """Return the task with another judgement where one is named, as by a robot's parameter.

    Raises:
        ConfigError: Nobody of that name judges, or the goal says what is to be moved.
    """
    if not judgement:
        return task
    if judgement not in list(Judgement):
        names = ", ".join(Judgement)
        raise ConfigError(f"parameter judgement: expected {names}, got '{judgement}'")
    chosen = replace(task, judgement=Judgement(judgement))
    wrong = _wrong(chosen)
    if wrong:
        raise ConfigError(f"parameter {wrong}")
    return chosen


def _wrong(task: TaskConfig) -> str:
    if not task.name.strip():
        return "name: empty; expected a few words"
    if SubTaskKind.STOP not in task.subtasks:
        return f"subtasks: no {SubTaskKind.STOP}; expected it among them"
    if SubSkillKind.STOP not in task.subskills:
        return f"subskills: no {SubSkillKind.STOP}; expected it among them"
    for key, said, names in (
        ("subtask_words", task.subtask_words, task.subtasks),
        ("subskill_words", task.subskill_words, task.subskills),
    ):
        if others := [name for name in said if name not in names]:
            return f"{key}.{others[0]}: none of this task's; expected one of {', '.join(names)}"
    if SubTaskKind.TRANSPORT in task.subtasks and task.goal.place is None:
        return f"subtasks: {SubTaskKind.TRANSPORT}; expected only with goal.place"
    if task.goal.says_all and task.judgement is not Judgement.POLICY:
        return f"judgement: {task.judgement}; expected none where the goal says what is moved"
    return task.goal.wrong() or _prefixed("furnishing", task.furnishing.wrong())


def _prefixed(key: str, wrong: str) -> str:
    return f"{key}.{wrong}" if wrong else ""
