# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Have the planner's package check names of policies, as a process of its own."""

from collections.abc import Sequence

from adhoc_teamwork.bringup.demo_run.demo_arguments import DEFAULT_POLICY
from adhoc_teamwork.bringup.process_control.room_answer import answer_of

CHECKER = "adhoc_teamwork.adhoc_planner.policies"
TIME_LIMIT = 60.0


def check_policies(names: Sequence[str], task: str) -> None:
    """Refuse names of which there is no policy, before anything is started.

    Args:
        names: Of policies.
        task: A folder of config/tasks; what cannot understand its goal is refused.

    Raises:
        ConfigError: One of them is not known, or cannot be loaded.
    """
    asked = sorted({name for name in names if name != DEFAULT_POLICY})
    if not asked:
        return
    answer_of(CHECKER, [f"--task={task}", *asked], TIME_LIMIT)
