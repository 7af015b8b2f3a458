# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot whose sub-tasks a rule decides, without a language model."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, GivenUp
from adhoc_teamwork.adhoc_planner.agent.assessment import Standing, assess
from adhoc_teamwork.adhoc_planner.agent.message_sender import STATE_PERIOD, MessageSender
from adhoc_teamwork.adhoc_planner.belief.belief import EXPLORED
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.news import News
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView, SkillOutcome
from adhoc_teamwork.adhoc_planner.decisions.reflection import Knowledge as Answering
from adhoc_teamwork.adhoc_planner.decisions.reflection import reflect
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import choose_subskill
from adhoc_teamwork.adhoc_planner.policies.rule import Rule
from adhoc_teamwork.benchmark.agents.body import Body
from adhoc_teamwork.benchmark.agents.controller import Send, clock_of
from adhoc_teamwork.benchmark.agents.house_plan import HousePlan
from adhoc_teamwork.benchmark.agents.knowledge import Knowledge
from adhoc_teamwork.benchmark.agents.runner import SkillRunner
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.simulation.lattice.actions import Action
from adhoc_teamwork.simulation.lattice.robots import Observation
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Presence
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

_AT_ONCE = 24
"""How many sub-skills that end without an action are tried in one step."""
_HISTORY = 10
_OPEN = (IntentStatus.PROPOSED, IntentStatus.ADOPTED)


ChooseSubSkill = Callable[[PlannerView, SubTask], SubSkill]


class RuleRobot:
    """Carry out what a rule decides; it is asked only when something has happened."""

    def __init__(
        self,
        robot: BenchRobot,
        plan: HousePlan,
        rule: Rule,
        send: Send,
        choose: ChooseSubSkill = choose_subskill,
    ) -> None:
        """Put a robot into a house; `choose` says how a sub-task goes on."""
        self.name = robot.name
        self._rule = rule
        self._choose = choose
        self._settled: set[str] = set()
        self._knowledge = Knowledge(robot.name, plan.house.floor_plan, self._judge)
        self._body = Body(robot, plan, self._knowledge)
        self._runner = SkillRunner(self._body)
        self._now = 0.0
        self._voice = MessageSender(robot.name, 1, lambda: self._now, send)
        self._claims = Claims(self._voice.intent)
        self._memory = TeamMemory(robot.name)
        self._news = News(robot.name)
        self._given_up = GivenUp()
        self._history: deque[SkillOutcome] = deque(maxlen=_HISTORY)
        self._explored: set[str] = set()
        self._errand: ActiveTask | None = None
        self._subskill: SubSkill | None = None
        self._is_stirred = True
        self._refused = 0
        self._held_category = ""
        self._joined_at = 0.0
        self.decisions = 0

    # --- for the episode ------------------------------------------------------------------------

    @property
    def is_resting(self) -> bool:
        """Tell whether it has nothing to do unless something new is heard or seen."""
        return self._errand is None and not self._is_stirred and not self._runner.is_running

    @property
    def doing(self) -> str:
        """Return the present sub-task in the prompt's notation, or an empty string."""
        return str(self._errand.subtask) if self._errand else ""

    def join(self, observation: Observation) -> None:
        """Take in where the robot is and say hello to the team."""
        self._joined_at = self._now = clock_of(observation)
        self._body.perceive(observation, self._now)
        self._voice.join(self._body.capability, self._state())

    def act(self, observation: Observation) -> Action | None:
        """Return what to do in this step; None to let it pass."""
        self._now = clock_of(observation)
        fresh = self._body.perceive(observation, self._now)
        if fresh:
            self._notice(fresh)
        if self._errand is None:
            self._reconsider()
        action = self._proceed()
        if self._now % STATE_PERIOD == 0.0:
            self._voice.state(self._state())
        return action

    def hear(self, message: TeamMessage) -> None:
        """Take in what a teammate says."""
        if not self._memory.add(message):
            return
        self._body.hear(message)
        if message.detections and self._knowledge.hear(message.detections):
            self._is_stirred = True
        state, intent = message.state, message.intent
        if state is not None and state.held_object:
            self._knowledge.mark(state.held_object, Presence.HELD, self._now)
        if intent is not None:
            self._hear_intent(message, intent)
        if message.kind is MessageKind.LEAVE:
            self._is_stirred = True

    def leave(self, why: str) -> None:
        """Say goodbye: the robot acts no more."""
        self._runner.cancel()
        self._voice.leave(why)

    # --- what happens ---------------------------------------------------------------------------

    def _judge(self, thing: Detection) -> Detection:
        judged = self._rule.judge(thing)
        if judged.object_id in self._settled and judged.misplaced is Misplaced.YES:
            # It was put there on purpose.
            return replace(judged, misplaced=Misplaced.NO)
        return judged

    def _notice(self, fresh: list[Detection]) -> None:
        """Tell the team what matters of what was found, and think again where that may pay."""
        told = self._news.fresh(fresh)
        if told:
            self._voice.detections(told)
        if any(d.misplaced is Misplaced.YES for d in fresh):
            self._is_stirred = True

    def _reconsider(self) -> None:
        """Think again where something has been left alone for long enough."""
        refused = len(self._given_up.recent(self._now))
        self._is_stirred = self._is_stirred or refused < self._refused
        self._refused = refused

    def _hear_intent(self, message: TeamMessage, intent: Intent) -> None:
        if intent.status not in _OPEN:
            self._is_stirred = True
        done = intent.status is IntentStatus.DONE
        if done and intent.subtask.kind is SubTaskKind.REPLACE:
            self._settled.add(intent.subtask.object_id)
        if intent.status is IntentStatus.PROPOSED and not message.remembered:
            self._answer(message, intent)

    def _answer(self, message: TeamMessage, proposal: Intent) -> None:
        """Answer a proposal as the planner does (paper section IV-D.3)."""
        proposer = self._memory.teammates[message.sender].capability
        answering = Answering(
            robot=self.name,
            claims=(*self._claims.open(), *self._claims.done()),
            explored=self._explored_rooms(),
            objects=self._knowledge.known(),
            capability=self._body.capability,
            proposer=proposer,
        )
        answer, detections = reflect(answering, message.sender, proposal, message.stamp)
        self._voice.reflection(message.sender, answer, detections)

    # --- what is done ---------------------------------------------------------------------------

    def _proceed(self) -> Action | None:
        """Go on with the sub-skill that runs; decide and begin the next where there is none."""
        for _ in range(_AT_ONCE):
            if self._runner.result is not None:
                self._finished(self._runner.result)
            self._think()
            errand = self._errand
            if errand is None:
                return self._runner.step()
            if not self._runner.is_running:
                self._subskill = self._choose(self._view(), errand.subtask)
                self._runner.start(self._subskill)
                self._say_state()
            action = self._runner.step()
            if action is not None or self._runner.is_running:
                return action
        return None

    def _think(self) -> None:
        """Ask the rule where there is nothing to do, or something has changed while exploring."""
        errand = self._errand
        if not self._is_stirred or (errand is not None and not errand.can_wait):
            return
        self._is_stirred = False
        subtask = self._rule.decide(self._view())
        self.decisions += 1
        if errand is None:
            self._runner.cancel()
        else:
            if subtask.kind is not SubTaskKind.REPLACE:
                return
            self._runner.cancel()
            self._end(IntentStatus.ABANDONED, f"{subtask} is more useful now.")
        if subtask.kind is SubTaskKind.STOP:
            self._runner.start(SubSkill(SubSkillKind.STOP))
        else:
            self._take_up(subtask)
        self._say_state()

    def _take_up(self, subtask: SubTask) -> None:
        target = self._knowledge.objects.get(subtask.object_id)
        intent_id = self._claims.propose(subtask, target, "")
        self._claims.move_to(intent_id, IntentStatus.ADOPTED, "")
        self._errand = ActiveTask(subtask, intent_id, target)

    def _end(self, status: IntentStatus, reason: str) -> None:
        if self._errand is not None:
            self._claims.move_to(self._errand.intent_id, status, reason)
        self._errand = self._subskill = None
        self._is_stirred = True

    def _finished(self, result: SkillResult) -> None:
        subskill, errand = self._subskill, self._errand
        self._runner.cancel()
        if subskill is None or errand is None:
            return
        self._history.append(SkillOutcome(subskill, result))
        if result.success:
            self._note_effects(subskill)
        assessment = assess(errand, subskill, result)
        if assessment.standing is Standing.DONE:
            self._end(IntentStatus.DONE, "")
        elif assessment.standing is Standing.FAILED:
            self._give_up(errand, result)

    def _note_effects(self, subskill: SubSkill) -> None:
        if subskill.kind is SubSkillKind.PICKUP_OBJECT:
            self._held_category = self._knowledge.objects[subskill.object_id].category
        elif subskill.kind is SubSkillKind.PUT_OBJECT:
            self._settled.add(subskill.object_id)
            self._held_category = ""
            placed = self._knowledge.objects.get(subskill.object_id)
            if placed is not None:
                self._voice.detections((self._judge(placed),))
        elif subskill.kind is SubSkillKind.EXPLORE and subskill.room_id:
            self._explored.add(subskill.room_id)

    def _give_up(self, errand: ActiveTask, result: SkillResult) -> None:
        subtask = errand.subtask
        thing = self._knowledge.objects.get(subtask.object_id)
        held = bool(subtask.object_id) and self._body.now.held == subtask.object_id
        reason = f"{result.cause or ''}: {result.message}"
        self._given_up.add(subtask, held, thing.position if thing else None, reason, self._now)
        if thing is not None and thing.status is Presence.GONE:
            self._voice.detections((thing,))
        self._end(IntentStatus.FAILED, reason)

    # --- what is known --------------------------------------------------------------------------

    def _explored_rooms(self) -> tuple[str, ...]:
        seen = {room.room_id for room in self._knowledge.rooms if room.explored >= EXPLORED}
        return tuple(sorted(seen | self._explored))

    def _state(self) -> RobotState:
        here = self._body.now
        errand, running = self._errand, self._subskill
        return RobotState(
            pose=here.pose,
            room=self._room(),
            held_object=here.held,
            held_category=self._held_category if here.held else "",
            battery=float(here.battery),
            subtask=str(errand.subtask) if errand else "",
            subskill=str(running) if running else "",
            explored_rooms=self._explored_rooms(),
        )

    def _room(self) -> str:
        number = int(self._body.lattice.rooms[self._body.now.cell])
        return self._knowledge.rooms[number].room_id if number >= 0 else ""

    def _say_state(self) -> None:
        self._voice.state(self._state())

    def _view(self) -> PlannerView:
        here = self._body.now
        objects = self._knowledge.objects
        return PlannerView(
            robot=self.name,
            now=self._now,
            joined_at=self._joined_at,
            capability=self._body.capability,
            state=self._state(),
            current_objects=tuple(objects[d.object_id] for d in here.detections),
            known_objects=self._knowledge.known(),
            rooms=self._knowledge.rooms,
            teammates=tuple(self._memory.present()),
            messages=(),
            subtask=self._errand.subtask if self._errand else None,
            history=tuple(self._history),
            rejected=self._given_up.recent(self._now),
        )
