# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The world of one episode: all robots act together, one action a step (paper appendix E).

Where a suite's actions last, each robot acts again once its latest action is over.
"""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from adhoc_teamwork.simulation.evaluation.aims import Aims, TidyAims
from adhoc_teamwork.simulation.evaluation.tidiness import ObjectPlace
from adhoc_teamwork.simulation.lattice.actions import Action, ActionKind, ActionResult
from adhoc_teamwork.simulation.lattice.config import HEADINGS
from adhoc_teamwork.simulation.lattice.hand import HANDLING, LatticeHand
from adhoc_teamwork.simulation.lattice.holders import Inside, SceneHolders
from adhoc_teamwork.simulation.lattice.house import StepHouse
from adhoc_teamwork.simulation.lattice.paths import MOVES, TURNS
from adhoc_teamwork.simulation.lattice.robots import (
    BATTERY,
    STOP,
    Observation,
    RobotSpec,
    StepRobot,
)
from adhoc_teamwork.simulation.lattice.scene import Scene
from adhoc_teamwork.simulation.lattice.terms import Terms, Timing
from adhoc_teamwork.simulation.rules.placing import surface_below
from adhoc_teamwork.teamwork.bodies.battery import left_after
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import FLOOR
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.goal import Furnishing
from adhoc_teamwork.teamwork.team.task import MisplacedObject

DONE = ActionResult(True)
_MOVE = {kind: number for number, kind in enumerate(MOVES)}
_LOOK = {ActionKind.LOOK_UP: -1, ActionKind.LOOK_DOWN: 1}
_BITS = tuple(np.uint16(1 << view) for view in range(16))
_FARTHEST_START = 1.0
"""How far from its start, metres, a robot may have to be put to stand on the lattice."""


class StepWorld:
    """Hold robots and things of one episode; nothing here depends on wall time or chance."""

    def __init__(
        self,
        step_house: StepHouse,
        misplaced: Sequence[MisplacedObject],
        horizon: int = 500,
        aims: Aims | None = None,
        furnishing: Furnishing | None = None,
        inside: Inside = (),
        terms: Terms | None = None,
    ) -> None:
        """Put the misplaced things where they are out of place.

        Args:
            step_house: The house.
            misplaced: What lies elsewhere than the house file says.
            horizon: Steps after which all ends, where the terms do not say it.
            aims: What counts as done; None for having the misplaced things tidy.
            furnishing: Which things hold others, and which states they have; None for none.
            inside: What is in them at the start.
            terms: What a suite sets; None for actions of a step each, and cameras.

        Raises:
            ConfigError: The house has no such thing.
        """
        self.step_house = step_house
        self.terms = terms or Terms(Timing(horizon))
        self.time = 0
        """Ticks since the start."""
        self.robots: dict[str, StepRobot] = {}
        self.scene = Scene(step_house)
        self._aims = aims or TidyAims(misplaced)
        self._tidied_at: dict[str, int] = {}
        self._at: dict[int, StepRobot] = {}
        for item in misplaced:
            self._misplace(item)
        furnishing = furnishing or Furnishing()
        self.scene.furnish(furnishing)
        self._holders = SceneHolders(self.scene, furnishing, inside)
        self._hand = LatticeHand(self.scene, self._holders, self.terms)
        self._judge(0)

    @property
    def horizon(self) -> int:
        """Return the steps after which all ends."""
        return self.terms.timing.horizon

    @property
    def step_count(self) -> int:
        """Return how many steps have begun: of actions that last a step, how many are over."""
        return self.terms.timing.steps(self.time)

    @property
    def clock(self) -> int:
        """Return what robots' clocks show, seconds since the start."""
        return self.time // self.terms.timing.beat

    @property
    def is_time_up(self) -> bool:
        """Tell whether the horizon is reached."""
        return self.time >= self.terms.timing.end

    def is_free(self, name: str) -> bool:
        """Tell whether a robot's latest action is over, so that it can act now."""
        return self.robots[name].busy_until <= self.time

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the task: the misplaced things, or what its aims ask for."""
        return self._aims.names

    @property
    def tidied(self) -> tuple[str, ...]:
        """Return the parts of the task that are done now; misplaced objects by their names."""
        return tuple(self._tidied_at)

    @property
    def tidied_at(self) -> tuple[tuple[str, int], ...]:
        """Return for each that is tidy now since which step it has been."""
        return tuple(self._tidied_at.items())

    @property
    def success(self) -> bool:
        """Tell whether all parts of the task are done."""
        return len(self._tidied_at) == len(self._aims.names)

    @property
    def finished(self) -> bool:
        """Tell whether all is tidy, all that joined have stopped, or the horizon is reached."""
        if self.success or self.is_time_up:
            return True
        return bool(self.robots) and all(robot.stopped for robot in self.robots.values())

    def join(self, name: str, spec: RobotSpec) -> StepRobot:
        """Add a robot at its start, or on the free cell next to it.

        Raises:
            ConfigError: No cell is within a metre of its start.
        """
        lattice, start = self.step_house.lattice, spec.start
        near = lattice.within(start.x, start.y, _FARTHEST_START)
        cell = next((int(c) for c in near if int(c) not in self._at), -1)
        if cell < 0:
            raise ConfigError(
                f"{name}: start: ({start.x}, {start.y}) is not on reachable floor; expected a "
                f"standing cell within {_FARTHEST_START} m"
            )
        config = self.step_house.config
        robot = StepRobot(
            name,
            spec,
            cell,
            round(start.yaw / (np.pi / 2.0)) % HEADINGS,
            config.pitches.index(config.start_pitch),
            spec.battery,
            self.step_count,
            stopped="" if spec.battery > 0 else BATTERY,
            busy_until=self.time,
        )
        self.robots[name] = self._at[cell] = robot
        self._look(robot)
        return robot

    def robot(self, name: str) -> StepRobot:
        """Return a robot's true state."""
        return self.robots[name]

    def pose(self, name: str) -> Pose:
        """Return where a robot stands, in `map`."""
        robot = self.robots[name]
        return self.step_house.poses[robot.cell][robot.heading]

    def step(
        self, actions: Mapping[str, Action], speaking: Collection[str] = ()
    ) -> dict[str, ActionResult]:
        """Let free robots act, in the order of their names, and time pass until one is free again.

        An action takes effect at once and lasts; one that would not be over in time takes none.
        Who has no action lets a beat pass, or one step of those who are `speaking`. Each action but
        Stop takes one of the battery, whether it succeeds or not, where batteries are no clocks. A
        robot that has stopped does nothing more: its result has the cause `CANCELLED`, or
        `BATTERY_EMPTY`.
        """
        results, timing, over = {}, self.terms.timing, self.time
        for name in sorted(actions):
            robot, action = self.robots[name], actions[name]
            if robot.stopped:
                cause = Cause.BATTERY_EMPTY if robot.stopped == BATTERY else Cause.CANCELLED
                results[name] = ActionResult(False, cause, f"it acts no more: {robot.stopped}")
                continue
            robot.busy_until = self.time + timing.of(action.kind)
            if robot.busy_until > timing.end:
                result = ActionResult(False, Cause.CANCELLED, "time is up")
            else:
                result = self._act(robot, action)
            robot.last = results[name] = result
            if not result.success:
                robot.failures += 1
            if action.kind in HANDLING:
                over = max(over, robot.busy_until)
        for name, robot in self.robots.items():
            if name not in actions and robot.busy_until <= self.time:
                waits = timing.ticks if name in speaking else timing.beat
                robot.busy_until = self.time + waits
        if over > self.time:
            self._judge(timing.steps(over))
        self._pass_time(over)
        return results

    def _pass_time(self, over: int) -> None:
        """Go on to when the next robot is free; to where all was done, once it is."""
        timing, then = self.terms.timing, self.time + self.terms.timing.beat
        acting = [robot.busy_until for robot in self.robots.values() if not robot.stopped]
        self.time = max(min(acting, default=then), self.time + 1)
        if self.success and over > self.time:
            self.time = over
        self.time = min(self.time, timing.end) if timing.clocks else self.time
        if timing.clocks:
            for robot in self.robots.values():
                robot.battery = max(0, robot.spec.battery - self.clock)
                if not robot.battery:
                    robot.stopped = robot.stopped or BATTERY

    def observe(self, name: str) -> Observation:
        """Return what a robot perceives now; a second call at one step finds nothing fresh."""
        robot = self.robots[name]
        house, told = self.step_house, robot.told
        all_things = self.scene.detections
        bit = _BITS[house.config.view(robot.heading, robot.pitch)]
        row = self.scene.masks(robot.spec.camera_height)[robot.cell]
        shown = (row & bit).nonzero()[0].tolist()
        if self.terms.sees_rooms:
            shown = sorted({*shown, *self._hand.in_room(robot)})
        numbers = self._hand.with_delivered(self._holders.shown(shown))
        fresh = [number for number in numbers if told.get(number) is not all_things[number]]
        for number in fresh:
            told[number] = all_things[number]
        return Observation(
            self.clock,
            house.poses[robot.cell][robot.heading],
            robot.cell,
            robot.heading,
            house.config.pitches[robot.pitch],
            tuple([house.ids[number] for number in robot.held]),
            robot.battery,
            robot.stopped,
            tuple([all_things[number] for number in numbers]),
            tuple([all_things[number] for number in fresh]) if fresh else (),
            robot.seen,
            robot.explored,
            robot.last,
        )

    def holds(self, number: int) -> bool:
        """Tell whether a thing is in something that holds others, and that nobody carries."""
        holder = self._holders.holder_of(number)
        return holder >= 0 and self.scene.at_rest(holder)

    def places(self) -> dict[str, ObjectPlace]:
        """Return where everything is, by its name in the house file."""
        things = enumerate(self.step_house.house.objects)
        return {thing.name: self._place(number) for number, thing in things}

    def _act(self, robot: StepRobot, action: Action) -> ActionResult:
        kind = action.kind
        if kind is ActionKind.STOP:
            robot.stopped = STOP
            return DONE
        robot.steps += 1
        if not self.terms.timing.clocks:
            robot.battery = int(left_after(robot.battery, at_work=True))
        if kind in HANDLING:
            result = self._hand.act(robot, action, self.robots)
        else:
            result = self._move(robot, kind)
            if result.success:
                self._look(robot)
        if robot.battery <= 0:
            robot.stopped = BATTERY
        return result

    def _move(self, robot: StepRobot, kind: ActionKind) -> ActionResult:
        if kind in TURNS:
            robot.heading = (robot.heading + TURNS[kind]) % HEADINGS
            return DONE
        if kind in _LOOK:
            pitch = robot.pitch + _LOOK[kind]
            pitches, body = self.step_house.config.pitches, robot.spec.body
            turns = 0 <= pitch < len(pitches)
            if not turns or (
                body is not None and body.pitches and pitches[pitch] not in body.pitches
            ):
                return ActionResult(False, Cause.BAD_ARGUMENT, "the camera turns no further")
            robot.pitch = pitch
            return DONE
        body = robot.spec.body
        lattice, _ = self.step_house.ways(body.step if body is not None else math.inf)
        there = lattice.neighbours.item(robot.cell, (robot.heading + _MOVE[kind]) % HEADINGS)
        if there < 0:
            return ActionResult(False, Cause.BLOCKED, "a wall or furniture is in the way")
        if there in self._at:
            return ActionResult(False, Cause.BLOCKED, f"{self._at[there].name} is in the way")
        del self._at[robot.cell]
        robot.cell = there
        robot.path += lattice.spacing
        self._at[there] = robot
        return DONE

    def _look(self, robot: StepRobot) -> None:
        """Take note of the floor that a robot sees."""
        height = robot.spec.camera_height
        view = self.step_house.config.view(robot.heading, robot.pitch)
        seen = robot.seen | self.step_house.sights(height).floor_seen(robot.cell, view)
        if self.terms.sees_rooms:
            number = int(self.step_house.lattice.rooms[robot.cell])
            seen |= self.step_house.room_floors(height)[number].bits if number >= 0 else 0
        if seen != robot.seen or not robot.explored:
            robot.seen = seen
            robot.explored = {
                room.room_id: (seen & room.bits).bit_count() / room.count if room.count else 1.0
                for room in self.step_house.room_floors(height)
            }

    def _misplace(self, item: MisplacedObject) -> None:
        number = self.step_house.by_name.get(item.object)
        if number is None:
            raise ConfigError(
                f"{self.step_house.house.source}: objects: misplaced object '{item.object}' is "
                "not in the house; expected a name of the house file"
            )
        if item.position is None:
            return
        x, y, z = item.position
        things, floor = self.step_house.house.objects, 0.0
        found = surface_below(things, x, y, z, floor)
        self.scene.take(number)
        if found is None:
            self.scene.put(number, x, y, floor, FLOOR, False)
            return
        carrier, surface = found
        receptacle = self.step_house.ids[self.step_house.by_name[carrier.name]]
        self.scene.put(number, x, y, surface.z, receptacle, surface.inside)

    def _judge(self, step: int) -> None:
        """Take note of which parts of the task are done from a step on."""
        by_name = self.step_house.by_name
        for name, done in self._aims.judge(lambda name: self._place(by_name[name])):
            if not done:
                self._tidied_at.pop(name, None)
            elif name not in self._tidied_at:
                self._tidied_at[name] = step

    def _place(self, number: int) -> ObjectPlace:
        """Return where a thing is; one in a carried container is where that is."""
        states = self.scene.states.of(number)
        number = self._holders.carrier(number)
        holder = next((r.name for r in self.robots.values() if number in r.held), "")
        box, seen = self.scene.boxes[number], self.scene.detections[number]
        if holder:
            return ObjectPlace("", held_by=holder, states=states)
        room = self.step_house.room_at(box.x, box.y)
        room_type = room.room_type if room else ""
        relation = seen.relation
        return ObjectPlace(seen.receptacle_category, room_type, relation=relation, states=states)
