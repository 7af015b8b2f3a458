# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Say in a few lines what a task set holds."""

from collections import Counter
from pathlib import Path

from benchmark.task import Difficulty, TaskSet


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
