"""The parts of an agent, each by itself: judging, news, assessment, the rule, the hand."""

import asyncio
import math
from dataclasses import replace

import pytest
from agent_rig import ARM, Clock, Rig, Robot, ScriptedModel, failure, prompts, two_rooms

from adhoc_planner.assessment import Standing, assess, lost_sense
from adhoc_planner.belief import Belief
from adhoc_planner.errand import FIRST_REST, Errand, GivenUp
from adhoc_planner.foresight import assume
from adhoc_planner.hand import GRACE, UNKNOWN, Hand, Recall
from adhoc_planner.health import LONGEST_PAUSE, ModelHealth
from adhoc_planner.judge import PATIENCE, Judge
from adhoc_planner.llm.ask import Asker, CallLog
from adhoc_planner.news import MOVED, News
from adhoc_planner.safe_rule import choose_subskill, choose_subtask, unexplored_rooms
from adhoc_planner.team import SILENCE, dependable, listening, recent_messages
from adhoc_planner.view import PlannerView, SkillOutcome
from teamwork.geometry import Point, Pose
from teamwork.memory import Teammate, TeamMemory
from teamwork.message import MessageKind, TeamMessage
from teamwork.robot_state import RobotState
from teamwork.scene import FLOOR, Detection, Misplaced, Predicate, Presence, Room, SceneGraph
from teamwork.subskill import SkillResult, SubSkill, SubSkillKind
from teamwork.subtask import Intent, IntentStatus, SubTask, SubTaskKind

EXPLORE = SubTask(SubTaskKind.EXPLORE, room="room_1")
REPLACE = SubTask(SubTaskKind.REPLACE, "Kitchen", "Mug_0", "CounterTop")
GO = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
PICK = SubSkill(SubSkillKind.PICKUP_OBJECT, "Mug_0")
PUT = SubSkill(SubSkillKind.PUT_OBJECT, "Mug_0", "CounterTop_0", "room_1")
FINE = SkillResult(True)


def view(**changes: object) -> PlannerView:
    """Return what a robot knows of the whole small world."""
    world = two_rooms()
    rooms = tuple(Room(r, world.outline(r), t) for r, t in world.rooms.items())
    objects = tuple(
        replace(
            o,
            room_type=world.rooms[o.room],
            misplaced=Misplaced.YES if o.pickupable else Misplaced.UNKNOWN,
        )
        for o in world.things.values()
    )
    state = RobotState(Pose(2.0, 0.5), "room_0")
    known = PlannerView("alpha", 10.0, 0.0, ARM, state, (), objects, rooms, (), ())
    return replace(known, **changes)  # type: ignore[arg-type]


def judge(*answers: str | Exception) -> tuple[Judge, ScriptedModel]:
    clock = Clock()
    model = ScriptedModel(clock, {"judge": list(answers)}, latency=0.0)
    asker = Asker(model, prompts().correction, CallLog("alpha", clock, lambda _: None))
    return Judge(asker, prompts()), model


def mug(name: str = "Mug_0", on: str = "Sofa", room: str = "LivingRoom") -> Detection:
    return Detection(
        name,
        "Mug",
        Point(1.0, 1.0, 0.5),
        room="room_0",
        room_type=room,
        receptacle=f"{on}_0" if on else "",
        receptacle_category=on,
        relation=Predicate.ON,
        pickupable=True,
    )


# --- judging ------------------------------------------------------------------------------------


def test_a_situation_is_judged_once_for_all_things_in_it() -> None:
    judging, model = judge()
    things = (mug("Mug_0"), mug("Mug_1"), mug("Mug_2", "CounterTop", "Kitchen"))
    due = judging.due(things, 0.0)
    assert [t.object_id for t in due] == ["Mug_0", "Mug_2"]
    asyncio.run(judging.judge(view(), due))
    assert [judging.apply(t).misplaced.name for t in things] == ["YES", "YES", "NO"]
    assert judging.apply(things[0]).reason
    assert judging.due(things, 1.0) == ()
    assert model.asked == ["judge"]
    target = judging.target("Mug")
    assert target is not None
    assert target.receptacle


def test_a_thing_in_an_unknown_place_waits_but_not_for_ever() -> None:
    judging, _ = judge()
    unknown = mug(on="", room="")
    floor = replace(mug(room=""), receptacle=FLOOR, receptacle_category=FLOOR)
    assert judging.due((unknown, floor), 0.0) == ()
    assert judging.due((unknown, floor), PATIENCE - 0.1) == ()
    assert len(judging.due((unknown, floor), PATIENCE)) == 2
    assert judging.due((replace(floor, room_type="Kitchen"),), 1.0) != ()


def test_only_things_that_can_be_carried_and_are_there_are_judged() -> None:
    judging, _ = judge()
    sofa = replace(mug(), pickupable=False, is_receptacle=True)
    assert judging.due((sofa, replace(mug(), status=Presence.GONE)), 99.0) == ()


def test_what_a_robot_put_down_on_purpose_is_in_place() -> None:
    judging, _ = judge()
    shelf = Detection("Shelf_0", "Shelf", Point(0.0, 0.0), room_type="Bedroom", is_receptacle=True)
    judging.settle(mug(), shelf)
    placed = mug(on="Shelf", room="Bedroom")
    assert judging.apply(placed).misplaced is Misplaced.NO
    assert judging.due((placed,), 0.0) == ()


def test_a_teammates_judgement_stands_until_there_is_an_own_one() -> None:
    judging, _ = judge()
    told = replace(mug(), misplaced=Misplaced.YES, reason="beta says so")
    assert judging.apply(told) == told


def test_judgements_of_other_things_than_asked_are_asked_again() -> None:
    other = "[result]\n1. <Fork_9> misplaced: no"
    judging, model = judge(other)
    asyncio.run(judging.judge(view(), (mug(),)))
    assert model.asked == ["judge", "judge"]


# --- news ---------------------------------------------------------------------------------------


def test_news_are_told_once_and_again_when_changed() -> None:
    news = News("alpha")
    found = replace(mug(), misplaced=Misplaced.YES, seen_by="alpha")
    assert news.fresh((found,)) == (found,)
    assert news.fresh((found,)) == ()
    nudged = replace(found, position=Point(1.0 + MOVED / 2, 1.0, 0.5))
    assert news.fresh((nudged,)) == ()
    moved = replace(found, position=Point(1.0 + MOVED * 2, 1.0, 0.5))
    assert news.fresh((moved,)) == (moved,)
    assert news.fresh((replace(moved, status=Presence.GONE),)) != ()


def test_what_a_teammate_saw_is_not_told_as_news() -> None:
    news = News("alpha")
    assert news.fresh((replace(mug(), misplaced=Misplaced.YES, seen_by="beta"),)) == ()
    assert news.fresh((replace(mug(), misplaced=Misplaced.NO, seen_by="alpha"),)) == ()


# --- assessment ---------------------------------------------------------------------------------


def errand(subtask: SubTask = REPLACE) -> Errand:
    return Errand(subtask, 1, mug())


def test_the_last_sub_skill_brings_the_sub_task_to_its_end() -> None:
    assert assess(errand(), GO, FINE).standing is Standing.GOES_ON
    assert assess(errand(), PICK, FINE).standing is Standing.GOES_ON
    assert assess(errand(), PUT, FINE).standing is Standing.DONE
    explore = SubSkill(SubSkillKind.EXPLORE, room_id="room_1")
    assert assess(errand(EXPLORE), explore, FINE).standing is Standing.DONE


@pytest.mark.parametrize("cause", ["no_arm", "too_heavy", "too_high", "too_low"])
def test_what_the_body_cannot_do_fails_at_once(cause: str) -> None:
    verdict = assess(errand(), PICK, failure(cause, "It is too much for me."))
    assert verdict.standing is Standing.FAILED
    assert "too much" in verdict.reason


def test_failures_are_counted_and_bounded() -> None:
    tried = errand()
    assert assess(tried, GO, failure("blocked")).standing is Standing.GOES_ON
    assert assess(tried, GO, failure("blocked")).standing is Standing.FAILED
    varied = errand()
    causes = ["blocked", "timeout", "unreachable", "navigation_aborted"]
    standings = [assess(varied, GO, failure(cause)).standing for cause in causes]
    assert standings[-1] is Standing.FAILED
    assert standings[:-1] == [Standing.GOES_ON] * 3


@pytest.mark.parametrize("cause", ["lost", "server_missing", "cancelled"])
def test_a_skill_server_that_dies_does_not_count(cause: str) -> None:
    tried = errand()
    for _ in range(10):
        assert assess(tried, GO, failure(cause)).standing is Standing.GOES_ON


def test_endless_success_ends() -> None:
    tried = errand(EXPLORE)
    going = SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_1")
    standings = [assess(tried, going, FINE).standing for _ in range(20)]
    assert Standing.FAILED in standings


def test_an_errand_that_has_lost_its_sense_ends() -> None:
    gone, held = (replace(mug(), status=s) for s in (Presence.GONE, Presence.HELD))
    assert lost_sense(errand(), gone, False, ()).standing is Standing.FAILED
    assert lost_sense(errand(), held, False, ()).standing is Standing.FAILED
    assert lost_sense(errand(), None, False, ()).standing is Standing.FAILED
    assert lost_sense(errand(), held, True, ()).standing is Standing.GOES_ON
    assert lost_sense(errand(), mug(), False, ()).standing is Standing.GOES_ON
    assert lost_sense(errand(EXPLORE), None, False, ("room_1",)).standing is Standing.DONE


def test_what_failed_is_left_alone_for_a_while_and_longer_each_time() -> None:
    given_up = GivenUp()
    given_up.add(REPLACE, False, mug().position, "too heavy", 10.0)
    there = view(known_objects=(mug(),))
    assert given_up.objection(there, REPLACE) is not None
    assert given_up.objection(replace(there, now=10.0 + FIRST_REST), REPLACE) is None
    given_up.add(REPLACE, False, mug().position, "too heavy", 100.0)
    later = replace(there, now=100.0 + FIRST_REST)
    assert given_up.objection(later, REPLACE) is not None
    moved = replace(mug(), position=Point(3.0, 3.0, 0.5))
    assert given_up.objection(replace(later, known_objects=(moved,)), REPLACE) is None


def test_what_cannot_be_put_in_one_place_may_be_put_in_another() -> None:
    given_up = GivenUp()
    given_up.add(REPLACE, True, None, "no space", 10.0)
    holding = view(state=RobotState(Pose(0.0, 0.0), "room_0", "Mug_0", "Mug"))
    assert given_up.objection(holding, REPLACE) is not None
    assert given_up.objection(holding, replace(REPLACE, receptacle="Shelf")) is None


# --- foresight ----------------------------------------------------------------------------------


def test_success_is_foreseen() -> None:
    now = view()
    at = assume(now, GO).state.pose
    assert math.hypot(at.x - 0.8, at.y - 2.0) < 0.1
    holding = assume(now, PICK)
    assert (holding.state.held_object, holding.state.held_category) == ("Mug_0", "Mug")
    placed = assume(holding, PUT)
    thing = next(o for o in placed.known_objects if o.object_id == "Mug_0")
    assert placed.state.held_object == ""
    assert (thing.receptacle, thing.misplaced) == ("CounterTop_0", Misplaced.NO)
    explored = assume(now, SubSkill(SubSkillKind.EXPLORE, room_id="room_1"))
    assert explored.state.explored_rooms == ("room_1",)
    ahead = assume(now, SubSkill(SubSkillKind.GO_TO_POINT, dx=1.0, dy=0.0))
    assert math.isclose(ahead.state.pose.x, 3.0)


def test_nothing_is_foreseen_of_unknown_names() -> None:
    now = view()
    for skill in (
        SubSkill(SubSkillKind.GO_TO_OBJECT, "Fork_9"),
        SubSkill(SubSkillKind.GO_TO_ROOM, room_id="room_9"),
        SubSkill(SubSkillKind.PICKUP_OBJECT, "Fork_9"),
        SubSkill(SubSkillKind.STOP),
    ):
        assert assume(now, skill) == now


# --- the safe rule ------------------------------------------------------------------------------


def nowhere(_category: str) -> tuple[str, str] | None:
    return None


def test_the_rule_explores_the_nearest_free_room_first() -> None:
    exploring = Intent(1, IntentStatus.ADOPTED, SubTask(SubTaskKind.EXPLORE, room="room_0"))
    mate = Teammate("beta", intents={1: exploring})
    assert [r.room_id for r in unexplored_rooms(view())] == ["room_0", "room_1", "room_2"]
    assert [r.room_id for r in unexplored_rooms(view(teammates=(mate,)))][-1] == "room_0"
    chosen = choose_subtask(view(teammates=(mate,)), nowhere, lambda _: None)
    assert chosen == EXPLORE


def test_the_rule_puts_away_what_is_held_before_all() -> None:
    holding = view(state=RobotState(Pose(0.0, 0.0), "room_0", "Mug_0", "Mug"))
    chosen = choose_subtask(holding, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert chosen == REPLACE
    anywhere = choose_subtask(holding, nowhere, lambda _: None)
    assert anywhere.receptacle in {"Sofa", "CounterTop", "Bed"}


def test_the_rule_stops_when_nothing_is_left() -> None:
    done = view(
        state=RobotState(Pose(0.0, 0.0), explored_rooms=("room_0", "room_1", "room_2")),
    )
    assert choose_subtask(done, nowhere, lambda _: None).kind is SubTaskKind.STOP
    known = choose_subtask(done, lambda _: ("CounterTop", "Kitchen"), lambda _: None)
    assert known == REPLACE


def test_the_standard_chain() -> None:
    now = view()
    assert choose_subskill(now, REPLACE) == GO
    there = replace(now, history=(SkillOutcome(GO, FINE),))
    assert choose_subskill(there, REPLACE) == PICK
    holding = assume(there, PICK)
    carry = SubSkill(SubSkillKind.GO_TO_OBJECT, "CounterTop_0")
    assert choose_subskill(holding, REPLACE) == carry
    at_counter = replace(holding, history=(SkillOutcome(carry, FINE),))
    assert choose_subskill(at_counter, REPLACE) == PUT
    blocked = replace(holding, history=(SkillOutcome(carry, failure("unreachable")),))
    assert choose_subskill(blocked, REPLACE).kind is SubSkillKind.EXPLORE


# --- hand and health ----------------------------------------------------------------------------


def hand_of(clock: Clock) -> tuple[Hand, Belief]:
    judging, _ = judge()
    belief = Belief("alpha", ARM, judging)
    belief.pose = Pose(0.0, 0.0)
    belief.graph = SceneGraph(clock(), objects=(mug(),))
    return Hand(belief), belief


def test_a_hand_that_loses_what_it_holds_is_noticed_after_a_grace() -> None:
    hand, belief = hand_of(Clock())
    hand.feel(False, 0.0)
    hand.took("Mug_0", 10.0)
    assert belief.object("Mug_0").status is Presence.HELD  # type: ignore[union-attr]
    assert not hand.has_dropped(10.5)
    hand.feel(True, 10.6)
    assert not hand.has_dropped(20.0)
    hand.feel(False, 20.0)
    assert not hand.has_dropped(20.5)
    assert hand.has_dropped(20.0 + GRACE)


def held_id(belief: Belief) -> str:
    return belief.held.object_id if belief.held else ""


def test_a_full_hand_is_explained_by_last_words_then_by_the_graph() -> None:
    hand, belief = hand_of(Clock())
    hand.feel(True, 0.0)
    assert hand.is_unexplained(0.0)
    recall = Recall()
    state = RobotState(Pose(0.0, 0.0), "", "Mug_0", "Mug", subtask=str(REPLACE))
    recall.add(TeamMessage("alpha", 1, 1, 5.0, MessageKind.STATE, state=state))
    older = replace(state, held_object="Fork_1")
    recall.add(TeamMessage("alpha", 1, 2, 4.0, MessageKind.STATE, state=older))
    hand.explain(recall)
    assert held_id(belief) == "Mug_0"
    assert recall.subtask() == REPLACE
    assert not hand.is_unexplained(1.0)
    belief.held = None
    belief.graph = SceneGraph(1.0, objects=(replace(mug("Mug_5"), status=Presence.HELD),))
    hand.explain(Recall())
    assert held_id(belief) == "Mug_5"


def test_a_hand_that_closed_just_before_a_restart_holds_what_was_to_be_fetched() -> None:
    hand, belief = hand_of(Clock())
    belief.graph = SceneGraph(1.0, objects=(replace(mug("Mug_5"), status=Presence.HELD),))
    recall = Recall()
    state = RobotState(Pose(0.0, 0.0), subtask=str(REPLACE))
    recall.add(TeamMessage("alpha", 1, 1, 5.0, MessageKind.STATE, state=state))
    hand.explain(recall)
    assert held_id(belief) == REPLACE.object_id
    belief.graph = SceneGraph(2.0)
    hand.explain(Recall())
    assert held_id(belief) == UNKNOWN.object_id
    assert belief.object(UNKNOWN.object_id) is not None


def test_pauses_grow_and_end_with_success() -> None:
    health = ModelHealth()
    assert health.failed("gone", 0.0)
    assert not health.failed("gone", 2.0)
    assert not health.may_ask(5.9)
    assert health.may_ask(6.0)
    for _ in range(20):
        health.failed("gone", 10.0)
    assert health.may_ask(10.0 + LONGEST_PAUSE)
    assert health.succeeded()
    assert not health.succeeded()
    assert health.may_ask(10.0)


# --- the team -----------------------------------------------------------------------------------


def test_a_silent_teammate_keeps_only_what_it_holds() -> None:
    memory = TeamMemory("alpha")
    intent = Intent(1, IntentStatus.ADOPTED, REPLACE, "Mug", Point(0.0, 0.0))
    memory.add(TeamMessage("beta", 1, 1, 10.0, MessageKind.INTENT, intent=intent))
    assert dependable(memory, 20.0)[0].open_intents() == [intent]
    late = 10.0 + SILENCE + 0.1
    assert dependable(memory, late)[0].open_intents() == []
    assert listening(memory, late) == ()
    state = RobotState(Pose(0.0, 0.0), "", "Mug_7", "Mug")
    memory.add(TeamMessage("beta", 1, 2, 10.0, MessageKind.STATE, state=state))
    assert dependable(memory, late)[0].open_intents() == [intent]


def test_states_that_repeat_themselves_are_left_out_of_the_dialogue() -> None:
    memory = TeamMemory("alpha")
    state = RobotState(Pose(0.0, 0.0), subtask="Stop")
    for sequence in range(1, 6):
        message = TeamMessage("beta", 1, sequence, float(sequence), MessageKind.STATE, state=state)
        memory.add(message)
    chat = TeamMessage("alpha", 1, 1, 2.5, MessageKind.CHAT, text="hello")
    told = recent_messages(memory, [chat])
    assert [m.stamp for m in told] == [1.0, 2.5]


def test_an_agent_asks_nothing_and_says_nothing_before_it_knows_where_it_is() -> None:
    clock = Clock()
    robot = Robot("alpha", two_rooms(), clock, ScriptedModel(clock))

    async def scene() -> None:
        robot.agent.tick()
        await asyncio.sleep(0)
        assert robot.sent == []
        assert robot.agent.status().doing == "waiting for odom"
        robot.agent.on_pose(robot.pose)
        await asyncio.sleep(0.01)
        assert [m.kind for m in robot.sent] == [MessageKind.JOIN]
        assert "scene graph" in robot.agent.status().doing
        await Rig(clock, robot).run(1.0)
        assert robot.skills() == ["Explore"]

    asyncio.run(scene())
