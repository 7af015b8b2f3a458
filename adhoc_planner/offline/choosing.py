"""Answer the stages that ask for one sub-task at once, with or without reasoning."""

from adhoc_planner.offline.deciding import refused_subtasks
from adhoc_planner.offline.facts import Facts
from adhoc_planner.offline.options import options
from adhoc_planner.offline.sections import Prompt


def naive(prompt: Prompt, facts: Facts) -> str:
    """Return the best option, without a word on why."""
    return f"[result]\n{options(facts, refused_subtasks(prompt))[0].subtask}"


def cot(prompt: Prompt, facts: Facts) -> str:
    """Return the best option, and why."""
    best = options(facts, refused_subtasks(prompt))[0]
    return f"[analysis] {best.reason}\n[result]\n{best.subtask}"
