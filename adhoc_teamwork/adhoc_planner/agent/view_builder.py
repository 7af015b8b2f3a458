# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot knows, put together for those who decide; nothing here changes anything."""

from collections.abc import Callable, Sequence

from adhoc_teamwork.adhoc_planner.agent.active_task import GivenUp
from adhoc_teamwork.adhoc_planner.agent.execution import Doing
from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.team import (
    ClaimTimes,
    departed,
    dependable,
    listening,
    recent_messages,
)
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.memory import Teammate, TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill


class ViewBuilder:
    """Put together what the robot believes, hears and does; times in seconds of the ROS clock."""

    def __init__(
        self,
        belief: Belief,
        memory: TeamMemory,
        claim_times: ClaimTimes,
        doing: Doing,
        given_up: GivenUp,
        said: Sequence[TeamMessage],
        clock: Callable[[], float],
        channel: TeamChannel = OPEN,
    ) -> None:
        """Store what to read; `said` is what this robot said lately, oldest first."""
        self._channel = channel
        self._belief = belief
        self._memory = memory
        self._claim_times = claim_times
        self._doing = doing
        self._given_up = given_up
        self._said = said
        self._clock = clock
        self._recent: tuple[object, tuple[tuple[TeamMessage, ...], int]] = (None, ((), 0))
        """What was said lately, and up to which messages."""

    def teammates(self) -> tuple[Teammate, ...]:
        """Return the teammates as planning may count on them."""
        return dependable(self._memory, self._claim_times, self._clock())

    def listening(self) -> frozenset[str]:
        """Return the names of the teammates that can be expected to answer."""
        return frozenset(t.name for t in listening(self._memory, self._clock()))

    def taking_part(self) -> frozenset[str]:
        """Return the names of the teammates that can take part in a conversation.

        Where nobody tells its state, silence says nothing: all that have not left.
        """
        if self._channel.carries(MessageKind.STATE):
            return self.listening()
        return frozenset(t.name for t in self._memory.present() if not t.gone)

    def holds(self, object_id: str) -> bool:
        """Tell whether a hand holds the object of that id."""
        return any(held.object_id == object_id for held in self._belief.held)

    def state(self) -> RobotState:
        """Return this robot's state as it tells it to the team."""
        active, running = self._doing.active_task, self._doing.running
        return self._belief.state(
            str(active.subtask) if active else "", str(running.subskill) if running else ""
        )

    def _recent_messages(self) -> tuple[tuple[TeamMessage, ...], int]:
        said = self._said[-1] if self._said else None
        latest = (self._memory.noted, said and said.sequence)
        if self._recent[0] != latest:
            self._recent = (latest, recent_messages(self._memory, self._said))
        return self._recent[1]

    def view(self, assumed: Sequence[SubSkill] = ()) -> PlannerView:
        """Return what is known now, or as it will be once the sub-skills `assumed` have succeeded.

        A sub-task that the last of them is to end is over in that view.
        """
        active = self._doing.active_task
        gone = departed(self._memory, self._clock())
        then = self._now(*self._recent_messages(), gone)
        for subskill in assumed:
            then = assume(then, subskill)
        if active is None or not assumed or not active.is_last(assumed[-1]):
            return then
        return changed(then, subtask=None, state=changed(then.state, subtask="", subskill=""))

    def without_words(self) -> PlannerView:
        """Return `view` without messages and who has gone, which rules about things do not read.

        Among many robots something is said all the time, and to look through it takes longest.
        """
        return self._now((), 0, ())

    def _now(
        self, messages: tuple[TeamMessage, ...], older: int, gone: tuple[Teammate, ...]
    ) -> PlannerView:
        now, active, running = self._clock(), self._doing.active_task, self._doing.running
        return self._belief.view(
            now,
            self.teammates(),
            messages,
            subtask=active.subtask if active else None,
            subskill=running.subskill if running else None,
            rejected=self._given_up.recent(now),
            departed=gone,
            older_messages=older,
            channel=self._channel,
        )
