# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot does next: take up, go on, fill the time, fall back on the rule, or rest.

The executive alone changes what the robot does. Monitors and messages tell it events, the query
scheduler brings it answers, skills bring it results; all of them only read what it keeps.
"""

from collections.abc import Callable
from dataclasses import replace

from adhoc_teamwork.adhoc_planner.agent.active_task import (
    ActiveTask,
    Assessment,
    GivenUp,
    Running,
    Standing,
    assess,
    lost_sense,
)
from adhoc_teamwork.adhoc_planner.agent.closer_look import CloserLook, Found
from adhoc_teamwork.adhoc_planner.agent.events import (
    BodyChanged,
    Called,
    Concluded,
    Event,
    FoundInPlace,
    HomeFound,
    MisplacedFound,
    ObjectGone,
    Objection,
    OwnWordRepeated,
    PersonChose,
    PlaceFound,
    RestedLong,
    RivalAhead,
    RoomRuledOut,
    RoomsExplored,
    TargetFound,
    TaskFreed,
    TaskTakenUp,
    TeamChanged,
    TeammateMet,
    ThingFound,
)
from adhoc_teamwork.adhoc_planner.agent.execution import Execution
from adhoc_teamwork.adhoc_planner.agent.laying_down import Laying, LayingDown
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.open_questions import Purpose, StepKey
from adhoc_teamwork.adhoc_planner.agent.query_scheduler import QueryScheduler
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.action_effects import assume
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claims, same_target
from adhoc_teamwork.adhoc_planner.belief.hand import Hand, Recall
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.decisions.decision import UNDER_WAY, Decision, Guard
from adhoc_teamwork.adhoc_planner.decisions.safe_rule import (
    choose_subskill,
    choose_subtask,
    first_exploration,
    unexplored_rooms,
)
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.adhoc_planner.prompt_context.rooms import covered_now, worth_exploring
from adhoc_teamwork.adhoc_planner.validity import check_subskill, check_subtask
from adhoc_teamwork.adhoc_planner.validity.re_placing import receptacles_of, target_of
from adhoc_teamwork.adhoc_planner.validity.subtasks import (
    check_names,
    check_object,
)
from adhoc_teamwork.teamwork.clock import lately
from adhoc_teamwork.teamwork.scene import FLOOR, Misplaced
from adhoc_teamwork.teamwork.team.causes import HELD_BY_A_PERSON, NOT_ITS_FAULT, Cause
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

RECALL_TIME = 2.0
"""How long, in seconds, a robot that wakes with a full hand waits to be told what it holds."""

PATIENCE = 5.0
"""How long, in seconds, a robot with a task stands still for a model before it acts by rule."""

PAUSE = 2.0
"""How long, in seconds, nothing new is started after the robot itself was not ready."""

MISSED = "The hand closed, and a picture shows the thing where it lay."
"""Why a grasp has failed of which only a picture tells."""

_ENDED = {Standing.DONE: IntentStatus.DONE, Standing.FAILED: IntentStatus.FAILED}


class Executive:
    """Turn events, answers and results into tasks and sub-skills; times in seconds."""

    def __init__(
        self,
        execution: Execution,
        asking: QueryScheduler,
        belief: Belief,
        judge: Judge,
        views: ViewBuilder,
        claims: Claims,
        given_up: GivenUp,
        guard: Guard,
        policy: Policy,
        sender: MessageSender,
        clock: Callable[[], float],
    ) -> None:
        """Store what to change (`execution`, `belief`, `given_up`), to ask, to read, to tell."""
        self._execution, self._asking = execution, asking
        self._belief, self._judge, self._views = belief, judge, views
        self._claims, self._given_up = claims, given_up
        self._guard, self._policy = guard, policy
        self._sender, self._clock = sender, clock
        self._hand, self._recall = Hand(belief), Recall()
        self._closer_look = CloserLook(belief, judge, views)
        self._idle_since: float | None = None
        self._not_before = float("-inf")
        self._held_up: SubSkill | None = None
        """The sub-skill that a person holds up, tried again until it ends in another way."""
        self._laying_down = LayingDown(belief, views, given_up)
        self._contested = 0
        """Id of the intent that a teammate objects to; 0 where that has been thought over."""

    def clock_set_back(self) -> None:
        """Forget pauses that hang on the clock."""
        self._not_before, self._idle_since = float("-inf"), None
        self._laying_down.clock_set_back()
        self._given_up.clear()
        self._closer_look.clock_set_back()

    # --- events ---------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """Decide what follows from what happened (paper sections IV-B and IV-G)."""
        match event:
            case ObjectGone() | ThingFound() | Called() | TeammateMet():
                self._execution.end_rest()
            case (
                MisplacedFound()
                | HomeFound()
                | BodyChanged()
                | TeamChanged()
                | Concluded()
                | PersonChose()
            ):
                self._execution.end_rest()
                self._asking.want_switch()
            case TaskFreed():
                self._execution.end_rest()
                if event.moves_object and self._belief.capability.can_manipulate:
                    self._asking.want_switch()
            case PlaceFound():
                # Who asks ahead has decided by now what to do with what is held.
                if not self._policy.asks_ahead:
                    self._asking.want_switch()
            case TargetFound() | RoomRuledOut():
                self._asking.want_new_step()
            case TaskTakenUp():
                self._check_ahead()
                self._reflect_on(event)
                explores = event.intent.subtask.kind is SubTaskKind.EXPLORE
                if explores and not self._asking.wants_switch and self._has_to_move():
                    # What had no home may get one: somebody looks for it now.
                    self._asking.want_switch()
            case RoomsExplored():
                self._reflect_on(event)
                search = self._execution.search
                if search is not None and search.subskill.room_id in event.rooms:
                    self._asking.want_new_step()
            case FoundInPlace():
                thing = self._belief.object(event.object_id)
                if thing is not None:
                    self._judge.stays(thing)
            case Objection():
                self._reconsider(event.intent_id)
            case RivalAhead():
                self._execution.end(IntentStatus.ABANDONED, event.reason)
            case RestedLong():
                if not self._asking.health.is_alive or self._has_work():
                    self._execution.end_rest()
            case OwnWordRepeated():
                self._recall.add(event.message)
                state = event.message.state
                self._belief.note_explored(state.explored_rooms if state else ())

    def feel_hand(self, holding: bool) -> None:
        """Take in whether the gripper's effort shows that it holds something."""
        self._hand.feel(holding, self._clock())

    def _reconsider(self, intent_id: int) -> None:
        """Think over what was settled already where a teammate objects to it."""
        active, decided = self._execution.active_task, self._asking.decision
        settled = (active.intent_id if active else 0, decided[1].intent_id if decided else 0)
        if intent_id not in settled or not self._policy.heeds_objections:
            return
        self._contested = intent_id
        if active is not None and intent_id == active.intent_id and self._may_leave(active):
            self._asking.want_switch()

    def _check_ahead(self) -> None:
        """Think over what was decided ahead where a teammate does it now."""
        decided = self._asking.decision
        if decided is None or self._execution.active_task is None or not self._policy.guarded:
            return
        if self._guard(self._views.view(), decided[1].subtask):
            self._contested = decided[1].intent_id

    def _reflect_on(self, news: TaskTakenUp | RoomsExplored) -> None:
        """Think over what is under way or decided where a teammate does it, or has done it."""
        if not self._policy.reconsiders:
            return
        active, decided = self._execution.active_task, self._asking.decision
        under_way = active.intent_id if active else 0
        for intent_id in (under_way, decided[1].intent_id if decided else 0):
            claim, is_ahead = self._claims.get(intent_id), intent_id != under_way
            if claim is not None and self._is_overtaken(claim.intent, news, is_ahead):
                self._reconsider(intent_id)

    def _is_overtaken(self, own: Intent, news: TaskTakenUp | RoomsExplored, is_ahead: bool) -> bool:
        """Tell whether a teammate does or has done what `own`, decided ahead or not, is about.

        Where rules guard, they say who leaves an object to whom.
        """
        if own.subtask.moves_object:
            is_taken = isinstance(news, TaskTakenUp) and same_target(own, news.intent)
            return is_taken and not self._policy.guarded
        if own.subtask.kind is not SubTaskKind.EXPLORE:
            return False
        room_id = own.subtask.room_id
        if isinstance(news, TaskTakenUp):
            is_same = is_ahead and same_target(own, news.intent)
            return is_same and bool(covered_now(self._views.view(), room_id))
        if room_id not in news.rooms:
            return False
        view = self._views.view()
        room = view.room(room_id)
        return room is not None and not worth_exploring(view, room)

    def _has_work(self) -> bool:
        """Tell whether a robot that rests could do something after all."""
        view = self._views.view()
        rooms = [SubTask(SubTaskKind.EXPLORE, room_id=r.room_id) for r in unexplored_rooms(view)]
        if any(self._guard(view, subtask) is None for subtask in rooms):
            return True
        return self._has_to_move()

    def _has_to_move(self) -> bool:
        """Tell whether something is known to be out of place that this robot may see to."""
        known = self._belief.lasting_objects()
        displaced = [o.object_id for o in known if o.misplaced is Misplaced.YES]
        if not displaced:
            return False
        view = self._views.without_words()
        recent = {subtask.object_id for subtask, _ in view.rejected}
        return any(
            check_object(view, object_id) is None
            for object_id in displaced
            if object_id not in recent
        )

    # --- results --------------------------------------------------------------------------------

    def finished(self, goal: int, result: SkillResult, now: float) -> None:
        """Assess how a sub-skill ended (paper section IV-G)."""
        running = self._execution.ended(goal, result.success)
        if running is None:
            return
        self._closer_look.arrive(now)
        if result.cause in NOT_ITS_FAULT:
            self._not_before = now + PAUSE
        self._note_effects(running.subskill, result, now)
        active = self._execution.active_task
        if running.is_filler or active is None:
            self._note_filler(running, result, now)
            return
        self._held_up = running.subskill if result.cause in HELD_BY_A_PERSON else None
        if self._held_up is not None:
            # This says nothing of what was tried: it is tried again, and no model is asked why.
            return
        self._belief.note_outcome(running.subskill, result, now)
        if not result.success:
            self._asking.drop_step()
            self._asking.withdraw_ahead("What I did before is not done yet.")
        self._conclude(assess(active, running.subskill, result), now)

    def _note_effects(self, subskill: SubSkill, result: SkillResult, now: float) -> None:
        if not result.success:
            if result.cause is Cause.HAND_EMPTY:
                self._hand.let_go(now)
            return
        if subskill.takes or subskill.lets_go:
            self._laying_down.hand_changed()
        if subskill.takes:
            self._hand.took(subskill.object_id, now)
        elif subskill.lets_go:
            self._settle(subskill)
            self._hand.let_go(now, subskill.object_id)
        elif subskill.kind is SubSkillKind.EXPLORE:
            self._belief.note_explored((subskill.room_id,))

    def _settle(self, subskill: SubSkill) -> None:
        """Hold what was put down to be in place there: it was put there on purpose."""
        placed = self._belief.object(subskill.object_id)
        receptacle = self._belief.object(subskill.receptacle_id)
        if placed is not None and receptacle is not None:
            self._judge.settle(placed, receptacle)

    def _note_filler(self, running: Running, result: SkillResult, now: float) -> None:
        """Remember what failed through its own fault, so that it is not tried again at once."""
        if result.success and running.subskill.receptacle_id == FLOOR:
            self._laying_down.laid(running.subskill.object_id, now)
            self._execution.end_rest()
        if result.success or result.cause in NOT_ITS_FAULT:
            return
        subskill, active = running.subskill, self._execution.active_task
        if subskill.kind is SubSkillKind.EXPLORE:
            subtask = SubTask(SubTaskKind.EXPLORE, room_id=subskill.room_id)
            self._given_up.add(subtask, False, None, result.message or result.cause or "", now)
        elif subskill.kind is SubSkillKind.GO_TO_OBJECT:
            self._belief.note_outcome(subskill, result, now)
            # What was asked before that would be told to go there once more.
            self._asking.drop_step()
            if active is not None:
                active.note_failure(subskill, result)

    def _conclude(self, assessment: Assessment, now: float) -> None:
        active = self._execution.active_task
        if active is None or assessment.standing is Standing.GOES_ON:
            return
        if assessment.standing is Standing.FAILED:
            self._give_up(active, assessment.reason, now)
        elif active.subtask.kind is SubTaskKind.STOP:
            self._execution.rest()
        self._pause_after(active, now)
        self._execution.end(_ENDED[assessment.standing], assessment.reason, assessment.cause)

    def _pause_after(self, active: ActiveTask, now: float) -> None:
        """Let a task that ends before its first step cost time where nothing guards decisions.

        Nothing keeps such a policy from the same decision again, nor one that does not remember.
        """
        came_to_nothing = active.steps == 0 and not self._policy.guarded
        if came_to_nothing or not self._policy.remembers:
            self._asking.pause(now)

    def _give_up(self, active: ActiveTask, reason: str, now: float) -> None:
        object_id = active.subtask.object_id
        thing = self._belief.object(object_id)
        place = thing.position if thing else None
        holds = self._views.holds(object_id)
        if holds:
            self._laying_down.note_in_vain()
        self._given_up.add(active.subtask, holds, place, reason, now)
        self._asking.withdraw_ahead("What I did before has failed.")

    # --- the next thing to do -------------------------------------------------------------------

    def knows_hand(self, now: float) -> bool:
        """Find out what the hand holds; False while that is worth waiting for."""
        if self._hand.has_dropped(now):
            self._hand.let_go(now)
            self._asking.drop_step()
        if self._hand.is_empty(now) and not lately(self._belief.joined_at, now, RECALL_TIME):
            # What is taken from now on is something else.
            self._recall.forget()
        if self._hand_is_at_work() or not self._hand.is_unexplained(now):
            return True
        told = self._recall.state is not None and self._recall.state.held_object
        if not told and lately(self._belief.joined_at, now, RECALL_TIME):
            return False
        self._hand.explain(self._recall)
        self._take_up_again()
        self._recall.forget()
        return True

    def collect(self, now: float) -> None:
        """Take note of what came of the model's questions."""
        left_because = self._asking.collect(now)
        if left_because and self._execution.active_task is not None:
            self._execution.active_task.left_because = left_because
        missed = self._asking.take_missed_grasp()
        if missed and self._views.holds(missed):
            self._miss(missed, now)

    def _miss(self, object_id: str, now: float) -> None:
        """Assess a grasp of which a picture shows that it has failed (paper section IV-G)."""
        subskill = SubSkill(SubSkillKind.PICKUP_OBJECT, object_id=object_id)
        result = SkillResult(False, Stage.POSTCONDITION, Cause.GRASP_FAILED, MISSED)
        self._hand.let_go(now, object_id)
        self._asking.drop_step()
        self._asking.withdraw_ahead("What I did before is not done yet.")
        self._belief.note_outcome(subskill, result, now)
        active = self._execution.active_task
        if active is not None and active.subtask.object_id == object_id:
            self._asking.want_new_step()
            self._conclude(assess(active, subskill, result), now)

    def act(self, now: float) -> None:
        """Do what is to be done now."""
        execution = self._execution
        self._sense(now)
        self._leave(now)
        if self._policy.hands_over and not self._hand_is_at_work():
            self._lay_down(self._laying_down.battery_ends(execution.running), now)
        self._take_decision(now)
        because = self._asking.must_decide_by_rule(now)
        if execution.active_task is None and because and not execution.is_resting:
            self._decide_by_rule(because)
        if execution.active_task is None:
            if now >= self._not_before:
                self._explore_meanwhile(now)
                if execution.running is None:
                    nowhere = self._laying_down.nothing_takes_it(execution.is_resting, now)
                    self._lay_down(nowhere, now)
        elif execution.own_running is None:
            self._start_step(execution.active_task, now)
        else:
            self._second_thought(execution.active_task, execution.own_running, now)

    def ask(self, now: float) -> None:
        """Have asked what will be needed next."""
        asking, active = self._asking, self._execution.active_task
        if not asking.health.may_ask(now):
            return
        if now >= self._policy.again_at():
            self._execution.end_rest()
            asking.want_switch()
        asking.ask_judgement(now)
        self._ask_grasp()
        if self._held_up is None:
            asking.ask_step()
        decided = asking.decision
        if decided is not None and decided[1].intent_id == self._contested != 0:
            asking.withdraw("It no longer fits what a teammate says or does.")
            self._contested = 0
        running = self._execution.running
        if running is not None and running.is_filler and running.subskill.lets_go:
            # What is to be done next hangs on the hand, which is empty then.
            return
        asking.ask_decision(now, active is not None and self._may_leave(active))

    def _ask_grasp(self) -> None:
        """Have it asked whether the hand holds what it cannot feel, once a picture may tell."""
        grasp = self._hand.unfelt_grasp()
        if grasp is None or not self._belief.pictures.of_grasp(*grasp):
            return
        self._hand.has_seen()
        thing = self._belief.object(grasp[0])
        if thing is not None:
            self._asking.ask_grasp(thing, grasp[1])

    def _sense(self, now: float) -> None:
        """End a task that the world has overtaken."""
        active = self._execution.active_task
        busy_exploring = self._execution.own_running is not None and active and active.can_wait
        if active is None or busy_exploring or self._hand_is_at_work():
            return
        object_id = active.subtask.object_id
        target = self._belief.object(object_id) if object_id else None
        explored = self._belief.explored_rooms() if self._policy.remembers else ()
        holds, by_goal = self._views.holds(object_id), self._belief.is_told_all
        self._conclude(lost_sense(active, target, holds, explored, by_goal), now)

    def _leave(self, now: float) -> None:
        """Give up a task that the next sub-skill does not serve."""
        active = self._execution.active_task
        if active is None or not active.left_because or self._execution.own_running is not None:
            return
        if active.steps == 0:
            self._asking.pause(now)
        self._execution.end(IntentStatus.ABANDONED, active.left_because)

    def _may_leave(self, active: ActiveTask) -> bool:
        """Tell whether a task may be left for another: it can wait, or a teammate objects to it.

        What is in the hand, or about to be, is seen through.
        """
        if active.can_wait:
            return True
        running = self._execution.running
        grasps = running is not None and running.subskill.takes
        held = self._views.holds(active.subtask.object_id)
        return active.intent_id == self._contested and not held and not grasps

    def _take_decision(self, now: float) -> None:
        """Take up what was decided; what nobody can carry out fails at once, and says why."""
        active, decided = self._execution.active_task, self._asking.decision
        if decided is None:
            return
        purpose, decision = decided
        if active is not None and (purpose is not Purpose.SWITCH or not self._may_leave(active)):
            if purpose is not Purpose.AHEAD:
                self._asking.withdraw("I am busy with something else.")
            else:
                self._weigh_ahead(active, decision.subtask)
            return
        self._contested = 0
        guarded = self._policy.guarded
        objection = self._guard(self._views.view(), decision.subtask) if guarded else None
        if objection or decision.intent_id == UNDER_WAY:
            self._asking.withdraw(objection or decision.reason)
            return
        self._execution.end(IntentStatus.ABANDONED, f"{decision.subtask} is more useful now.")
        self._take_up(decision)
        unknown = check_names(self._views.view(), decision.subtask)
        if unknown:
            explores = decision.subtask.kind is SubTaskKind.EXPLORE
            cause = Cause.UNKNOWN_ROOM if explores else Cause.UNKNOWN_OBJECT
            self._conclude(Assessment(Standing.FAILED, unknown, cause), now)

    def _weigh_ahead(self, active: ActiveTask, then: SubTask) -> None:
        """Have what is to move an object weighed, once, against a task that can wait for it.

        When the object was found the model may have stayed as there was no place to bring it to:
        that has to be known by now.
        """
        if not then.moves_object or then in active.weighed or not self._may_leave(active):
            return
        view = self._views.without_words()
        place = target_of(view.task, then)
        if place.receptacle and not receptacles_of(place, view.known_objects, view.rooms):
            return
        active.weighed.add(then)
        self._asking.want_switch()

    def _take_up(self, decision: Decision, by_rule: bool = False) -> None:
        target = self._belief.object(decision.subtask.object_id)
        self._asking.decided()
        self._execution.take_up(
            decision.subtask, decision.intent_id, target, decision.reason, by_rule
        )

    def _decide_by_rule(self, because: str) -> None:
        view, avoids = self._views.view(), self._asking.rule_avoids
        subtask = choose_subtask(
            view, self._judge.home, lambda s: avoids.get(s) or self._guard(view, s)
        )
        self._claim(subtask, because, by_rule=True)

    def _take_up_again(self) -> None:
        """Go on with the Re-place of what the hand holds after a restart."""
        subtask = self._recall.subtask()
        if subtask is None or self._execution.active_task is not None:
            return
        if self._views.holds(subtask.object_id):
            self._claim(subtask, "I held it when my planner was started again.", by_rule=False)

    def _claim(self, subtask: SubTask, reason: str, by_rule: bool) -> None:
        intent_id = self._claims.propose(subtask, self._belief.object(subtask.object_id), reason)
        self._take_up(Decision(subtask, intent_id, reason), by_rule)

    def _explore_meanwhile(self, now: float) -> None:
        """Explore a room that nobody explores, where nothing else is to be done."""
        if self._execution.running or self._execution.is_resting or self._belief.held:
            return
        if not (self._policy.checked and self._policy.asks_ahead):
            return
        view = self._views.view()
        step = first_exploration(view, lambda subtask: self._guard(view, subtask))
        if step is not None:
            self._execution.run(step, now, is_filler=True)

    def _lay_down(self, laying: Laying | None, now: float) -> None:
        """Put something on the floor of the room that the robot is in."""
        if laying is None:
            return
        self._asking.withdraw(laying.reason)
        self._execution.end(IntentStatus.ABANDONED, laying.reason)
        self._laying_down.begun(laying, now)
        room = self._views.view().state.room
        step = SubSkill(SubSkillKind.PUT_OBJECT, laying.object_id, FLOOR, room)
        self._execution.run(step, now, is_filler=True)

    # --- steps ----------------------------------------------------------------------------------

    def _start_step(self, active: ActiveTask, now: float) -> None:
        if now < self._not_before:
            return
        if self._explores_already(active):
            self._asking.drop_step()
            self._execution.make_filler_own()
            return
        if not self._may_take(active, now):
            return
        step = self._held_up_step(active) or self._answered_step(active)
        if step is not None:
            self._run(step, now)
        elif active.subtask.kind is SubTaskKind.STOP:
            self._run(SubSkill(SubSkillKind.STOP), now)
        elif self._is_out_of_patience(now) or not self._asking.health.is_alive:
            self._asking.drop_step()
            self._run(choose_subskill(self._views.view(), active.subtask), now)
        elif active.is_fresh and self._policy.checked and self._asking.asks_ahead:
            self._head_for(active, now)

    def _may_take(self, active: ActiveTask, now: float) -> bool:
        """Judge again, from near, what the robot is about to take; end the task if it is in place.

        False while that is not known, and where the task has ended.
        """
        found = self._closer_look.look(active, self._asking.health.is_alive, now)
        if found is Found.IN_PLACE:
            self._leave_in_place(active, now)
        return found is Found.NOTHING

    def _leave_in_place(self, active: ActiveTask, now: float) -> None:
        """End a task whose object turns out to be in place, so that nobody drives there again."""
        thing = self._closer_look.target(active)
        if thing is None:
            return
        self._judge.stays(thing)
        self._sender.detections((thing,))
        self._asking.drop_step()
        self._asking.withdraw_ahead("What I did before came to nothing.")
        self._pause_after(active, now)
        self._execution.end(
            IntentStatus.ABANDONED, f"Seen from near, the {thing.category} is in place."
        )

    def _explores_already(self, active: ActiveTask) -> bool:
        """Tell whether the robot explores, as a filler, the room that its task is to explore."""
        running, subtask = self._execution.running, active.subtask
        exploring = SubSkill(SubSkillKind.EXPLORE, room_id=subtask.room_id)
        wanted = subtask.kind is SubTaskKind.EXPLORE
        return wanted and running is not None and running.subskill == exploring

    def _head_for(self, active: ActiveTask, now: float) -> None:
        """Drive where the task begins, until the model has said how it begins."""
        running = self._execution.running
        if running is not None and running.subskill.kind is not SubSkillKind.EXPLORE:
            return
        step = choose_subskill(self._views.view(), active.subtask)
        if step.kind is SubSkillKind.GO_TO_OBJECT:
            self._execution.run(step, now, is_filler=True)

    def _held_up_step(self, active: ActiveTask) -> SubSkill | None:
        """Return the step that a person held up, where it still serves the task."""
        held_up = self._held_up
        if held_up is not None and check_subskill(self._views.view(), held_up, active.subtask):
            self._held_up = None
        return self._held_up

    def _answered_step(self, active: ActiveTask) -> SubSkill | None:
        """Return the model's step where it was asked on the ground that holds and is valid now."""
        answered, execution = self._asking.step, self._execution
        if answered is None:
            return None
        key, step = answered
        ahead = StepKey(active.intent_id, execution.last_success)
        if key not in (StepKey(active.intent_id), ahead):
            return None
        self._asking.drop_step()
        if not (self._policy.checked and self._asking.asks_ahead):
            # Asked once more it would say the same: what cannot be done fails, and says why.
            return step
        view = self._views.view()
        if key == ahead and execution.last_done is not None:
            # Odometry and scene graph may lag behind the result that says what has been done.
            view = assume(view, execution.last_done)
        return step if check_subskill(view, step, active.subtask) is None else None

    def _second_thought(self, active: ActiveTask, running: Running, now: float) -> None:
        answered = self._asking.step
        if answered is None or not answered[0].is_second_thought:
            return
        step = answered[1]
        self._asking.drop_step()
        fits = not self._policy.checked or (
            check_subskill(self._views.view(), step, active.subtask) is None
        )
        ends = step.kind is SubSkillKind.STOP and self._execution.search is None
        if fits and step != running.subskill and not ends:
            self._run(step, now)

    def _left_off(self, active: ActiveTask) -> Assessment:
        """Return how a sub-task ends whose next sub-skill is Stop: by what last failed, if any."""
        broken, last = check_subtask(self._views.view(), active.subtask), active.last_failure
        ended = Assessment(Standing.FAILED, broken or "nothing more is to be done")
        if last is not None and not broken:
            ended = last
        # A sub-task in free words has no other end, unless nothing was done for it.
        if active.subtask.kind is SubTaskKind.DO and active.steps > 0:
            ended = Assessment(Standing.DONE, ended.reason)
        return replace(ended, reason=f"the next sub-skill is Stop: {ended.reason}")

    def _run(self, step: SubSkill, now: float) -> None:
        self._idle_since = None
        active, running = self._execution.active_task, self._execution.running
        stops = step.kind is SubSkillKind.STOP
        if stops and active is not None and active.subtask.kind is not SubTaskKind.STOP:
            self._conclude(self._left_off(active), now)
        elif running is not None and running.subskill == step:
            self._execution.make_filler_own()
        else:
            self._execution.run(step, now)

    def _hand_is_at_work(self) -> bool:
        """Tell whether the object is being taken or let go of: where it is then says nothing."""
        running = self._execution.running
        return running is not None and (running.subskill.takes or running.subskill.lets_go)

    def _is_out_of_patience(self, now: float) -> bool:
        """Tell whether the robot has stood still for a step for too long."""
        if self._execution.running is not None:
            self._idle_since = None
            return False
        if self._idle_since is None:
            self._idle_since = now
        return now - self._idle_since >= PATIENCE
