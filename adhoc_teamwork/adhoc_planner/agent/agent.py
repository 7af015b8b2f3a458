# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner as an event-driven state machine: it decides while the robot goes on working.

Feed an `Agent` from one asyncio event loop: scene graphs, detections, poses, what the hand feels,
team messages, results of sub-skills, and `tick` several times a second. Its outputs go to a `Body`.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.agent.agent_context import AgentContext
from adhoc_teamwork.adhoc_planner.agent.execution import Body
from adhoc_teamwork.adhoc_planner.agent.executive import Executive
from adhoc_teamwork.adhoc_planner.agent.message_handler import MessageHandler
from adhoc_teamwork.adhoc_planner.agent.monitors import Monitors
from adhoc_teamwork.adhoc_planner.agent.query_scheduler import QueryScheduler
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.model_queries.tracing import UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, SceneGraph
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SkillResult

_SET_AHEAD = 5.0
"""A clock that goes ahead by more at once, in seconds, was set, or this process stood still."""


@dataclass(frozen=True)
class AgentStatus:
    """Summarise an agent for diagnostics."""

    doing: str
    model_alive: bool
    last_error: str
    teammates: tuple[str, ...]
    decisions: int
    """Sub-tasks decided since it began, taken up or not."""


class Agent:
    """Take in events, and after each decide what to do, to say and to ask; never wait."""

    def __init__(
        self,
        settings: AgentSettings,
        model: LanguageModel,
        prompts: PromptSet,
        body: Body,
        clock: Callable[[], float],
        witness: Tracer = UNWATCHED,
    ) -> None:
        """Store what to work with; `clock` returns seconds of the ROS clock.

        `witness` is told of each decision and of what came of it.
        """
        self._clock = clock
        self._mind = AgentContext(settings, model, prompts, body, clock, self._wake, witness)
        self._asking = QueryScheduler(self._mind)
        self._watch = Monitors(self._mind, settings.task)
        self._hearing = MessageHandler(self._mind, self._watch)
        self._conduct = Executive(self._mind, self._asking)
        self._is_woken = False
        self._has_left = False
        self._latest = float("-inf")

    def on_graph(self, graph: SceneGraph) -> None:
        """Take in what this robot believes of the world."""
        self._mind.belief.graph = graph
        self._wake()

    def on_detections(self, detections: Iterable[Detection]) -> None:
        """Take in what the latest camera frame showed."""
        self._mind.belief.see(detections)

    def on_heading_for(self, place: Point | None) -> None:
        """Take in where the base drives to, in `map`, as the skills say; None for nowhere."""
        self._mind.belief.heading_for = place

    def on_pose(self, pose: Pose) -> None:
        """Take in where base_link is in `map`."""
        is_first = self._mind.belief.pose is None
        self._mind.belief.pose = pose
        if is_first:
            self._wake()

    def on_hand(self, holding: bool) -> None:
        """Take in whether the gripper's effort shows that it holds something."""
        self._mind.hand.feel(holding, self._clock())

    def on_message(self, message: TeamMessage) -> None:
        """Take in what the team says."""
        self._hearing.hear(message)
        self._wake()

    def on_gone(self, names: frozenset[str]) -> None:
        """Take in who fell silent or left, all of them: nobody waits for them any more."""
        self._mind.memory.note_gone(names)
        self._wake()

    def on_result(self, goal: int, result: SkillResult) -> None:
        """Take in how a sub-skill ended."""
        self._conduct.finished(goal, result, self._clock())
        self._wake()

    def tick(self) -> None:
        """Let time pass; call it several times a second."""
        self._wake()

    def leave(self, why: str) -> None:
        """End the sub-skill that runs, say goodbye, and do nothing more."""
        if self._has_left:
            return
        self._has_left = True
        self._mind.thinking.drop()
        self._mind.course.cancel()
        if self._mind.has_joined:
            self._mind.voice.leave(why)

    def status(self) -> AgentStatus:
        """Return a summary for diagnostics."""
        mind = self._mind
        return AgentStatus(
            doing=mind.doing() if mind.has_joined and mind.belief.is_ready else self._missing(),
            model_alive=mind.health.is_alive,
            last_error=mind.health.last_error,
            teammates=tuple(t.name for t in mind.listening()),
            decisions=mind.thinking.decisions,
        )

    def _missing(self) -> str:
        if self._mind.belief.pose is None:
            return "waiting for odom"
        return "waiting for a scene graph with rooms"

    def _wake(self) -> None:
        """Think once, soon, however many events come before."""
        self._mind.bell.ring()
        if not self._is_woken:
            self._is_woken = True
            asyncio.get_running_loop().call_soon(self._think)

    def _think(self) -> None:
        self._is_woken = False
        if self._has_left:
            return
        mind, now = self._mind, self._clock()
        if now <= 0.0:
            return
        if was_set_back(self._latest, now):
            self._start_anew(now)
        elif 0.0 < self._latest < now - _SET_AHEAD:
            self._mind.pass_over(now - self._latest, now)
        self._latest = now
        if not (mind.has_joined or mind.join(now)):
            return
        self._asking.collect(now)
        if mind.belief.is_ready and self._conduct.knows_hand(now):
            self._watch.look(now)
            self._conduct.act(now)
            self._asking.ask(now)
        mind.voice.state(mind.state(now))

    def _start_anew(self, now: float) -> None:
        """Forget all that hangs on a clock that was set back to `now`."""
        self._mind.start_anew(now)
        self._asking.clock_set_back()
        self._watch.clock_set_back()
        self._conduct.clock_set_back()
