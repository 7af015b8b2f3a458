# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Number the plans for all that a team's conversations end with."""

from adhoc_teamwork.bringup.run_record.events import Event
from adhoc_teamwork.teamwork.team.meta_plan import read_meta_plan


class PlanVersions:
    """Count them: each that is another than the one before is a new version."""

    def __init__(self) -> None:
        self.version = 0
        self._latest = ""

    def take(self, event: Event) -> int:
        """Return the version of the plan that an event concludes with, 0 where it is none."""
        said = event.data.get("conversation")
        if event.kind != "conclude" or said is None:
            return 0
        plan = read_meta_plan(str(said.get("text") or ""))
        if not plan.lines:
            return 0
        if str(plan) != self._latest:
            self._latest, self.version = str(plan), self.version + 1
        return self.version
