# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole agents in a small world: a robot tidies, alone and with others, and is never idle."""

import asyncio
import itertools
from dataclasses import replace

import pytest
from agent_rig import Rig, Robot, failure, settle
from scripted_model import Clock, ScriptedModel
from small_world import ARM, EYES, World, two_rooms

from adhoc_teamwork.adhoc_planner.agent.laying_down import MOST_PLACES
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import FLOOR, Presence
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SkillResult, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus


def alone(
    world: World, script: dict[str, list[str | Exception]] | None = None, latency: float = 2.0
) -> tuple[Rig, Robot]:
    clock = Clock()
    robot = Robot("alpha", world, clock, ScriptedModel(clock, script, latency))
    return Rig(clock, robot), robot


def is_tidy(world: World) -> bool:
    return world.things["Mug_0"].receptacle == "CounterTop_0"


def test_a_robot_tidies_and_then_rests_alert() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    assert asyncio.run(rig.run(120.0, lambda: "resting" in robot.agent.status().doing))
    assert is_tidy(world)
    assert set(robot.explored) == {"room_0", "room_1", "room_2"}
    assert [s for s in robot.skills() if "Mug_0" in s or "CounterTop" in s] == [
        "GoToObject <Mug_0>",
        "PickupObject <Mug_0>",
        "GoToObject <CounterTop_0>",
        "PutObject <Mug_0> <CounterTop_0> <room_1>",
    ]
    replaced = "Re-place <Mug_0> <CounterTop> <Kitchen>"
    statuses = [
        m.intent.status
        for m in robot.said(MessageKind.INTENT)
        if m.intent and str(m.intent.subtask) == replaced
    ]
    assert statuses == [IntentStatus.PROPOSED, IntentStatus.ADOPTED, IntentStatus.DONE]
    assert robot.sent[0].kind is MessageKind.JOIN
    assert robot.sent[0].capability == ARM


def test_the_model_never_stops_a_robot_that_has_something_to_do() -> None:
    world = two_rooms()
    rig, robot = alone(world, latency=2.0)

    async def scene() -> float:
        assert await rig.run(120.0, lambda: is_tidy(world))
        return robot.idle_time

    idle = asyncio.run(scene())
    first = robot.started[0][0]
    assert first <= 100.2, "it explores before the first answer has come"
    assert idle < 1.5, f"{idle:.1f} s without a sub-skill"


def test_the_next_step_is_asked_while_the_present_one_runs() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    asyncio.run(rig.run(120.0, lambda: is_tidy(world)))
    starts = {str(s): t for t, s in robot.started}
    begun = starts["GoToObject <Mug_0>"]
    assert starts["PickupObject <Mug_0>"] - begun < 6.0 + 0.5
    assert starts["GoToObject <CounterTop_0>"] - begun < 12.0 + 1.0


STAYS = "[result]\n1. Explore <room_1>"
MOVES = "[result]\n1. Re-place <Mug_0> <CounterTop> <Kitchen>"


@pytest.mark.parametrize("gives_way", [True, False])
def test_an_errand_decided_ahead_is_weighed_once_its_place_is_known(gives_way: bool) -> None:
    """The model stayed when the mug was found, and says then that the mug is what comes next."""
    world = two_rooms()
    # Next, at the find, ahead, weighed, and ahead again.
    answers = [STAYS, STAYS, MOVES, MOVES if gives_way else STAYS, MOVES]
    script: dict[str, list[str | Exception]] = {"generate": [*answers], "rank": [*answers]}
    # It is judged to belong elsewhere: that the counter is found is no reason to think again.
    script["judge"] = ["[result]\n1. <Mug_0> misplaced: yes; receptacle: Bed; room: Bedroom"]
    rig, robot = alone(world, script, latency=0.5)
    robot.skill_time = lambda _: 60.0

    async def scene() -> tuple[int, int, str]:
        robot.see_room("room_0")
        await rig.run(20.0)
        before = robot.model.asked.count("generate")
        robot.see_room("room_1")
        robot.explored.discard("room_1")
        await rig.run(5.0)
        doing = robot.agent.status().doing
        await rig.run(10.0)
        return before, robot.model.asked.count("generate"), doing

    before, after, doing = asyncio.run(scene())
    assert (before, after) == (3, 4 if gives_way else 5)
    assert doing.startswith("Re-place" if gives_way else "Explore <room_1>")


def test_where_no_way_leads_is_not_tried_twice_while_the_model_thinks() -> None:
    """It heads for the mug before the model has said how the errand begins."""
    world = two_rooms()
    rig, robot = alone(world)
    going = SubSkill(SubSkillKind.GO_TO_OBJECT, "Mug_0")
    robot.skill_time = lambda subskill: 1.0 if subskill == going else 6.0
    robot.fail = lambda s: failure(Cause.UNREACHABLE) if s == going else None
    asyncio.run(rig.run(60.0, lambda: bool(robot.intents(IntentStatus.FAILED))))
    assert robot.skills().count(str(going)) == 1
    (why,) = [m.intent.reason for m in robot.said(MessageKind.INTENT) if m.intent
              and m.intent.status is IntentStatus.FAILED]  # fmt: skip
    assert "unreachable" in why


def test_states_are_said_on_change_and_every_five_seconds() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    asyncio.run(rig.run(60.0))
    stamps = [m.stamp for m in robot.sent if m.state is not None]
    assert max(b - a for a, b in itertools.pairwise(stamps)) <= 5.3
    told = {m.state.subskill for m in robot.said(MessageKind.STATE) if m.state}
    assert {str(s) for _, s in robot.started[:-1]} <= told


def test_key_detections_are_told_once_and_again_when_changed() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    asyncio.run(rig.run(120.0, lambda: "resting" in robot.agent.status().doing))
    told = [d for m in robot.said(MessageKind.DETECTION) for d in m.detections]
    counter = [d for d in told if d.object_id == "CounterTop_0"]
    mug = [(d.status, d.misplaced.name) for d in told if d.object_id == "Mug_0"]
    assert len(counter) == 1
    assert mug[0] == (Presence.PRESENT, "YES")
    assert mug[1][0] is Presence.HELD
    assert mug[-1] == (Presence.PRESENT, "NO")
    assert len(mug) == 3


def test_a_robot_that_rests_wakes_for_a_new_find() -> None:
    world = two_rooms()
    del world.things["Mug_0"]
    rig, robot = alone(world)

    async def scene() -> None:
        assert await rig.run(120.0, lambda: "resting" in robot.agent.status().doing)
        bed = world.things["Bed_0"].position
        world.put("Mug_0", "Mug", "Bed_0", (bed.x, bed.y, 0.55))
        robot.see_room("room_2")
        assert await rig.run(90.0, lambda: is_tidy(world))

    asyncio.run(scene())


def test_a_robot_without_an_arm_explores_and_tells() -> None:
    world = two_rooms()
    clock = Clock()
    robot = Robot("beta", world, clock, ScriptedModel(clock), EYES)
    rig = Rig(clock, robot)
    assert asyncio.run(rig.run(120.0, lambda: "resting" in robot.agent.status().doing))
    assert not any("Re-place" in s for s in robot.intents())
    told = [d for m in robot.said(MessageKind.DETECTION) for d in m.detections]
    assert any(d.object_id == "Mug_0" and d.misplaced.name == "YES" for d in told)


def test_a_step_that_fails_is_thought_over_and_bounded() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    tries: list[str] = []

    def fail(subskill: SubSkill) -> SkillResult | None:
        if subskill.kind is not SubSkillKind.PICKUP_OBJECT:
            return None
        tries.append(str(subskill))
        return failure(Cause.GRASP_FAILED, "The hand closed and holds nothing.")

    robot.fail = fail
    asyncio.run(rig.run(160.0))
    assert 2 <= len(tries) <= 4
    failed = robot.intents(IntentStatus.FAILED)
    assert "Re-place <Mug_0> <CounterTop> <Kitchen>" in failed
    assert world.things["Mug_0"].status is Presence.PRESENT


def test_what_can_be_put_nowhere_is_laid_down_and_the_next_thing_is_seen_to() -> None:
    """A mug that fits on nothing is on the floor in the end, and left there; a cup is tidied."""
    world = two_rooms()
    bed = world.things["Bed_0"].position
    world.put("Cup_0", "Cup", "Bed_0", (bed.x, bed.y, 0.55))
    rig, robot = alone(world)

    def fail(subskill: SubSkill) -> SkillResult | None:
        there = world.things.get(subskill.object_id)
        if robot.held == "Mug_0" and there is not None and there.is_receptacle:
            return failure(Cause.NO_BASE_POSE, "From no place can the arm do it.")
        return None

    robot.fail = fail
    assert asyncio.run(rig.run(400.0, lambda: world.things["Cup_0"].receptacle == "CounterTop_0"))
    assert world.things["Mug_0"].receptacle == FLOOR
    assert sum(s == "PickupObject <Mug_0>" for s in robot.skills()) == 1
    ended = [m for m in robot.said(MessageKind.INTENT) if "failed Re-place <Mug_0>" in m.text]
    assert ended
    assert all("From no place can the arm do it" in m.text for m in ended)
    assert {m.intent.cause for m in ended if m.intent} == {Cause.NO_BASE_POSE}


def test_what_a_few_places_do_not_take_is_laid_down_before_more_are_tried() -> None:
    world = two_rooms()
    for category in ("DiningTable", "Sink", "CoffeeTable", "Desk", "Dresser"):
        room = "room_1" if category in ("DiningTable", "Sink") else "room_0"
        world.furnish(f"{category}_0", category, room)
    rig, robot = alone(world)
    tried: list[str] = []

    def fail(subskill: SubSkill) -> SkillResult | None:
        there = world.things.get(subskill.object_id)
        if robot.held == "Mug_0" and there is not None and there.is_receptacle:
            tried.append(subskill.object_id)
            return failure(Cause.NO_BASE_POSE, "From no place can the arm do it.")
        return None

    robot.fail = fail
    assert asyncio.run(rig.run(400.0, lambda: world.things["Mug_0"].receptacle == FLOOR))
    assert len(set(tried)) == MOST_PLACES


def test_what_the_body_cannot_do_is_left_at_once() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    tries: list[str] = []

    def fail(subskill: SubSkill) -> SkillResult | None:
        if subskill.kind is not SubSkillKind.PICKUP_OBJECT:
            return None
        tries.append(str(subskill))
        return failure(Cause.TOO_HEAVY, "It is heavier than I can lift.")

    robot.fail = fail
    asyncio.run(rig.run(100.0))
    assert len(tries) == 1
    ended = [m.intent for m in robot.sent if m.intent is not None and m.intent.cause]
    assert [(i.status, i.cause, str(i.subtask)) for i in ended] == [
        (IntentStatus.FAILED, Cause.TOO_HEAVY, "Re-place <Mug_0> <CounterTop> <Kitchen>")
    ]
    assert "heavier" in ended[0].reason


def test_an_answer_that_the_world_has_overtaken_is_not_used() -> None:
    world = two_rooms()
    rig, robot = alone(world)

    async def scene() -> None:
        going = lambda: "GoToObject <Mug_0>" in robot.skills()  # noqa: E731
        assert await rig.run(90.0, going)
        world.things["Mug_0"] = replace(world.things["Mug_0"], status=Presence.GONE)
        robot.known["Mug_0"] = replace(robot.known["Mug_0"], status=Presence.GONE, seen=999.0)
        await rig.run(20.0)

    asyncio.run(scene())
    assert "PickupObject <Mug_0>" not in robot.skills()
    assert any("Re-place" in s for s in robot.intents(IntentStatus.FAILED))


def test_a_new_receptacle_is_a_reason_to_think_again_while_searching() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    robot.see_room("room_0")
    robot.see_room("room_1")

    async def scene() -> None:
        robot.skill_time = lambda s: 60.0 if s.kind is SubSkillKind.EXPLORE else 4.0
        assert await rig.run(60.0, lambda: robot.held == "Mug_0")
        counter = robot.known.pop("CounterTop_0")
        robot.model.script["subskill"] = ["[subskill] Explore <room_2>"]
        assert await rig.run(20.0, lambda: robot.started[-1][1].kind is SubSkillKind.EXPLORE)
        robot.known["CounterTop_0"] = counter
        assert await rig.run(10.0, lambda: "CounterTop_0" in robot.skills()[-1])

    asyncio.run(scene())


@pytest.mark.parametrize("news", ["its type", "a teammate"])
def test_a_search_is_thought_over_as_the_room_turns_out_to_have_no_such_place(news: str) -> None:
    world = two_rooms()
    rig, robot = alone(world)
    robot.see_room("room_0")
    robot.see_room("room_1")

    def tell() -> None:
        if news == "its type":
            robot.explored.add("room_2")
            return
        state = RobotState(Pose(9.0, 1.0), explored_rooms=("room_2",))
        robot.hear(TeamMessage("beta", 1, 1, rig.clock.now, MessageKind.STATE, state=state))

    async def scene() -> None:
        robot.skill_time = lambda s: 60.0 if s.kind is SubSkillKind.EXPLORE else 4.0
        assert await rig.run(60.0, lambda: robot.held == "Mug_0")
        del robot.known["CounterTop_0"]
        robot.model.script["subskill"] = ["[subskill] Explore <room_2>"]
        searching = SubSkill(SubSkillKind.EXPLORE, room_id="room_2")
        assert await rig.run(20.0, lambda: robot.started[-1][1] == searching)
        assert not await rig.run(10.0, lambda: bool(robot.intents(IntentStatus.FAILED)))
        robot.model.script["subskill"] = ["[subskill] Stop"]
        tell()
        assert await rig.run(8.0, lambda: bool(robot.intents(IntentStatus.FAILED)))

    asyncio.run(scene())
    assert robot.intents(IntentStatus.FAILED) == ["Re-place <Mug_0> <CounterTop> <Kitchen>"]


def test_leaving_says_goodbye_and_ends_the_sub_skill() -> None:
    world = two_rooms()
    rig, robot = alone(world)

    async def scene() -> None:
        await rig.run(3.0)
        robot.agent.leave("its planner ends")
        await settle()
        said = len(robot.sent)
        await rig.run(20.0)
        assert len(robot.sent) == said

    asyncio.run(scene())
    assert robot.sent[-1].kind is MessageKind.LEAVE
    assert robot._running is None


def test_a_question_that_ends_late_says_nothing_after_the_goodbye() -> None:
    world = two_rooms()
    rig, robot = alone(world)

    async def scene() -> None:
        assert await rig.run(30.0, lambda: bool(robot.intents(IntentStatus.PROPOSED)))
        assert not robot.intents(IntentStatus.ADOPTED)
        robot.agent.leave("its battery is empty")
        await settle()
        await rig.run(5.0)

    asyncio.run(scene())
    assert robot.sent[-1].kind is MessageKind.LEAVE


def test_a_clock_that_is_set_back_stops_nothing() -> None:
    world = two_rooms()
    rig, robot = alone(world)

    async def scene() -> None:
        await rig.run(15.0)
        rig.clock.now = 5.0
        robot._running = None if robot._running is None else (*robot._running[:2], 6.0)
        assert await rig.run(150.0, lambda: is_tidy(world))

    asyncio.run(scene())
    stamps = [m.stamp for m in robot.sent if m.state is not None and m.stamp < 100.0]
    assert max(b - a for a, b in itertools.pairwise(stamps)) <= 5.3


@pytest.mark.parametrize(("fall", "is_anew"), [(0.7, True), (0.4, False)])
def test_what_hangs_on_a_clock_that_was_set_back_is_forgotten(fall: float, is_anew: bool) -> None:
    rig, robot = alone(two_rooms())

    async def scene() -> None:
        await rig.run(15.0)
        rig.clock.now -= fall
        robot.agent.tick()
        await settle()

    asyncio.run(scene())
    assert (robot.agent._belief.joined_at == rig.clock.now) is is_anew


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


def test_a_way_that_cannot_be_driven_is_not_begun_again_while_the_model_thinks() -> None:
    rig, robot = alone(two_rooms(), latency=3.0)
    refused = failure(Cause.UNREACHABLE, "No free floor is known within 0.80 m of Mug_0.")
    going = "GoToObject <Mug_0>"
    robot.fail = lambda subskill: refused if str(subskill) == going else None
    robot.skill_time = lambda subskill: 0.1 if str(subskill) == going else 6.0
    asyncio.run(rig.run(60.0))
    tries = [at for at, subskill in robot.started if str(subskill) == going]
    failed = [m.stamp for m in robot.said(MessageKind.INTENT) if m.intent
              and m.intent.status is IntentStatus.FAILED]  # fmt: skip
    assert tries
    assert failed
    assert len([at for at in tries if at <= failed[0]]) <= 2
    # Left alone for a minute after that.
    assert len(tries) <= 3


def test_what_a_person_holds_up_is_tried_again_and_no_model_is_asked_meanwhile() -> None:
    world = two_rooms()
    rig, robot = alone(world)
    pressed, released = 125.0, 165.0
    held_up = failure(Cause.EMERGENCY_STOP, "The emergency stop is pressed.")
    robot.fail = lambda _: held_up if pressed <= robot.clock() < released else None
    robot.skill_time = lambda _: 0.2 if pressed <= robot.clock() < released else 6.0
    assert asyncio.run(rig.run(140.0, lambda: is_tidy(world)))
    while_pressed = [c for c in robot.calls if pressed + 3.0 <= c.stamp < released]
    assert not [c for c in while_pressed if c.stage == "subskill"]
    assert len([1 for at, _ in robot.started if pressed <= at < released]) > 5
    ends = [m.intent.status for m in robot.said(MessageKind.INTENT) if m.intent]
    assert IntentStatus.FAILED not in ends
    asked = "".join(message.content for call in robot.calls for message in call.prompt)
    assert "emergency stop" not in asked.casefold()
