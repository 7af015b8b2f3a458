# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which of a detector's classes a task needs: what an open-vocabulary detector is to look for."""

from dataclasses import dataclass, field
from pathlib import Path

from adhoc_teamwork.perception.masks.vocabulary import ClassEntry, ClassTable
from adhoc_teamwork.teamwork.settings.config import (
    ConfigError,
    load_config,
    parse_config,
    read_yaml,
)
from adhoc_teamwork.teamwork.team.goal import Furnishing, Goal, GoalFile


@dataclass(frozen=True)
class ToldTask:
    """Hold what a robot is told to achieve, and what holds others."""

    goal: Goal = field(default_factory=Goal)
    furnishing: Furnishing = field(default_factory=Furnishing)


def load_told_task(folder: str, goal: str = "") -> ToldTask:
    """Return goal and furnishing of a task.

    Args:
        folder: The task's, with its `task.yaml`; empty for a task that says nothing.
        goal: File of a goal in the place of the task's own; empty for that.

    Raises:
        ConfigError: A file is missing, or wrong there.
    """
    told = ToldTask()
    if folder:
        path = Path(folder) / "task.yaml"
        data = read_yaml(path)
        if not isinstance(data, dict):
            raise ConfigError(f"{path}: top level: expected keys and values")
        parts = {key: data[key] for key in ("goal", "furnishing") if key in data}
        told = parse_config(parts, ToldTask, str(path))
    if not goal:
        return told
    own = load_config(Path(goal), GoalFile)
    return ToldTask(own.goal, own.furnishing or told.furnishing)


def task_words(table: ClassTable, task: ToldTask) -> tuple[str, ...]:
    """Return the names of the classes that a task needs, in the table's order.

    Furniture, and whatever else no hand carries, is needed always: it is what things lie on, are
    in, and are told by. What can be carried is needed where robots judge for themselves or the goal
    is in words, and else where the goal names it or it holds others.
    """
    wishes = task.goal.wishes

    def is_needed(entry: ClassEntry) -> bool:
        if not entry.category:
            return False
        if not (entry.pickupable and wishes):
            return True
        named = any(wish.concerns(entry.category) for wish in wishes)
        return named or task.furnishing.capacity(entry.category) > 0

    return tuple(entry.name for entry in table.classes if is_needed(entry))
