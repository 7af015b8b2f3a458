# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A team in the small world whose planners keep journals; answers come late, wrong or never."""

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from agent_rig import STEP, Robot
from scripted_model import PROMPTS, Clock, ScriptedModel, chat
from small_world import ARM, two_rooms

from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.journal.agent_record import AgentRecord, record_of
from adhoc_teamwork.adhoc_planner.journal.coding import Turn
from adhoc_teamwork.adhoc_planner.journal.inputs import (
    Answer,
    AskedModel,
    GoalResult,
    Input,
    InputKind,
)
from adhoc_teamwork.adhoc_planner.journal.turned_agent import TurnedAgent
from adhoc_teamwork.adhoc_planner.journal.writing import JournalWriter
from adhoc_teamwork.adhoc_planner.prompts.builder import load_prompts
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion
from adhoc_teamwork.offline_model.model import answer
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import SceneGraph
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SkillResult


class Tape:
    """Take in what an agent would, and keep it for the next turn."""

    def __init__(self) -> None:
        self.inputs: list[Input] = []

    def on_graph(self, graph: SceneGraph) -> None:
        self._keep(InputKind.GRAPH, graph)

    def on_pose(self, pose: Pose) -> None:
        self._keep(InputKind.POSE, pose)

    def on_hand(self, holding: bool) -> None:
        self._keep(InputKind.HAND, holding)

    def on_battery(self, left: float) -> None:
        self._keep(InputKind.BATTERY, left)

    def on_message(self, message: TeamMessage) -> None:
        self._keep(InputKind.MESSAGE, message)

    def on_result(self, goal: int, result: SkillResult) -> None:
        self._keep(InputKind.RESULT, GoalResult(goal, result))

    def tick(self) -> None:
        self._keep(InputKind.TICK, None)

    def take(self) -> list[Input]:
        taken, self.inputs = self.inputs, []
        return taken

    def _keep(self, kind: InputKind, value: Any) -> None:
        self.inputs.append(Input(kind, value))


class TapedRobot(Robot):
    """A robot whose agent takes turns and whose model answers after random times."""

    def __init__(self, name: str, world: Any, clock: Clock, seed: int, policy: str) -> None:
        super().__init__(name, world, clock, ScriptedModel(clock), policy=policy)
        self.tape = Tape()
        self.agent = self.tape  # type: ignore[assignment]
        self.draw = random.Random(f"{seed} {name}")
        settings = AgentSettings(name, 1, ARM, policy, seed="7")
        self.turned = TurnedAgent(
            settings, load_prompts(PROMPTS), self, AskedModel("offline", 0.0), self._ask
        )
        self.agent_record: AgentRecord = record_of(settings, PROMPTS, "", "offline", 0.0)
        self.turns: list[Turn] = []
        self._due: list[tuple[float, Answer]] = []

    def _ask(self, call: int, prompt: tuple[ChatMessage, ...], _: AnswerSchema | None) -> None:
        luck = self.draw.random()
        given = Answer(call, error="no answer within 20 s")
        if luck > 0.05:
            text = "I would rather not." if luck < 0.15 else answer(chat(prompt))
            given = Answer(call, Completion(text, "offline"))
        self._due.append((self.clock() + self.draw.uniform(0.05, 4.0), given))

    def take_turn(self) -> None:
        """Give the agent all that has come."""
        now = self.clock()
        come = [given for due, given in self._due if due <= now]
        self._due = [(due, given) for due, given in self._due if due > now]
        inputs = [*self.tape.take(), *(Input(InputKind.ANSWER, given) for given in come)]
        if self.draw.random() < 0.5:
            # Events and answers come in any order.
            self.draw.shuffle(inputs)
        notes = self.turned.turn(now, inputs)
        self.turns.append(Turn(1, len(self.turns) + 1, now, tuple(inputs), notes))

    def journal(self) -> str:
        """Return the journal as the planner publishes it."""
        writer = JournalWriter(self.agent_record)
        for turn in self.turns:
            writer.add(turn)
        return writer.take()


def run_team(seconds: float, seed: int, policy: str = "irot") -> tuple[TapedRobot, ...]:
    """Let two robots work in the small world for a while; return them, their agents ended."""
    world, clock = two_rooms(), Clock()
    make = partial(TapedRobot, world=world, clock=clock, seed=seed, policy=policy)
    robots = (make("alpha"), make("beta"))
    for _ in range(int(seconds / STEP)):
        clock.now += STEP
        for robot in robots:
            robot.move_on()
            robot.look()
            robot.tape.tick()
            heard = len(robot.sent)
            robot.take_turn()
            _relay(robot.sent[heard:], robots)
    for robot in robots:
        robot.turned.close()
    return robots


def _relay(messages: Sequence[TeamMessage], robots: Sequence[TapedRobot]) -> None:
    for message in messages:
        for robot in robots:
            if robot.name != message.sender and message.recipient in ("", robot.name):
                robot.hear(message)


def write_bag(run: Path, robots: Sequence[TapedRobot], batch: int = 50) -> Any:
    """Write the journals into the bag of a run folder; return its writer, which is to be closed."""
    from rosbags.typesys import Stores, get_typestore

    from adhoc_teamwork.bringup.bags.bag_writing import BagWriter
    from adhoc_teamwork.teamwork.recordings.bag_topics import recorded_topics

    store = get_typestore(Stores.ROS2_JAZZY)
    kind = "std_msgs/msg/String"
    writer = BagWriter(run)
    writer.open()
    writer.list_topics(recorded_topics(tuple(robot.name for robot in robots)))
    for robot in robots:
        lines = robot.journal().split("\n")
        for begin in range(0, len(lines), batch):
            text = "\n".join(lines[begin : begin + batch])
            data = bytes(store.serialize_cdr(store.types[kind](data=text), kind))
            writer.write(f"/{robot.name}/planner_journal", begin * 10**8, data)
    writer.flush()
    return writer
