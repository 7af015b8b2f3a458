"""A small world for whole agents: a clock that is stepped, rooms, things, skills, a wire between.

Models are real parsers away from text: the stand-in's rules, or a script, answer the real prompts.
"""

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from adhoc_planner.agent import Agent
from adhoc_planner.llm.port import Completion, ModelUnavailableError
from adhoc_planner.offline.model import answer as offline_answer
from adhoc_planner.offline.sections import read_prompt
from adhoc_planner.prompts import PromptSet, load_prompts
from adhoc_planner.settings import AgentSettings
from teamwork.capability import Capability
from teamwork.geometry import Point, Pose, Size
from teamwork.llm_call import ChatMessage, LlmCall
from teamwork.message import MessageKind, TeamMessage
from teamwork.scene import FLOOR, Detection, Predicate, Presence, Room, SceneGraph
from teamwork.subskill import SkillResult, Stage, SubSkill, SubSkillKind
from teamwork.subtask import IntentStatus

PROMPTS = Path(__file__).parents[2] / "config" / "prompts" / "tidy_up"
STEP = 0.1
ARM = Capability(
    robot_type="robot with an arm",
    can_manipulate=True,
    camera_height=0.9,
    camera_pitch=0.4,
    payload=5.0,
    reach=0.8,
    reach_max_height=1.3,
)
EYES = Capability(robot_type="small robot", camera_height=0.4, camera_pitch=0.1)


@lru_cache(maxsize=1)
def prompts() -> PromptSet:
    """Return the prompts that ship."""
    return load_prompts(PROMPTS)


def chat(prompt: Sequence[ChatMessage]) -> list[dict[str, object]]:
    """Return a prompt as the wire carries it."""
    return [{"role": m.role, "content": m.content} for m in prompt]


def stage_of(prompt: Sequence[ChatMessage]) -> str:
    """Return which stage a prompt asks."""
    parsed = read_prompt(chat(prompt))
    assert parsed is not None
    return parsed.stage


class Clock:
    """Tell a time that only the test moves."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Return when `seconds` of this clock are over."""
        until = self.now + seconds
        while self.now < until:
            await asyncio.sleep(0)


class ScriptedModel:
    """Answer by a script per stage, and where it is silent by the stand-in's rules.

    `script` maps a stage to answers given in turn; an exception among them is raised.
    """

    name = "scripted"
    temperature = 0.3

    def __init__(
        self,
        clock: Clock,
        script: dict[str, list[str | Exception]] | None = None,
        latency: float = 2.0,
    ) -> None:
        self._clock = clock
        self.script = script or {}
        self.latency = latency
        self.is_dead = False
        self.asked: list[str] = []
        self.prompts: list[tuple[ChatMessage, ...]] = []

    async def complete(self, prompt: tuple[ChatMessage, ...]) -> Completion:
        """Return the next answer of the script, after the latency."""
        stage = stage_of(prompt)
        self.asked.append(stage)
        self.prompts.append(prompt)
        if self.is_dead:
            raise ModelUnavailableError("cannot reach the scripted model")
        await self._clock.sleep(self.latency)
        lines = self.script.get(stage, [])
        text: str | Exception = lines.pop(0) if lines else offline_answer(chat(prompt))
        if isinstance(text, Exception):
            raise text
        return Completion(text, self.name, 10, 5)

    async def close(self) -> None:
        """Do nothing."""


def box(x: float, y: float, size: float = 4.0) -> tuple[tuple[float, float], ...]:
    """Return the outline of a square room."""
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


@dataclass
class World:
    """Hold the truth: rooms by id with their types, things by name; positions in metres."""

    rooms: dict[str, str] = field(
        default_factory=lambda: {"room_0": "LivingRoom", "room_1": "Kitchen", "room_2": "Bedroom"}
    )
    things: dict[str, Detection] = field(default_factory=dict)

    def outline(self, room: str) -> tuple[tuple[float, float], ...]:
        """Return where a room is: all lie in a row."""
        return box(4.0 * list(self.rooms).index(room), 0.0)

    def centre(self, room: str) -> Point:
        """Return the middle of a room."""
        x, y = self.outline(room)[0]
        return Point(x + 2.0, y + 2.0)

    def put(self, name: str, category: str, on: str, at: tuple[float, float, float]) -> None:
        """Place a thing that can be carried on a receptacle of the world, or on the floor."""
        carrier = self.things.get(on)
        room = next(r for r in self.rooms if Room(r, self.outline(r)).contains(Point(at[0], at[1])))
        self.things[name] = Detection(
            name,
            category,
            Point(*at),
            Size(0.1, 0.1, 0.1),
            room=room,
            receptacle=on if carrier else FLOOR,
            receptacle_category=carrier.category if carrier else FLOOR,
            relation=Predicate.ON,
            pickupable=True,
        )

    def furnish(self, name: str, category: str, room: str, height: float = 0.7) -> None:
        """Place a receptacle in the middle of a room, each a little beside the one before."""
        beside = sum(1 for t in self.things.values() if t.room == room and t.is_receptacle)
        centre = self.centre(room)
        self.things[name] = Detection(
            name,
            category,
            Point(centre.x - 1.2 + 1.2 * beside, centre.y, height / 2.0),
            Size(0.8, 0.6, height),
            room=room,
            support_height=height,
            is_receptacle=True,
        )


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
        self.agent = Agent(AgentSettings(name, session, capability), model, prompts(), self, clock)

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
                return failure("lost_object")
            self.pose = Pose(thing.position.x, thing.position.y - 0.6)
        elif kind is SubSkillKind.PICKUP_OBJECT:
            return self._pick_up(subskill.object_id)
        elif kind is SubSkillKind.PUT_OBJECT:
            self._put(subskill)
        return SkillResult(True, duration=1.0)

    def _pick_up(self, name: str) -> SkillResult:
        thing = self.world.things[name]
        if thing.status is not Presence.PRESENT:
            return failure("lost_object")
        if math.hypot(thing.position.x - self.pose.x, thing.position.y - self.pose.y) > 1.5:
            return failure("too_far")
        self.held = name
        self.world.things[name] = replace(thing, status=Presence.HELD)
        self.known[name] = replace(
            self.known[name], status=Presence.HELD, seen=self.clock(), seen_by=self.name
        )
        return SkillResult(True, duration=1.0)

    def _put(self, subskill: SubSkill) -> None:
        carrier = self.world.things[subskill.receptacle_id]
        name, self.held = self.held, ""
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


def failure(cause: str, message: str = "") -> SkillResult:
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


def two_rooms() -> World:
    """Return a world with a mug out of place on the living room's sofa."""
    world = World()
    world.furnish("Sofa_0", "Sofa", "room_0", 0.45)
    world.furnish("CounterTop_0", "CounterTop", "room_1", 0.9)
    world.furnish("Bed_0", "Bed", "room_2", 0.5)
    sofa = world.things["Sofa_0"].position
    world.put("Mug_0", "Mug", "Sofa_0", (sofa.x, sofa.y, 0.5))
    return world
