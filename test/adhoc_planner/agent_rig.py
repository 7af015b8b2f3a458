# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole agents in a small world: what they see and do takes time, and a wire is between them."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import replace

from scripted_model import TASKS, Clock, ScriptedModel, prompts
from small_world import ARM, World

from adhoc_teamwork.adhoc_planner.agent.agent import Agent
from adhoc_teamwork.adhoc_planner.agent.settings import AgentSettings
from adhoc_teamwork.adhoc_planner.task_config import load_task
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import FLOOR, Detection, Predicate, Presence, Room, SceneGraph
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.channel import OPEN, TeamChannel
from adhoc_teamwork.teamwork.team.goal import Goal
from adhoc_teamwork.teamwork.team.llm_call import LlmCall
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage
from adhoc_teamwork.teamwork.team.subskill import SkillResult, Stage, SubSkill, SubSkillKind
from adhoc_teamwork.teamwork.team.subtask import IntentStatus

STEP = 0.1


class Robot:
    """An agent with a body in the world: it sees what it explores, and its skills take time."""

    def __init__(
        self,
        name: str,
        world: World,
        clock: Clock,
        model: ScriptedModel,
        capability: Capability = ARM,
        room: str = "room_0",
        session: int = 1,
        policy: str = "irot",
        task: str = "tidy_up",
        goal: Goal | None = None,
        channel: TeamChannel = OPEN,
    ) -> None:
        self.name = name
        self.world = world
        self.clock = clock
        self.model = model
        self.pose = Pose(world.centre(room).x, 0.5, 0.0)
        self.sent: list[TeamMessage] = []
        self.calls: list[LlmCall] = []
        self.started: list[tuple[float, SubSkill]] = []
        self.held: str = ""
        self.known: dict[str, Detection] = {}
        self.explored: set[str] = set()
        self.fail: Callable[[SubSkill], SkillResult | None] = lambda _: None
        self.skill_time: Callable[[SubSkill], float] = lambda _: 6.0
        self._running: tuple[int, SubSkill, float] | None = None
        self.idle_time = 0.0
        config = load_task(TASKS / task)
        config = replace(config, goal=goal) if goal is not None else config
        settings = AgentSettings(name, session, capability, policy, task=config, channel=channel)
        self.agent = Agent(settings, model, prompts(task), self, clock)

    # --- the agent's body -----------------------------------------------------------------------

    def send(self, message: TeamMessage) -> None:
        """Keep what is said; the wire takes it from here."""
        self.sent.append(message)

    def start(self, goal: int, subskill: SubSkill) -> None:
        """Begin a sub-skill."""
        self.started.append((self.clock(), subskill))
        self._running = (goal, subskill, self.clock() + self.skill_time(subskill))

    def cancel(self, goal: int) -> None:
        """End a sub-skill."""
        if self._running and self._running[0] == goal:
            self._running = None

    def record(self, call: LlmCall) -> None:
        """Keep a record."""
        self.calls.append(call)

    # --- the world's side -----------------------------------------------------------------------

    def look(self) -> None:
        """Tell the agent what its sensors and perception would."""
        agent, world = self.agent, self.world
        rooms = tuple(
            Room(
                r,
                world.outline(r),
                world.rooms[r] if r in self.explored else "",
                0.9,
                1.0 if r in self.explored else 0.1,
            )
            for r in world.rooms
        )
        agent.on_pose(self.pose)
        agent.on_hand(bool(self.held))
        agent.on_graph(SceneGraph(self.clock(), rooms, tuple(self.known.values())))

    def see_room(self, room: str) -> None:
        """Learn everything in a room."""
        self.explored.add(room)
        for name, thing in self.world.things.items():
            if thing.room == room and thing.status is Presence.PRESENT:
                typed = replace(thing, room_type=self.world.rooms[room])
                self.known[name] = replace(typed, seen=self.clock(), seen_by=self.name)

    def hear(self, message: TeamMessage) -> None:
        """Take in a message, as perception (detections) and planner do."""
        for thing in message.detections:
            known = self.known.get(thing.object_id)
            if known is None or known.seen <= thing.seen:
                self.known[thing.object_id] = thing
        self.agent.on_message(message)

    def move_on(self) -> None:
        """End the sub-skill whose time has come."""
        if self._running is None:
            self.idle_time += STEP
            return
        goal, subskill, until = self._running
        if self.clock() < until:
            return
        self._running = None
        result = self.fail(subskill) or self._do(subskill)
        self.agent.on_result(goal, result)

    def _do(self, subskill: SubSkill) -> SkillResult:
        kind, world = subskill.kind, self.world
        if kind is SubSkillKind.EXPLORE:
            room = subskill.room_id or next(
                (r for r in world.rooms if r not in self.explored), "room_0"
            )
            self.pose = Pose(world.centre(room).x, 0.5)
            self.see_room(room)
        elif kind is SubSkillKind.GO_TO_ROOM:
            self.pose = Pose(world.centre(subskill.room_id).x, 0.5)
        elif kind is SubSkillKind.GO_TO_OBJECT:
            thing = world.things[subskill.object_id]
            if thing.status is not Presence.PRESENT:
                return failure(Cause.LOST_OBJECT)
            self.pose = Pose(thing.position.x, thing.position.y - 0.6)
        elif kind is SubSkillKind.PICKUP_OBJECT:
            return self._pick_up(subskill.object_id)
        elif kind is SubSkillKind.PUT_OBJECT:
            self._put(subskill)
        return SkillResult(True, duration=1.0)

    def _pick_up(self, name: str) -> SkillResult:
        thing = self.world.things[name]
        if thing.status is not Presence.PRESENT:
            return failure(Cause.LOST_OBJECT)
        if math.hypot(thing.position.x - self.pose.x, thing.position.y - self.pose.y) > 1.5:
            return failure(Cause.TOO_FAR)
        self.held = name
        self.world.things[name] = replace(thing, status=Presence.HELD)
        self.known[name] = replace(
            self.known[name], status=Presence.HELD, seen=self.clock(), seen_by=self.name
        )
        return SkillResult(True, duration=1.0)

    def _put(self, subskill: SubSkill) -> None:
        name, self.held = self.held, ""
        if subskill.receptacle_id == FLOOR:
            category = self.world.things[name].category
            self.world.put(name, category, FLOOR, (self.pose.x, self.pose.y + 0.5, 0.05))
            room = self.world.things[name].room
            typed = replace(self.world.things[name], room_type=self.world.rooms[room])
            self.known[name] = replace(typed, seen=self.clock(), seen_by=self.name)
            return
        carrier = self.world.things[subskill.receptacle_id]
        thing = replace(
            self.world.things[name],
            status=Presence.PRESENT,
            position=Point(carrier.position.x, carrier.position.y, carrier.support_height + 0.05),
            room=carrier.room,
            receptacle=carrier.object_id,
            receptacle_category=carrier.category,
            relation=Predicate.ON,
        )
        self.world.things[name] = thing
        typed = replace(thing, room_type=self.world.rooms[carrier.room])
        self.known[name] = replace(typed, seen=self.clock(), seen_by=self.name)

    # --- for assertions -------------------------------------------------------------------------

    def said(self, kind: MessageKind) -> list[TeamMessage]:
        """Return what was said of one kind."""
        return [m for m in self.sent if m.kind is kind]

    def intents(self, *statuses: IntentStatus) -> list[str]:
        """Return the sub-tasks announced with one of `statuses`, in order."""
        found = [m.intent for m in self.sent if m.intent is not None]
        return [str(i.subtask) for i in found if not statuses or i.status in statuses]

    def skills(self) -> list[str]:
        """Return the sub-skills started, in order."""
        return [str(subskill) for _, subskill in self.started]


def failure(cause: Cause, message: str = "") -> SkillResult:
    """Return a failed result."""
    return SkillResult(False, Stage.EXECUTION, cause, message or f"It failed: {cause}.")


class Rig:
    """Step a team: time, skills, perception, wire, agents."""

    def __init__(self, clock: Clock, *robots: Robot) -> None:
        self.clock = clock
        self.robots = list(robots)
        self._relayed: dict[str, int] = {}
        self.is_wire_cut = False

    async def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass; return whether `until` came true."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            if until():
                return True
            self.clock.now += STEP
            for robot in self.robots:
                robot.move_on()
                robot.look()
                robot.agent.tick()
            for _ in range(3):
                await settle()
                self._relay()
        return until()

    def _relay(self) -> None:
        for robot in self.robots:
            begin = self._relayed.get(robot.name, 0)
            self._relayed[robot.name] = len(robot.sent)
            for message in robot.sent[begin:]:
                for other in self.robots:
                    to_it = message.recipient in ("", other.name)
                    if other is not robot and to_it and not self.is_wire_cut:
                        other.hear(message)


async def settle() -> None:
    """Let everything that is ready to run, run."""
    for _ in range(12):
        await asyncio.sleep(0)
