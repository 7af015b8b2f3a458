# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an agent has in mind: its parts, and the view, guard and state that all of them share."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, GivenUp
from adhoc_teamwork.adhoc_planner.agent.execution import Body, Execution
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.open_questions import OpenQuestions
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.goal_judge import GoalJudge
from adhoc_teamwork.adhoc_planner.belief.hand import Hand, Recall
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.team import (
    departed,
    dependable,
    listening,
    recent_messages,
    rival,
)
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.dialogue import Replies, TeamDialogue
from adhoc_teamwork.adhoc_planner.model_queries.llm_query import CallLog, LlmQuery
from adhoc_teamwork.adhoc_planner.model_queries.model_health import ModelHealth
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell
from adhoc_teamwork.adhoc_planner.model_queries.tracing import UNWATCHED, Tracer
from adhoc_teamwork.adhoc_planner.policies.judging import opinion_of
from adhoc_teamwork.adhoc_planner.policies.policy import PolicyKit
from adhoc_teamwork.adhoc_planner.policies.registry import make_policy
from adhoc_teamwork.adhoc_planner.prompts.builder import PromptSet
from adhoc_teamwork.adhoc_planner.validity import check_subtask
from adhoc_teamwork.adhoc_planner.validity.subtasks import check_object
from adhoc_teamwork.llm_port.port import LanguageModel
from adhoc_teamwork.teamwork.team.memory import Teammate, TeamMemory
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import Intent, Reflection, SubTask


class AgentContext:
    """Hold an agent's parts, and what all of them need; times in seconds of the ROS clock."""

    def __init__(
        self,
        settings: AgentSettings,
        model: LanguageModel,
        prompts: PromptSet,
        body: Body,
        clock: Callable[[], float],
        wake: Callable[[], None],
        witness: Tracer = UNWATCHED,
    ) -> None:
        self.robot = settings.robot
        self.now = clock
        self._wait = settings.reflection_wait
        log = CallLog(settings.robot, clock, body.record)
        asker = LlmQuery(model, prompts.correction, log, witness=witness)
        kit = PolicyKit(
            robot=settings.robot,
            seed=settings.seed,
            asker=asker,
            prompts=prompts,
            guard=self.guard,
            candidates=settings.candidates,
            rounds=settings.rounds,
        )
        policy = make_policy(settings.policy, kit)
        self.is_guarded = policy.guarded
        self.heeds_objections = policy.heeds_objections
        task = settings.task
        opinion = opinion_of(task.judgement, kit, policy.opinion)
        self.judge = GoalJudge(task) if task.goal.says_all else Judge(opinion)
        self.belief = Belief(settings.robot, settings.capability, self.judge, task)
        self.memory = TeamMemory(settings.robot)
        self.voice = MessageSender(settings.robot, settings.session, clock, body.send)
        self.claims = Claims(self.voice.intent)
        self.course = Execution(self.claims, body)
        self.hand = Hand(self.belief)
        self.recall = Recall()
        self.replies = Replies()
        self.given_up = GivenUp()
        self.health = ModelHealth()
        self.bell = Bell()
        self.thinking = OpenQuestions(policy.subtasks, policy.subskills, self.judge, wake, witness)
        self.has_joined = False
        self.wants_switch = False
        """Something was found that may be more useful than the present sub-task."""
        self.needs_new_step = False
        """Something was found that may be more useful than the sub-skill that runs."""
        self.held_up: SubSkill | None = None
        """The sub-skill that a person holds up, tried again until it ends in another way."""
        self.contested = 0
        """Id of the intent that a teammate objects to; 0 where that has been thought over."""

    def join(self, now: float) -> bool:
        """Say hello once it is known where the robot is; return whether it is said."""
        if self.belief.pose is None:
            return False
        self.belief.joined_at = now
        self.has_joined = True
        self.voice.join(self.belief.capability, self.state(now))
        return True

    def teammates(self) -> tuple[Teammate, ...]:
        """Return the teammates as planning may count on them."""
        return dependable(self.memory, self.now())

    def listening(self) -> tuple[Teammate, ...]:
        """Return the teammates that can be expected to answer."""
        return listening(self.memory, self.now())

    def state(self, now: float) -> RobotState:
        """Return this robot's state as it tells it to the team."""
        errand, running = self.course.errand, self.course.running
        return self.belief.state(
            now, str(errand.subtask) if errand else "", str(running.subskill) if running else ""
        )

    def view(self, assumed: Sequence[SubSkill] = ()) -> PlannerView:
        """Return what is known now, or as it will be once the sub-skills `assumed` have succeeded.

        A sub-task that the last of them is to end is over in that view.
        """
        now, errand, running = self.now(), self.course.errand, self.course.running
        messages, older = recent_messages(self.memory, self.voice.said)
        view = self.belief.view(
            now,
            self.teammates(),
            messages,
            subtask=errand.subtask if errand else None,
            subskill=running.subskill if running else None,
            rejected=self.given_up.recent(now),
            departed=departed(self.memory, now),
        )
        then = replace(view, older_messages=older)
        for subskill in assumed:
            then = assume(then, subskill)
        if errand is None or not assumed or not errand.is_last(assumed[-1]):
            return then
        return replace(then, subtask=None, state=replace(then.state, subtask="", subskill=""))

    def guard(self, view: PlannerView, subtask: SubTask) -> str | None:
        """Return why `subtask` cannot be taken up as things are, or None."""
        # What failed since the question was asked is no reason to refuse to stop.
        since = [item for item in self.given_up.recent(self.now()) if item not in view.rejected]
        known = view.with_rejected(since)
        objection = check_subtask(known, subtask) or self.given_up.objection(view, subtask)
        if objection or view.state.held_object == subtask.object_id != "":
            return objection
        found = rival(view.teammates, self.intent_for(subtask))
        return f"{found[0].name} has taken it up already" if found else None

    def intent_for(self, subtask: SubTask) -> Intent:
        """Return an unannounced intent of this robot for comparison with others'."""
        return self.claims.describe(subtask, self.belief.object(subtask.object_id))

    def holds(self, object_id: str) -> bool:
        """Tell whether this hand holds the object of that id."""
        held = self.belief.held
        return held is not None and held.object_id == object_id

    def could_replace(self, view: PlannerView, object_id: str) -> bool:
        """Tell whether this robot could put an object right, as far as is known."""
        return check_object(view, object_id) is None

    def dialogue(self, assumed: Sequence[SubSkill] = ()) -> TeamDialogue:
        """Return how one decision talks with the team; see `view` for `assumed`."""
        return TeamDialogue(
            view=lambda: self.view(assumed),
            claims=self.claims,
            replies=self.replies,
            expected=lambda: frozenset(t.name for t in self.listening()),
            bell=self.bell,
            clock=self.now,
            object_to=self._object_to,
            wait=self._wait,
        )

    def _object_to(self, teammate: str, intent_id: int, reason: str) -> None:
        explored = self.belief.explored_rooms()
        self.voice.reflection(teammate, Reflection(teammate, intent_id, True, explored, reason), ())

    def belongs(self, category: str) -> tuple[str, str] | None:
        """Return where things of `category` belong, as far as it was judged before."""
        verdict = self.judge.target(category)
        return (verdict.receptacle, verdict.room) if verdict else None

    def rouse(self) -> None:
        """End a rest: something has happened that may need this robot."""
        self.course.is_resting = False

    def reconsider(self) -> None:
        """Think over what to do: the team is not what it was when that was decided."""
        self.rouse()
        self.wants_switch = True

    def may_leave(self, errand: ActiveTask) -> bool:
        """Tell whether an errand may be left for another: it can wait, or a teammate objects to it.

        What is in the hand, or about to be, is seen through.
        """
        if errand.can_wait:
            return True
        running = self.course.running
        grasps = running is not None and running.subskill.takes
        held = self.holds(errand.subtask.object_id)
        return errand.intent_id == self.contested and not held and not grasps

    def doing(self) -> str:
        """Return in a few words what the robot does."""
        errand, running = self.course.errand, self.course.running
        if self.course.is_resting:
            return "resting, alert"
        task = str(errand.subtask) if errand else "deciding"
        rule = " by rule" if errand and errand.by_rule else ""
        return f"{task}{rule}" + (f": {running.subskill}" if running else "")

    def pass_over(self, seconds: float, now: float) -> None:
        """Hold nobody silent for the last seconds, in which this robot could hear nothing."""
        for teammate in self.memory.teammates.values():
            teammate.last_heard = min(teammate.last_heard + seconds, now)

    def start_anew(self, now: float) -> None:
        """Forget all that hangs on a clock that was set back to `now`."""
        self.belief.joined_at = now
        self.given_up.clear()
        self.health.reset_pause()
        self.judge.start_anew()
        for teammate in self.memory.teammates.values():
            teammate.last_heard = min(teammate.last_heard, now)
