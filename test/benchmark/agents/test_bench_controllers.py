# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every robot of an episode must keep to, whoever decides for it."""

from collections import Counter
from dataclasses import replace

import pytest
from bench_episodes import ACTED, DrawnSet, Solo

from adhoc_teamwork.benchmark.agents.llm_session import LlmSession
from adhoc_teamwork.benchmark.agents.make_controller import make_controller
from adhoc_teamwork.benchmark.tasks.task import BenchRobot
from adhoc_teamwork.simulation.lattice.actions import ActionKind
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subtask import Intent, IntentStatus, SubTask, SubTaskKind

HANDLING = {ActionKind.PICK_UP, ActionKind.PUT_DOWN, ActionKind.DROP}


@pytest.fixture(params=ACTED)
def policy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def strong(robot: BenchRobot, **changes: object) -> BenchRobot:
    return replace(robot, can_manipulate=True, payload=20.0, battery=400, **changes)


def solo(drawn: DrawnSet, policy: str, **changes: object) -> Solo:
    task = drawn.task(2, 1)
    return Solo(drawn, task, strong(task.adhoc, **changes), policy)


def test_the_same_robot_acts_the_same_twice(drawn: DrawnSet, policy: str):
    one, two = solo(drawn, policy), solo(drawn, policy)
    assert one.run(60).pose("adhoc") == two.run(60).pose("adhoc")
    assert one.actions == two.actions
    assert one.said == two.said


def test_without_an_arm_nothing_is_handled(drawn: DrawnSet, policy: str):
    task = drawn.task(2, 1)
    robot = replace(strong(task.adhoc), can_manipulate=False)
    acting = Solo(drawn, task, robot, policy)
    acting.run(120)
    assert not any(a and a.kind in HANDLING for a in acting.actions)


def test_battery_is_never_overdrawn(drawn: DrawnSet, policy: str):
    acting = solo(drawn, policy)
    acting.robot = replace(acting.robot, battery=25)
    assert acting.run(100).robot("adhoc").steps <= 25


def test_what_is_told_of_the_battery_is_what_is_left(drawn: DrawnSet):
    acting = solo(drawn, "heuristic")
    world = acting.run(40)
    told = [m for m in acting.said if m.state is not None]
    acted = [action is not None for action in acting.actions]
    for message in told:
        spent = sum(acted[: round(message.stamp) - 1])
        assert message.state.battery == acting.robot.battery - spent
    assert world.robot("adhoc").steps == sum(acted) > 0


def test_a_robot_that_waits_keeps_its_battery(drawn: DrawnSet):
    acting = solo(drawn, "heuristic")
    plan = drawn.plan(acting.task)
    world, minds = StepWorld(plan.house, acting.task.misplaced), LlmSession("offline")
    try:
        robot = make_controller("heuristic", acting.robot, acting.task, plan, acting.said.append,
            minds)  # fmt: skip
        world.join("adhoc", acting.robot)
        robot.join(world.observe("adhoc"))
        for _ in range(30):
            robot.act(world.observe("adhoc"))
            world.step({})
    finally:
        minds.close()
    told = [m.state.battery for m in acting.said if m.state is not None]
    assert len(told) > 3
    assert set(told) == {float(acting.robot.battery)}


def test_what_is_said_is_numbered_and_stamped(drawn: DrawnSet, policy: str):
    acting = solo(drawn, policy)
    acting.run(40)
    assert [m.sequence for m in acting.said] == list(range(1, len(acting.said) + 1))
    stamps = [m.stamp for m in acting.said]
    assert stamps == sorted(stamps)
    assert all(m.sender == "adhoc" for m in acting.said)


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["heuristic", "irot"])
def test_a_planning_robot_alone_tidies_and_tells_the_team(drawn: DrawnSet, policy: str):
    task = drawn.sure_task()
    acting = Solo(drawn, task, replace(strong(task.adhoc), battery=500), policy)
    world = acting.run(500)
    kinds = Counter(m.kind for m in acting.said)
    assert world.tidied
    assert world.robot("adhoc").puts > 0
    assert kinds[MessageKind.JOIN] == kinds[MessageKind.LEAVE] == 1
    assert kinds[MessageKind.INTENT] >= 2
    assert kinds[MessageKind.DETECTION] >= 1


@pytest.mark.parametrize("policy", ["heuristic", "irot"])
def test_a_proposal_is_answered(drawn: DrawnSet, policy: str):
    acting = solo(drawn, policy)
    subtask = SubTask(SubTaskKind.EXPLORE, room_id="room_0")
    state = RobotState(acting.robot.start, battery=100.0)

    def propose(controller, step: int) -> None:
        if step == 5:
            intent = Intent(1, IntentStatus.PROPOSED, subtask)
            controller.hear(
                TeamMessage("mate", 1, 1, 6.0, MessageKind.INTENT, state=state, intent=intent)
            )

    acting.run(8, propose)
    answers = [m for m in acting.said if m.kind is MessageKind.REFLECTION]
    assert [a.recipient for a in answers] == ["mate"]
    assert answers[0].reflection is not None
    assert answers[0].reflection.intent_id == 1


def test_random_draws_every_action_it_may(drawn: DrawnSet):
    drawn_kinds: set[ActionKind | None] = set()
    task = drawn.task(2, 1)
    for number in range(4):
        robot = replace(strong(task.adhoc), name=f"robot_{number}")
        acting = Solo(drawn, task, robot, "random")
        acting.run(40)
        drawn_kinds |= {a.kind if a else None for a in acting.actions}
        assert not acting.said
    # Doors and states are no part of the paper's action space.
    beyond = {ActionKind.OPEN, ActionKind.CLOSE, ActionKind.SET}
    assert drawn_kinds == {*ActionKind, None} - {ActionKind.STOP, *beyond}
