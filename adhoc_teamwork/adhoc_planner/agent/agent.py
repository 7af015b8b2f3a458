# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planner as an event-driven state machine: it decides while the robot goes on working.

Feed an `Agent` from one asyncio event loop: scene graphs, detections, poses, what the hand feels,
what the battery has left, team messages, results of sub-skills, and `tick` several times a second.
Its outputs go to a `Body`.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from adhoc_teamwork.adhoc_planner.agent.active_task import GivenUp
from adhoc_teamwork.adhoc_planner.agent.conferring import Conferring
from adhoc_teamwork.adhoc_planner.agent.events import BodyChanged, PersonChose
from adhoc_teamwork.adhoc_planner.agent.execution import Body, Execution
from adhoc_teamwork.adhoc_planner.agent.executive import Executive
from adhoc_teamwork.adhoc_planner.agent.message_handler import MessageHandler
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.monitors import FindMonitor, RestMonitor, TeamMonitor
from adhoc_teamwork.adhoc_planner.agent.open_questions import OpenQuestions
from adhoc_teamwork.adhoc_planner.agent.query_scheduler import QueryScheduler
from adhoc_teamwork.adhoc_planner.agent.reasoning import TaskGuard, make_reasoning
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.agent.strangers import Strangers
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.team import ClaimTimes
from adhoc_teamwork.adhoc_planner.decisions.dialogue import Proposals, TeamDialogue
from adhoc_teamwork.adhoc_planner.decisions.seat import Seat
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell
from adhoc_teamwork.adhoc_planner.model_queries.tracing import UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyMaker
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.clock import was_set_back
from adhoc_teamwork.teamwork.crop import Crop
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, SceneGraph
from adhoc_teamwork.teamwork.team.channel import Language
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.seat import SeatOrder
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill
from adhoc_teamwork.teamwork.team.subtask import Reflection

_SET_AHEAD = 5.0
"""A clock that goes ahead by more at once, in seconds, was set, or this process stood still."""


@dataclass(frozen=True)
class AgentStatus:
    """Summarise an agent for diagnostics."""

    doing: str
    model_alive: bool
    last_error: str
    teammates: tuple[str, ...]
    counts: Mapping[str, int]
    """What its method has counted, by name."""
    decisions: int
    """Sub-tasks decided since it began, taken up or not."""
    finished: Mapping[str, int]
    """How many sub-tasks of each kind were done."""


class Agent:
    """Take in events, and after each decide what to do, to say and to ask; never wait."""

    def __init__(
        self,
        settings: AgentSettings,
        model: LanguageModel,
        prompts: PromptSet,
        body: Body,
        clock: Callable[[], float],
        tracer: Tracer = UNWATCHED,
        make: PolicyMaker | None = None,
    ) -> None:
        """Put the parts together; `clock` returns seconds of the ROS clock.

        `tracer` is told of each decision and of what came of it, `make` makes a policy that has no
        name.

        Raises:
            ConfigError: The policy or the judge that `settings` name cannot be made.
        """
        self._clock = clock
        self._bell = Bell()
        self._is_woken = False
        self._has_left = False
        self._latest = float("-inf")
        given_up = GivenUp()
        guard = TaskGuard(given_up, clock)
        reasoning = make_reasoning(
            settings, model, prompts, guard, body.record, clock, tracer, make
        )
        policy, judge, channel = reasoning.policy, reasoning.judge, settings.channel
        self._judge = judge
        self._counts, self._seat = reasoning.counts, reasoning.seat
        self._belief = Belief(
            settings.robot, settings.capability, judge, settings.task, settings.pictures
        )
        self._memory = TeamMemory(settings.robot, hears_states=channel.carries(MessageKind.STATE))
        self._sender = MessageSender(
            settings.robot,
            settings.session,
            clock,
            body.send,
            own_words=policy.own_words and channel.language is Language.WORDS,
        )
        asks = (channel.tells_history or policy.reflects) and channel.answers
        tell = self._sender.intent if asks else self._sender.settled_intent
        proposals = Proposals(settings.robot, tell, clock, settings.reflection_wait)
        claims = Claims(proposals.announce)
        claim_times = ClaimTimes()
        self._execution = Execution(claims, body)
        self._views = ViewBuilder(
            self._belief,
            self._memory,
            claim_times,
            self._execution,
            given_up,
            self._sender.said,
            clock,
            channel,
        )
        questions = OpenQuestions(policy, judge, self._wake, tracer, reasoning.grasps)
        self._questions = questions

        def dialogue(assumed: Sequence[SubSkill], in_haste: bool) -> TeamDialogue:
            return TeamDialogue(
                view=lambda: self._views.view(assumed),
                claims=claims,
                proposals=proposals,
                expected=self._views.listening if channel.answers else frozenset,
                bell=self._bell,
                object_to=self._object_to,
                conference=self._conferring,
                say=self._sender.chat,
                in_haste=in_haste,
            )

        self._asking = QueryScheduler(
            questions,
            self._belief,
            judge,
            self._views,
            self._execution,
            claims,
            self._sender,
            dialogue,
        )
        self._executive = Executive(
            self._execution,
            self._asking,
            self._belief,
            judge,
            self._views,
            claims,
            given_up,
            guard,
            policy,
            self._sender,
            clock,
        )
        emit = self._emit = self._executive.on_event
        self._conferring = Conferring(
            settings.robot,
            policy.method,
            self._views,
            self._sender,
            clock,
            self._bell,
            self._wake,
            emit,
            channel,
            self._counts,
            settings.step,
        )
        self._messages = MessageHandler(
            self._memory,
            proposals,
            self._belief,
            self._views,
            self._execution,
            claims,
            claim_times,
            self._sender,
            self._conferring,
            clock,
            emit,
            channel,
            settings.things_take_room,
        )
        self._finds = FindMonitor(
            self._belief, self._views, self._execution, self._sender, settings.task, judge, emit
        )
        self._team = TeamMonitor(
            self._memory, self._views, self._execution, claims, emit, policy.guarded
        )
        self._rest = RestMonitor(self._execution, emit)
        self._strangers = Strangers(self._memory, self._belief, self._sender)

    def on_graph(self, graph: SceneGraph) -> None:
        """Take in what this robot believes of the world."""
        self._belief.graph = graph
        self._wake()

    def on_detections(self, detections: Iterable[Detection]) -> None:
        """Take in what the latest camera frame showed."""
        self._belief.see(detections)

    def on_crop(self, crop: Crop) -> None:
        """Take in a small picture of a thing, cut from what this robot's camera shows."""
        self._belief.pictures.take(crop)

    def on_heading_for(self, place: Point | None) -> None:
        """Take in where the base drives to, in `map`, as the skills say; None for nowhere."""
        self._belief.heading_for = place

    def on_pose(self, pose: Pose) -> None:
        """Take in where base_link is in `map`."""
        is_first = self._belief.pose is None
        self._belief.pose = pose
        if is_first:
            self._wake()

    def on_hand(self, holding: bool) -> None:
        """Take in whether the gripper's effort shows that it holds something."""
        self._executive.feel_hand(holding)

    def on_battery(self, left: float) -> None:
        """Take in how many seconds of work the battery has left, as the driver measures it."""
        self._belief.battery.measure(left)

    def on_body(self, capability: Capability) -> None:
        """Take in what this robot's body can do from now on: an arm broke, or was mended."""
        if capability == self._belief.capability:
            return
        self._belief.capability = capability
        if self._sender.has_joined:
            self._sender.body(capability)
        self._emit(BodyChanged())
        self._wake()

    def on_message(self, message: TeamMessage) -> None:
        """Take in what the team says."""
        self._messages.hear(message)
        self._wake()

    def on_gone(self, names: frozenset[str]) -> None:
        """Take in who fell silent or left, all of them: nobody waits for them any more."""
        self._memory.note_gone(names)
        self._wake()

    def on_result(self, goal: int, result: SkillResult) -> None:
        """Take in how a sub-skill ended."""
        self._executive.finished(goal, result, self._clock())
        self._wake()

    def on_person(self, order: SeatOrder) -> None:
        """Take in what the person says who sits in for the model."""
        if order.words:
            self._sender.chat(order.words)
        else:
            self._seat.choose(order.plan)
            if not self._seat.plans:
                self._emit(PersonChose())
        self._wake()

    def tick(self) -> None:
        """Let time pass; call it several times a second."""
        self._wake()

    def leave(self, why: str) -> None:
        """End the sub-skill that runs, say goodbye, and do nothing more."""
        if self._has_left:
            return
        self.end()
        if self._sender.has_joined:
            self._sender.leave(why)

    def end(self) -> None:
        """End the sub-skill that runs, drop what is asked, and do nothing more, without a word."""
        self._has_left = True
        self._asking.drop()
        self._conferring.drop()
        self._execution.cancel()

    @property
    def doing(self) -> str:
        """Return in a few words what the robot does, or what it waits for."""
        is_ready = self._sender.has_joined and self._belief.is_ready
        return self._execution.in_words() if is_ready else self._missing()

    def status(self) -> AgentStatus:
        """Return a summary for diagnostics."""
        return AgentStatus(
            doing=self.doing,
            model_alive=self._asking.health.is_alive,
            last_error=self._asking.health.last_error,
            teammates=tuple(sorted(self._views.listening())),
            counts=dict(self._counts),
            decisions=self._questions.decisions,
            finished=dict(self._execution.finished),
        )

    def seat(self) -> Seat:
        """Return where a person may sit who decides; read it from anywhere, do no more."""
        return self._seat

    def _missing(self) -> str:
        if self._belief.pose is None:
            return "waiting for odom"
        return "waiting for a scene graph with rooms"

    def _wake(self) -> None:
        """Think once, soon, however many events come before."""
        self._bell.ring()
        if not self._is_woken:
            self._is_woken = True
            asyncio.get_running_loop().call_soon(self._think)

    def _think(self) -> None:
        self._is_woken = False
        if self._has_left:
            return
        now = self._clock()
        if now <= 0.0:
            return
        if was_set_back(self._latest, now):
            self._start_anew(now)
        elif 0.0 < self._latest < now - _SET_AHEAD:
            self._memory.pass_over(now - self._latest, now)
            self._belief.battery.clock_set()
        self._latest = now
        if not (self._sender.has_joined or self._join(now)):
            return
        self._executive.collect(now)
        if self._belief.is_ready and self._executive.knows_hand(now):
            self._finds.look(now)
            self._team.look(now)
            self._rest.look(now)
            self._strangers.look(now)
            self._conferring.look(now)
            if self._questions.at_once:
                self._executive.ask(now)
            self._executive.act(now)
            self._executive.ask(now)
        self._belief.battery.pass_time(now, self._execution.running is not None)
        self._sender.state(self._views.state())

    def _join(self, now: float) -> bool:
        """Say hello once it is known where the robot is; return whether it is said."""
        if self._belief.pose is None:
            return False
        self._belief.joined_at = now
        self._sender.join(self._belief.ability(), self._views.state())
        return True

    def _start_anew(self, now: float) -> None:
        """Forget all that hangs on a clock that was set back to `now`."""
        self._belief.joined_at = now
        self._belief.battery.clock_set()
        self._memory.clock_set_back(now)
        self._judge.start_anew()
        self._asking.clock_set_back()
        self._conferring.clock_set_back(now)
        self._finds.clock_set_back()
        self._rest.clock_set_back()
        self._strangers.clock_set_back()
        self._executive.clock_set_back()

    def _object_to(self, teammate: str, intent_id: int, reason: str) -> None:
        explored = self._belief.explored_rooms()
        answer = Reflection(teammate, intent_id, True, explored, reason)
        self._sender.reflection(teammate, answer, ())
