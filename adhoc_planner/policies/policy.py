"""What every policy is: a view in, a sub-task out, at once and without side effects."""

from typing import Protocol

from adhoc_planner.view import PlannerView
from teamwork.subtask import SubTask


class Policy(Protocol):
    """Decide what a robot does next; equal views give equal decisions."""

    def decide(self, view: PlannerView) -> SubTask:
        """Return the sub-task to take up now: the present one again where it is to go on.

        `view.rejected` is left alone. Stop means that there is nothing to do for now.
        """
