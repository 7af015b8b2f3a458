# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time the planner's own part of a decision: views, prompts, parsing, guards; not the model."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, cycle, islice
from time import thread_time

import numpy as np

from adhoc_teamwork.adhoc_planner.agent.active_task import GivenUp
from adhoc_teamwork.adhoc_planner.agent.conferring import Conferring
from adhoc_teamwork.adhoc_planner.agent.execution import Execution
from adhoc_teamwork.adhoc_planner.agent.message_sender import MessageSender
from adhoc_teamwork.adhoc_planner.agent.reasoning import TaskGuard, make_reasoning
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.agent.view_builder import ViewBuilder
from adhoc_teamwork.adhoc_planner.belief.belief import Belief
from adhoc_teamwork.adhoc_planner.belief.claims import Claims
from adhoc_teamwork.adhoc_planner.belief.team import ClaimTimes
from adhoc_teamwork.adhoc_planner.decisions.dialogue import Proposals, TeamDialogue
from adhoc_teamwork.adhoc_planner.model_queries.question import Bell
from adhoc_teamwork.adhoc_planner.policies.policy import Policy
from adhoc_teamwork.benchmark.agents.lattice_skills.body import capability_of
from adhoc_teamwork.benchmark.agents.llm_session import make_model, prompts
from adhoc_teamwork.benchmark.speed.trial import Trial
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.llm_port.passing_on import PassingOn
from adhoc_teamwork.llm_port.port import AnswerSchema, Completion, LanguageModel
from adhoc_teamwork.simulation.lattice.world import StepWorld
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Room, SceneGraph
from adhoc_teamwork.teamwork.team.llm_call import ChatMessage, LlmCall
from adhoc_teamwork.teamwork.team.memory import TeamMemory
from adhoc_teamwork.teamwork.team.message import TeamMessage
from adhoc_teamwork.teamwork.team.robot_state import RobotState
from adhoc_teamwork.teamwork.team.subskill import SubSkill
from adhoc_teamwork.teamwork.team.subtask import (
    Intent,
    IntentStatus,
    Reflection,
    SubTask,
    SubTaskKind,
)

ROBOTS = 6
ROBOTS_OF_MANY, THINGS_OF_MANY = 101, 1000
"""With so many it is timed as well: what a hall or a hospital has."""
MESSAGES = 200
OWN = "adhoc"
_ROWS = 40 * 127
"""So many lines about things are told in all, decision by decision, about."""
_NOW = 300.0


@dataclass(frozen=True)
class DecidingTimes:
    """Hold milliseconds of processor time for a decision without the model's, and its extent."""

    p50: float
    p95: float
    prompts: float
    """Questions asked in a decision, mean."""
    longest: int
    """Characters of the longest prompt."""
    robots: int
    things: int
    rooms: int


class Stopwatch(PassingOn):
    """Pass questions on to a model, and add up the processor time that it takes."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self.spent = 0.0
        self.asked = self.longest = 0

    async def complete(
        self, prompt: tuple[ChatMessage, ...], schema: AnswerSchema | None = None
    ) -> Completion:
        """Return the model's answer."""
        begun = thread_time()
        answer = await super().complete(prompt, schema)
        self.spent += thread_time() - begun
        self.asked += 1
        self.longest = max(self.longest, sum(len(message.content) for message in prompt))
        return answer


class _Silent:
    """A body that does nothing."""

    def send(self, message: TeamMessage) -> None:
        """Say nothing."""

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Start nothing."""

    def cancel(self, goal: int) -> None:
        """End nothing."""

    def record(self, call: LlmCall) -> None:
        """Keep nothing."""


def time_deciding(trial: Trial, robots: int = ROBOTS, things: int = 0) -> DecidingTimes:
    """Return how long the planner with interactive reflection takes for its own part.

    One of some robots decides from all over the house; it knows everything in it, and remembers as
    many messages as it can.

    Args:
        trial: The house and its tasks.
        robots: How many there are.
        things: How many things it knows at the least; those of the house again under other names.
    """
    return asyncio.run(_time(trial, robots, things))


async def _time(trial: Trial, robots: int, least: int) -> DecidingTimes:
    model = Stopwatch(make_model("offline"))
    decider = decider_of(trial, model, robots, least)
    times = []
    poses = _poses(trial)
    for pose in islice(poses, _ROWS // len(decider.belief.objects()) + 1):
        decider.belief.pose = pose
        begun, before = thread_time(), model.spent
        decision = await decider.policy.subtasks.decide(decider.dialogue)
        times.append(1e3 * (thread_time() - begun - (model.spent - before)))
        decider.dialogue.withdraw(decision.intent_id, "It was only timed.")
    p50, p95 = np.percentile(times[1:], [50, 95])
    objects = decider.belief.objects()
    rooms = len(trial.house.rooms)
    asked = model.asked / len(times)
    return DecidingTimes(float(p50), float(p95), asked, model.longest, robots, len(objects), rooms)


@dataclass(frozen=True)
class Decider:
    """Hold what one robot decides with and on."""

    policy: Policy
    belief: Belief
    memory: TeamMemory
    dialogue: TeamDialogue


def decider_of(trial: Trial, model: LanguageModel, robots: int = ROBOTS, least: int = 0) -> Decider:
    """Return what a robot that knows the whole house and its team decides with."""
    plan = trial.plan()
    task = max(trial.tasks, key=lambda task: len(task.misplaced))
    world = StepWorld(plan.house, task.misplaced)
    names = {plan.house.ids[plan.house.by_name[item.object]] for item in task.misplaced}
    found = tuple(_judged(thing, names) for thing in world.scene.detections)
    things = tuple(islice(_again(found), max(least, len(found))))
    capability = capability_of(replace(task.adhoc, can_manipulate=True, payload=20.0), plan.house)
    settings = AgentSettings(OWN, 1, capability, reflection_wait=0.0)
    given_up = GivenUp()
    reasoning = make_reasoning(
        settings, model, prompts(), TaskGuard(given_up, _clock), _forget, _clock
    )
    belief = Belief(OWN, capability, reasoning.judge)
    belief.graph = SceneGraph(_NOW, plan.house.floor_plan, things)
    belief.pose, belief.joined_at = task.adhoc.start, _NOW
    memory, sender = TeamMemory(OWN), MessageSender(OWN, 1, _clock, _forget)
    out = [thing for thing in things if thing.misplaced is Misplaced.YES]
    talk = _talk(task, plan.house.floor_plan, out, capability, robots)
    claim_times = ClaimTimes()
    for message in islice(talk, max(MESSAGES, 3 * robots)):
        memory.add(message)
        if message.intent is not None:
            claim_times.note(message.sender, message.intent, _NOW)
    proposals = Proposals(OWN, sender.intent, _clock, settings.reflection_wait)
    claims = Claims(proposals.announce)
    doing = Execution(claims, _Silent())
    views = ViewBuilder(belief, memory, claim_times, doing, given_up, sender.said, _clock)
    bell = Bell()
    conference = Conferring(OWN, None, views, sender, _clock, bell, bell.ring, _forget)
    dialogue = TeamDialogue(
        view=views.view,
        claims=claims,
        proposals=proposals,
        expected=views.listening,
        bell=bell,
        object_to=_forget,
        conference=conference,
        say=_forget,
    )
    return Decider(reasoning.policy, belief, memory, dialogue)


def _clock() -> float:
    return _NOW


def _forget(*_: object) -> None:
    """Do nothing with what is said or recorded."""


def _again(things: tuple[Detection, ...]) -> Iterator[Detection]:
    """Yield things, and the same beside them under other names, without end."""
    for times in count():
        for thing in things:
            beside = replace(thing.position, x=thing.position.x + 0.1 * times)
            name = f"{thing.object_id}_{times}"
            yield replace(thing, object_id=name, position=beside) if times else thing


def _judged(thing: Detection, misplaced: set[str]) -> Detection:
    is_out = thing.object_id in misplaced
    return replace(thing, misplaced=Misplaced.YES if is_out else Misplaced.NO, seen=_NOW)


def _talk(
    task: BenchTask,
    rooms: tuple[Room, ...],
    out: list[Detection],
    capability: Capability,
    robots: int,
) -> Iterator[TeamMessage]:
    """Yield what teammates say, one after the other, without end: all kinds of messages."""
    said: list[TeamMessage] = []
    senders = {
        f"robot_{n}": MessageSender(f"robot_{n}", 1, lambda: _NOW - 1.0, said.append)
        for n in range(1, robots)
    }
    state = RobotState(task.adhoc.start, rooms[0].room_id, battery=200.0)
    for sender in senders.values():
        sender.join(capability, state)
    for number, (sender, room, thing) in enumerate(
        zip(cycle(senders.values()), cycle(rooms), cycle(out), strict=False), start=1
    ):
        # A sub-task every time one is done: the rooms again and again, things as long as there are.
        subtask = SubTask(SubTaskKind.EXPLORE, room_id=room.room_id)
        for status in (IntentStatus.PROPOSED, IntentStatus.ADOPTED, IntentStatus.DONE):
            sender.intent(Intent(number, status, subtask))
        sender.state(replace(state, room=room.room_id, explored_rooms=(room.room_id,)))
        sender.detections((thing,))
        sender.reflection(OWN, Reflection(OWN, number, False, (room.room_id,), "Fine."), (thing,))
        yield from said
        said.clear()


def _poses(trial: Trial) -> Iterator[Pose]:
    """Yield where the robots of all tasks start, again and again."""
    return cycle(robot.start for task in trial.tasks for robot in task.team)
