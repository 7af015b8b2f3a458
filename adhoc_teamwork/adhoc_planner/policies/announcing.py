# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Take up what was decided: announce it to the team, unless it is under way already."""

from adhoc_teamwork.adhoc_planner.decisions.decision import UNDER_WAY, Decision, Dialogue
from adhoc_teamwork.teamwork.team.subtask import SubTask


def announce(dialogue: Dialogue, subtask: SubTask, reason: str) -> Decision:
    """Return the decision for `subtask`, its intent proposed, without waiting for answers."""
    if subtask == dialogue.view().subtask:
        return go_on(subtask)
    return Decision(subtask, dialogue.propose(subtask, reason), reason)


def go_on(subtask: SubTask) -> Decision:
    """Return the decision to go on with the present sub-task, of which the team has heard."""
    return Decision(subtask, UNDER_WAY, "It is under way and still the best.")
