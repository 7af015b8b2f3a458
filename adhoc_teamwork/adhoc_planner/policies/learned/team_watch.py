# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Watch what teammates take up: each sub-skill type with the situation in which it was chosen."""

from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.policies.learned.features import (
    Encoder,
    explores,
    re_places,
)
from adhoc_teamwork.adhoc_planner.policies.learned.network import Floats
from adhoc_teamwork.teamwork.team.memory import Teammate
from adhoc_teamwork.teamwork.team.subskill import SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, SubTask


class TeamWatch:
    """Compare one view with the next: who has begun something else, and out of which situation.

    Ask it at every decision; what happened between two decisions counts as one choice.
    """

    def __init__(self) -> None:
        self._before: dict[str, tuple[tuple[int, SubSkillKind], Floats]] = {}

    def observe(self, view: PlannerView) -> list[tuple[Floats, SubSkillKind]]:
        """Return for each teammate that does something new its features before, and the type."""
        encoder = Encoder(view)
        news = []
        for teammate in view.teammates:
            if teammate.left or teammate.capability is None or teammate.state is None:
                self._before.pop(teammate.name, None)
                continue
            chosen = _chosen(teammate)
            before = self._before.get(teammate.name)
            if before is not None and before[0] != chosen:
                news.append((before[1], chosen[1]))
            self._before[teammate.name] = (chosen, encoder.features(teammate.name))
        return news


def _chosen(teammate: Teammate) -> tuple[int, SubSkillKind]:
    """Return the number of a teammate's latest intent and the type of what it does for it."""
    begun = [i for i, x in teammate.intents.items() if x.status is not IntentStatus.PROPOSED]
    holds = teammate.state is not None and bool(teammate.state.held_object)
    kind = SubSkillKind.PUT_OBJECT if holds else _type_of(teammate.doing)
    return max(begun, default=0), kind


def _type_of(subtask: SubTask | None) -> SubSkillKind:
    if re_places(subtask):
        return SubSkillKind.PICKUP_OBJECT
    return SubSkillKind.EXPLORE if explores(subtask) else SubSkillKind.STOP
