# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What `adhoc demo` says before a run."""

from pathlib import Path

from adhoc_teamwork.bringup.demo_run.demo_options import DemoOptions
from adhoc_teamwork.teamwork.team.task import Task
from adhoc_teamwork.teamwork.text.plain_text import one_line


def headline(options: DemoOptions, task: Task, run_dir: Path, domain: int) -> str:
    """Say who takes part, what is out of place and which model is asked."""
    robots = ", ".join(
        r.name + (f" (joins at {r.joins_at:g} s)" if r.joins_at > 0.0 else "") for r in task.robots
    )
    objects = "\n".join(f"  {one_line(m.text or m.object)}" for m in task.misplaced)
    model = options.model if options.hosted else "the offline model, a rule-based stand-in"
    return (
        f"{task.scenario} in {Path(task.house).name}, seed {task.seed}: {robots}\n{objects}\n"
        f"  language model: {model}; {options.speed:g}x speed; ROS domain {domain}\n"
        f"  run folder: {run_dir}"
    )
