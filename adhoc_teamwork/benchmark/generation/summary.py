# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in a few lines what a task set holds."""

from collections import Counter
from pathlib import Path

from adhoc_teamwork.benchmark.tasks.task import Difficulty, TaskSet


def summary(taskset: TaskSet, folder: Path) -> str:
    """Return what is in a set and how much of it nobody can do, for people."""
    tasks = taskset.tasks
    houses = len({task.house for task in tasks})
    classes = Counter(task.difficulty for task in tasks)
    lines = [
        f"{folder}: {len(tasks)} tasks in {houses} houses "
        f"({', '.join(f'{classes[d]} {d}' for d in Difficulty if classes[d])})",
        f"digest {taskset.digest}",
    ]
    reasons = Counter(task.infeasible.partition(":")[0] for task in tasks if task.infeasible)
    if reasons:
        share = 100.0 * sum(reasons.values()) / len(tasks)
        named = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
        lines.append(f"marked infeasible: {sum(reasons.values())} ({share:.1f} %): {named}")
    return "\n".join(lines)
