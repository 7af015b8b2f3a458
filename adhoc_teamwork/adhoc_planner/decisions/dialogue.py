# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How one decision talks with the team: propose, wait a while for answers, withdraw."""

from collections.abc import Callable

from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.decision import Objection
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.subtask import IntentStatus, Reflection, SubTask

REFLECTION_WAIT = 1.5
"""How long answers to a proposal are waited for, in seconds of the ROS clock."""


class Replies:
    """Remember which teammates have answered which proposal, and who objects to it."""

    def __init__(self) -> None:
        self._from: dict[int, set[str]] = {}
        self._against: dict[int, dict[str, str]] = {}

    def add(self, sender: str, answer: Reflection) -> None:
        """Note that `sender` has answered; an objection stands whatever it says afterwards."""
        self._from.setdefault(answer.intent_id, set()).add(sender)
        if answer.conflict:
            self._against.setdefault(answer.intent_id, {})[sender] = answer.text

    def to(self, intent_id: int) -> frozenset[str]:
        """Return who has answered."""
        return frozenset(self._from.get(intent_id, ()))

    def against(self, intent_id: int) -> tuple[Objection, ...]:
        """Return the objections, by name."""
        found = sorted(self._against.get(intent_id, {}).items())
        return tuple(Objection(name, reason) for name, reason in found)


class TeamDialogue:
    """Talk through this robot's claims; see `deciding.Dialogue`."""

    def __init__(
        self,
        view: Callable[[], PlannerView],
        claims: Claims,
        replies: Replies,
        expected: Callable[[], frozenset[str]],
        bell: Bell,
        clock: Callable[[], float],
        object_to: Callable[[str, int, str], None],
        wait: float = REFLECTION_WAIT,
        in_haste: bool = False,
    ) -> None:
        """Store what to talk through.

        Args:
            view: Returns what the robot knows at the time of the call.
            claims: Announces intents.
            replies: Is filled, and `bell` rung, as answers come in and as time passes.
            expected: Returns the names of those who should answer.
            bell: Rings when something may have changed.
            clock: Returns seconds of the ROS clock.
            object_to: Tells a teammate that its intent is objected to, and why.
            wait: Longest wait for answers, in seconds of that clock.
            in_haste: Whether the decision is waited for.
        """
        self.in_haste = in_haste
        self._view = view
        self._claims = claims
        self._replies = replies
        self._expected = expected
        self._bell = bell
        self._clock = clock
        self._object_to = object_to
        self._wait = wait

    def view(self) -> PlannerView:
        """Return what the robot knows now."""
        return self._view()

    def propose(self, subtask: SubTask, reason: str) -> int:
        """Broadcast an intention; return its intent id."""
        return self._claims.propose(subtask, self._target(subtask), reason)

    async def replies(self, intent_id: int) -> None:
        """Wait until every expected teammate has answered, or for the bounded time."""
        begun = self._clock()
        while not self._expected() <= self._replies.to(intent_id):
            if not begun <= self._clock() < begun + self._wait:
                return
            await self._bell.wait()

    def withdraw(self, intent_id: int, reason: str) -> None:
        """Broadcast that a proposed intention is given up."""
        self._claims.move_to(intent_id, IntentStatus.ABANDONED, reason)

    def objections(self, intent_id: int) -> tuple[Objection, ...]:
        """Return what teammates have objected to this robot's intent so far, by name."""
        return self._replies.against(intent_id)

    def object_to(self, teammate: str, intent_id: int, reason: str) -> None:
        """Tell a teammate that its intent conflicts with the team's work, and why."""
        self._object_to(teammate, intent_id, reason)

    def _target(self, subtask: SubTask) -> Detection | None:
        known = self._view().known_objects
        return next((o for o in known if o.object_id == subtask.object_id), None)
