# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Monitors and the message handler tell events and change nothing of what a robot does."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from small_world import ARM, World, two_rooms

from adhoc_teamwork.adhoc_planner.agent.active_task import ActiveTask, GivenUp, Running
from adhoc_teamwork.adhoc_planner.agent.conferring import Conferring
from adhoc_teamwork.adhoc_planner.agent.events import (
    Event,
    HomeFound,
    MisplacedFound,
    Objection,
    PlaceFound,
    RestedLong,
    RivalAhead,
    RoomRuledOut,
    RoomsExplored,
    TaskFreed,
    TaskTakenUp,
    TeamChanged,
)
from adhoc_teamwork.adhoc_planner.agent.message_handler import MessageHandler
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.monitors import (
    SECOND_LOOK,
    FindMonitor,
    RestMonitor,
    TeamMonitor,
)
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief, Held
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.judge import Judge
from adhoc_teamwork.adhoc_planner.belief.prior_judge import PriorJudge
from adhoc_teamwork.adhoc_planner.belief.team import SILENCE, ClaimTimes
from adhoc_teamwork.adhoc_planner.belief.view import PlannerView
from adhoc_teamwork.adhoc_planner.decisions.dialogue import REFLECTION_WAIT, Proposals
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell
from adhoc_teamwork.adhoc_planner.notation.answers import Placement
from adhoc_teamwork.adhoc_planner.policies.common_sense import CommonSense
from adhoc_teamwork.adhoc_planner.prompt_context.intentions import taken_up
from adhoc_teamwork.adhoc_planner.task_config import TaskConfig
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Detection, Room, SceneGraph
from adhoc_teamwork.teamwork.team.goal import Goal, Place
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

MUG = Detection("Mug_0", "Mug", Point(1.0, 1.0), pickupable=True)
TIDY = SubTask(SubTaskKind.REPLACE, object_id="Mug_0", receptacle_type="CounterTop")
NO_GOAL = Goal()
MUG_TAKEN_UP = Intent(4, IntentStatus.ADOPTED, TIDY, "Mug", MUG.position)


@dataclass
class Nothing:
    """What a robot does that does nothing, unless a test says otherwise."""

    active_task: ActiveTask | None = None
    running: Running | None = None
    own_running: Running | None = None
    search: Running | None = None
    is_resting: bool = False
    last_success: int = 0


class Surroundings:
    """The parts that monitors and the message handler read, and what they told."""

    def __init__(self) -> None:
        self.now = 10.0
        self.doing = Nothing()
        self.events: list[Event] = []
        self.said: list[TeamMessage] = []
        self.memory = TeamMemory("alpha")
        self.belief = Belief("alpha", ARM, PriorJudge(CommonSense()))
        self.sender = MessageSender("alpha", 1, self.clock, self.said.append)
        self.proposals = Proposals("alpha", self.sender.intent, self.clock)
        self.claims = Claims(self.proposals.announce)
        self.claim_times = ClaimTimes()
        self.views = ViewBuilder(
            self.belief,
            self.memory,
            self.claim_times,
            self.doing,
            GivenUp(),
            self.sender.said,
            self.clock,
        )
        self.handler = MessageHandler(
            self.memory,
            self.proposals,
            self.belief,
            self.views,
            self.doing,
            self.claims,
            self.claim_times,
            self.sender,
            Conferring(
                "alpha",
                None,
                self.views,
                self.sender,
                self.clock,
                Bell(),
                print,
                self.events.append,
            ),
            self.clock,
            self.events.append,
        )
        self._heard = 0

    def clock(self) -> float:
        return self.now

    def hear(self, kind: MessageKind, **parts: object) -> None:
        self._heard += 1
        message = TeamMessage("beta", 1, self._heard, self.now, kind, **parts)  # type: ignore[arg-type]
        self.handler.hear(message)

    def watch(self, is_guarded: bool = True) -> TeamMonitor:
        return TeamMonitor(
            self.memory, self.views, self.doing, self.claims, self.events.append, is_guarded
        )

    def take_up_mug(self) -> None:
        intent_id = self.claims.propose(TIDY, MUG, "")
        self.claims.move_to(intent_id, IntentStatus.ADOPTED, "")
        self.doing.active_task = ActiveTask(TIDY, intent_id, MUG)

    def hear_mug_taken_up(self) -> None:
        self.hear(MessageKind.INTENT, intent=MUG_TAKEN_UP)


@pytest.mark.parametrize("status", [IntentStatus.FAILED, IntentStatus.ABANDONED])
def test_a_task_that_a_teammate_gives_up_is_told(status: IntentStatus) -> None:
    around = Surroundings()
    around.hear(MessageKind.INTENT, intent=Intent(1, status, TIDY))
    assert around.events == [TaskFreed(moves_object=True)]


def test_an_objection_is_remembered_and_told() -> None:
    around = Surroundings()
    one, other = (around.claims.propose(TIDY, MUG, "") for _ in range(2))
    around.hear(MessageKind.REFLECTION, reflection=Reflection("alpha", one, True, (), "no"))
    around.hear(MessageKind.REFLECTION, reflection=Reflection("alpha", one, False, (), "well"))
    around.hear(MessageKind.REFLECTION, reflection=Reflection("alpha", one, True, (), "I begin"))
    around.hear(MessageKind.REFLECTION, reflection=Reflection("alpha", other, False, (), "fine"))
    assert around.events == [Objection(one), Objection(one)]
    assert [(o.teammate, o.reason) for o in around.proposals.against(one)] == [("beta", "I begin")]
    assert around.proposals.against(other) == ()
    assert around.proposals.is_heard(other, frozenset({"beta"}))


def test_answers_are_waited_for_a_bounded_time_and_from_nobody_who_is_gone() -> None:
    around = Surroundings()
    proposed = around.claims.propose(TIDY, MUG, "")
    everyone = frozenset({"beta", "gamma"})
    around.hear(MessageKind.REFLECTION, reflection=Reflection("alpha", proposed, False))
    assert not around.proposals.is_heard(proposed, everyone)
    around.now += REFLECTION_WAIT - 0.1
    assert not around.proposals.is_heard(proposed, everyone)
    around.now += 0.1
    assert around.proposals.is_heard(proposed, everyone)
    second = around.claims.propose(TIDY, MUG, "")
    assert not around.proposals.is_heard(second, frozenset({"gamma"}))
    assert around.proposals.is_heard(second, frozenset())


def test_an_answer_to_what_was_never_proposed_is_not_kept() -> None:
    around = Surroundings()
    around.hear(MessageKind.REFLECTION, reflection=Reflection("alpha", 77, True, (), "no"))
    assert around.events == [Objection(77)]
    assert around.proposals.against(77) == ()


def test_who_took_up_the_same_object_before_is_ahead() -> None:
    around = Surroundings()
    around.hear_mug_taken_up()
    assert around.events == [TaskTakenUp(MUG_TAKEN_UP)]
    around.now = 11.0
    around.take_up_mug()
    around.watch().look(around.now)
    assert around.events[1:] == [RivalAhead("beta took it up before I did.")]
    assert around.doing.active_task is not None


@pytest.mark.parametrize("why", ["later", "held", "unguarded"])
def test_who_came_later_or_stands_before_a_full_hand_is_not_ahead(why: str) -> None:
    around = Surroundings()
    if why == "later":
        around.take_up_mug()
        around.now = 11.0
    around.hear_mug_taken_up()
    if why != "later":
        around.now = 11.0
        around.take_up_mug()
    if why == "held":
        around.belief.held = (Held("Mug_0", "Mug"),)
    around.watch(is_guarded=why != "unguarded").look(around.now)
    assert around.events == [TaskTakenUp(MUG_TAKEN_UP)]


def test_rooms_that_a_teammate_has_newly_explored_are_told_once() -> None:
    around = Surroundings()
    for rooms in (("room_0",), ("room_0",), ("room_0", "room_1", "room_2")):
        around.hear(MessageKind.STATE, state=RobotState(Pose(1.0, 1.0), explored_rooms=rooms))
    assert around.events == [
        RoomsExplored(frozenset({"room_0"})),
        RoomsExplored(frozenset({"room_1", "room_2"})),
    ]


def graph_of(world: World) -> SceneGraph:
    rooms = tuple(Room(room, world.outline(room)) for room in world.rooms)
    things = (replace(t, room_type=world.rooms[t.room]) for t in world.things.values())
    return SceneGraph(10.0, rooms, tuple(things))


@dataclass
class Bin:
    """Hold that everything belongs into a bin."""

    async def judge(self, view: PlannerView, items: Sequence[Detection]) -> Sequence[Placement]:
        del view
        return [Placement(i.object_id, True, "GarbageCan", "Kitchen", "waste") for i in items]


def judged_finds(
    world: World, held: tuple[Held, ...] = (), goal: Goal = NO_GOAL
) -> tuple[Surroundings, FindMonitor]:
    """Return surroundings in which all of a world was judged, and who looks at it."""
    around, judge = Surroundings(), Judge(Bin())
    around.belief = Belief("alpha", ARM, judge)
    around.belief.held = held
    around.views = ViewBuilder(
        around.belief,
        around.memory,
        around.claim_times,
        around.doing,
        GivenUp(),
        around.sender.said,
        around.clock,
    )
    finds = FindMonitor(
        around.belief,
        around.views,
        around.doing,
        around.sender,
        TaskConfig(goal=goal),
        judge,
        around.events.append,
    )
    around.belief.graph = graph_of(world)
    asyncio.run(judge.judge(around.views.view(), judge.due(around.belief.objects(), 10.0)))
    return around, finds


@pytest.mark.parametrize(("category", "told"), [("GarbageCan", [HomeFound()]), ("Chair", [])])
def test_who_finds_where_something_belongs_tells_it(category: str, told: list[Event]) -> None:
    world = two_rooms()
    around, finds = judged_finds(world)
    finds.look(10.0)
    assert around.events == [MisplacedFound()]
    world.furnish("New_0", category, "room_1")
    around.belief.graph = graph_of(world)
    finds.look(11.0)
    finds.look(12.0)
    assert around.events[1:] == told


def test_what_is_found_while_the_hand_is_full_is_told() -> None:
    """The hand is free soon: an exploration that was decided on before has to give way then."""
    around, finds = judged_finds(two_rooms(), (Held("Plate_0", "Plate"),))
    finds.look(10.0)
    assert around.events == [MisplacedFound()]


def test_a_place_of_the_goal_is_told_to_who_holds_something() -> None:
    goal = Goal(objects={"Mug": 1}, place=Place("Bed"))
    for held, told in (((), []), ((Held("Plate_0", "Plate"),), [PlaceFound()])):
        world = two_rooms()
        around, finds = judged_finds(world, held, goal)
        finds.look(10.0)
        around.events.clear()
        world.furnish("Bed_7", "Bed", "room_1")
        around.belief.graph = graph_of(world)
        finds.look(11.0)
        finds.look(12.0)
        assert around.events == told


def test_silence_is_told_once() -> None:
    around = Surroundings()
    around.hear(MessageKind.CHAT, text="hello")
    monitor = around.watch()
    around.now += SILENCE + 0.1
    monitor.look(around.now)
    monitor.look(around.now + 1.0)
    assert around.events == [TeamChanged()]


def test_a_long_rest_is_told_again_and_again_and_work_ends_it() -> None:
    doing, events = Nothing(), list[Event]()
    monitor = RestMonitor(doing, events.append)
    monitor.look(0.0)
    doing.is_resting = True
    for now in range(1, int(2.5 * SECOND_LOOK)):
        monitor.look(float(now))
    assert events == [RestedLong(), RestedLong()]
    doing.is_resting = False
    monitor.look(3.0 * SECOND_LOOK)
    assert len(events) == 2


def test_the_view_without_words_lacks_messages_and_who_has_gone_alone() -> None:
    around = Surroundings()
    around.belief.pose = Pose(2.0, 2.0)
    around.belief.graph = SceneGraph(10.0, (), (MUG,))
    around.hear(MessageKind.STATE, state=RobotState(Pose(0.0, 0.0)))
    around.hear_mug_taken_up()
    whole, without = around.views.view(), around.views.without_words()
    assert len(whole.messages) == 2
    assert without == replace(whole, messages=())
    assert taken_up(without, "mug") == taken_up(whole)
    assert taken_up(without, "Apple") == ()
    around.hear(MessageKind.LEAVE)
    whole, without = around.views.view(), around.views.without_words()
    assert [teammate.name for teammate in whole.departed] == ["beta"]
    assert without == replace(whole, messages=(), departed=())


def test_a_searched_room_that_turns_out_to_be_another_or_to_be_seen_is_told_once() -> None:
    around, finds = judged_finds(two_rooms())
    around.take_up_mug()
    assert around.doing.active_task is not None
    home = TIDY.having(room_type="Kitchen")
    around.doing.active_task = ActiveTask(home, around.doing.active_task.intent_id, MUG)

    def look(goal: int, room_type: str, seen: float = 0.0) -> int:
        looking = SubSkill(SubSkillKind.EXPLORE, room_id="room_9")
        around.doing.search = Running(goal, looking, False, 10.0)
        graph = around.belief.graph
        assert graph is not None
        outline = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))
        room = Room("room_9", outline, room_type, explored=seen)
        around.belief.graph = replace(graph, rooms=(*two_rooms_of(graph), room))
        around.events.clear()
        finds.look(around.now)
        return around.events.count(RoomRuledOut())

    assert [look(1, kind) for kind in ("", "kitchen", "Bathroom", "Bathroom")] == [0, 0, 1, 0]
    assert [look(2, "Bathroom") for _ in range(2)] == [1, 0], "it was not known when decided on"
    assert [look(3, kind) for kind in ("", "")] == [0, 0]
    assert [look(4, "Kitchen", seen) for seen in (0.2, 0.8, 0.95, 0.97)] == [0, 0, 1, 0]
    assert look(5, "Kitchen", 0.95) == 1
    around.belief.note_explored(("room_0", "room_1", "room_2"))
    assert look(6, "Bathroom") == 0, "who can look nowhere else has a reason"
    around.doing.search = None
    finds.look(around.now)
    assert RoomRuledOut() not in around.events


def two_rooms_of(graph: SceneGraph) -> tuple[Room, ...]:
    return tuple(room for room in graph.rooms if room.room_id != "room_9")
