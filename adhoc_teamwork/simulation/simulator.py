# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The running world without ROS: time, joining, driving, hands, and what counts as tidy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.simulation.evaluation.aims import CountedAims, evaluate_aims
from adhoc_teamwork.simulation.evaluation.contacts import Contacts
from adhoc_teamwork.simulation.evaluation.tidiness import Evaluation, ObjectPlace, evaluate
from adhoc_teamwork.simulation.events import EventKind, WorldEvent
from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.manipulation.arm_model import ArmModel
from adhoc_teamwork.simulation.manipulation.arm_motion import ArmGoal, Tolerances
from adhoc_teamwork.simulation.manipulation.door_hand import (
    close_door,
    open_door,
    put_in,
    set_state,
)
from adhoc_teamwork.simulation.manipulation.gripper import GripperGoal
from adhoc_teamwork.simulation.manipulation.hand import HandResult, grasp, release
from adhoc_teamwork.simulation.manipulation.joint_trajectory import WantedTrajectory
from adhoc_teamwork.simulation.manipulation.robot_arm import RobotArm
from adhoc_teamwork.simulation.motion.driver import Driver
from adhoc_teamwork.simulation.motion.fleet import Fleet
from adhoc_teamwork.simulation.motion.nav_goal import NavGoal
from adhoc_teamwork.simulation.motion.velocity_driver import Velocity, VelocityDriver
from adhoc_teamwork.simulation.sensors.noise import Drift, NoisyPictures
from adhoc_teamwork.simulation.sensors.sensors import Sensors
from adhoc_teamwork.simulation.world import World, WorldRobot
from adhoc_teamwork.teamwork.bodies.battery import left_after
from adhoc_teamwork.teamwork.bodies.robot_card import RobotCard
from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate
from adhoc_teamwork.teamwork.settings.navigation import Navigation
from adhoc_teamwork.teamwork.team.causes import Cause
from adhoc_teamwork.teamwork.team.task import Task

STEP = 0.05
"""Length of a simulation step, seconds."""
HAND_TIME = 1.5
"""How long a grasp or a release takes, seconds."""
ARM_PAUSE = 3.0
"""So long after its arm moved a robot makes no way for others, seconds: the next motion counts on
where its base stands."""
JOIN_RETRY = 1.0
"""A robot that finds no free floor to appear on tries again after this, seconds."""


class HandCommand(StrEnum):
    """Name what a hand can be told."""

    GRASP = "grasp"
    RELEASE = "release"
    OPEN = "open"
    CLOSE = "close"
    PUT_IN = "put_in"
    SET = "set"


_ACTS = {
    HandCommand.GRASP: grasp,
    HandCommand.RELEASE: release,
    HandCommand.OPEN: open_door,
    HandCommand.CLOSE: close_door,
    HandCommand.PUT_IN: put_in,
}


@dataclass
class HandAction:
    """Hold a hand at work: the target in `map`; `result` is None until it is done.

    `state` is the one into which SET brings what is there, such as ``power=on``.
    """

    robot: str
    command: HandCommand
    target: Point
    ends_at: float
    result: HandResult | None = None
    state: str = ""


class Simulator:
    """Advance the world of one task step by step; nothing happens between steps."""

    def __init__(
        self,
        house: House,
        task: Task,
        cards: dict[str, RobotCard],
        arms: Mapping[str, ArmModel] | None = None,
    ) -> None:
        """Put the world together; `arms` holds, by robot, those that are moved joint by joint.

        `why_halted` is asked before each step why a robot must stand still; empty: it need not.
        """
        self.task = task
        self.why_halted: Callable[[str], str] = lambda _: ""
        self.world = World.from_task(house, task, cards)
        categories = {name: thing.source.category for name, thing in self.world.objects.items()}
        self._wishes = CountedAims(task.wishes, categories) if task.wishes else None
        self.driven_by_velocities = task.navigation is Navigation.NAV2
        self.fleet = Fleet(self.world, VelocityDriver if self.driven_by_velocities else Driver)
        self.arms = {
            name: RobotArm(model, self.world, self.world.robots[name])
            for name, model in (arms or {}).items()
        }
        self.sensors = Sensors(self.world)
        self._contacts = Contacts(self.world)
        self._hands: dict[str, HandAction] = {}
        self._join_at = {entry.name: entry.joins_at for entry in task.robots}
        self._room_types = {room.room_id: room.room_type for room in house.rooms}
        self._steps = 0
        self._success = False
        self._overtime = False

    @property
    def time(self) -> float:
        """Return the simulated time, seconds since the start."""
        return self.world.time

    def start(self) -> None:
        """Work out the bodies' maps, say what the task is and let the first robots appear."""
        self.fleet.prepare()
        things = ", ".join(m.text or m.object for m in self.task.misplaced) or "nothing"
        self._success = self.evaluation().task_success
        self.world.record(
            EventKind.TASK, f"{'wanted' if self._wishes else 'out of place'}: {things}"
        )
        for text in self.task.episode.differs if self.task.episode else ():
            self.world.record(EventKind.TASK, f"note: {text}")
        self._let_join()

    def step(self) -> None:
        """Advance by `STEP` seconds."""
        self._steps += 1
        self.world.time = self._steps * STEP
        self._let_join()
        for robot in self.world.present():
            robot.battery = left_after(robot.battery, self._works(robot.name), STEP)
            self._halt(robot.name, self.why_halted(robot.name))
            if robot.battery <= 0.0:
                self._run_down(robot.name)
        self.fleet.step(STEP)
        changed = self.world.objects_changed
        for robot in self.world.present():
            self._move_hand(robot)
        for action in list(self._hands.values()):
            if self.world.time >= action.ends_at - 1e-9:
                self._finish(action)
        self._contacts.check()
        if self.world.objects_changed != changed:
            self._note_success()
        if not self._overtime and self.world.time >= self.task.time_limit:
            self._overtime = True
            self.world.record(EventKind.TASK, "the time limit of the task has passed")

    def joined(self, name: str) -> bool:
        """Tell whether a robot has appeared."""
        robot = self.world.robots.get(name)
        return robot is not None and robot.joined

    def manipulate(
        self, name: str, command: HandCommand, target: Point, state: str = ""
    ) -> HandAction:
        """Set a robot's hand to work; a hand that is at work already refuses at once."""
        action = HandAction(name, command, target, self.world.time + HAND_TIME, state=state)
        if not self.joined(name):
            action.result = HandResult(Cause.SERVER_MISSING, f"{name} has not joined yet")
        elif self.world.robots[name].battery <= 0.0:
            action.result = HandResult(Cause.BATTERY_EMPTY, f"the battery of {name} is empty")
        elif name in self._hands or (name in self.arms and self.arms[name].busy):
            message = f"the hand of {name} is still at work"
            action.result = HandResult(Cause.BLOCKED, message)
        else:
            self._hands[name] = action
            self._tell_driver(name)
        return action

    def stop_hand(self, name: str) -> None:
        """End what a robot's hand does at a point, at once."""
        self._end_hand(name, "told to stop")

    def moving(self, name: str) -> str:
        """Return what of a robot moves now; empty where all is at rest."""
        robot, arm = self.world.robots[name], self.arms.get(name)
        if robot.speed != 0.0:
            return f"the base drives at {abs(robot.speed):.2f} m/s"
        if robot.turn_rate != 0.0:
            return f"the base turns at {abs(robot.turn_rate):.2f} rad/s"
        return "the arm moves" if name in self._hands or (arm is not None and arm.busy) else ""

    def _works(self, name: str) -> bool:
        """Tell whether a robot does what takes of its battery."""
        return bool(self.moving(name)) or self.fleet.drivers[name].is_aloft

    def navigate(self, name: str, pose: Pose) -> NavGoal:
        """Send a robot that has joined to a pose in `map`."""
        return self.fleet.go(name, pose)

    def back_up(self, name: str, distance: float, speed: float) -> NavGoal:
        """Send a robot that has joined straight back, metres and m/s."""
        return self.fleet.back_up(name, distance, speed)

    def tell_velocity(self, name: str, velocity: Velocity) -> None:
        """Have the base of a robot that obeys velocities move; nothing before it has joined."""
        driver = self.fleet.drivers.get(name)
        if isinstance(driver, VelocityDriver):
            driver.tell(velocity)

    def told_velocities(self) -> list[VelocityDriver]:
        """Return who drives bases that obey velocities."""
        return [d for d in self.fleet.drivers.values() if isinstance(d, VelocityDriver)]

    def move_arm(self, name: str, wanted: WantedTrajectory, tolerances: Tolerances) -> ArmGoal:
        """Send the joints of a robot that has an arm along a trajectory."""
        goal = self.arms[name].motion.follow(wanted, tolerances, self.world.time)
        self._tell_driver(name)
        return goal

    def move_fingers(self, name: str, gap: float) -> GripperGoal:
        """Open or close the fingers of a robot that has an arm to a gap, metres."""
        goal = self.arms[name].gripper.command(gap)
        self._tell_driver(name)
        return goal

    def limit_speed(self, name: str, value: float, percentage: bool = False) -> None:
        """Bound a robot's speed: m/s, or percent of its own most; 0 lifts the bound."""
        if self.joined(name):
            own = self.world.robots[name].card.capability.max_speed
            self.fleet.drivers[name].limit_speed(own * value / 100.0 if percentage else value)

    def evaluation(self) -> Evaluation:
        """Return which of the misplaced objects are tidy now, or which wishes hold."""
        if self._wishes is not None:
            return evaluate_aims(self._wishes, self.place)
        names = (misplaced.object for misplaced in self.task.misplaced)
        return evaluate(self.task, {name: self.place(name) for name in names})

    def noise_of(self, name: str) -> tuple[NoisyPictures, Drift]:
        """Return what makes a robot's sensors imperfect; each robot has chance of its own."""
        number = sorted(self.world.robots).index(name)
        pictures, drift = np.random.default_rng([abs(self.task.seed), number]).spawn(2)
        noise = self.task.noise
        return NoisyPictures(noise, self.sensors.labels, pictures), Drift(noise, drift)

    def take_events(self) -> list[WorldEvent]:
        """Return the events since the last call, oldest first."""
        return self.world.take_events()

    def place(self, name: str) -> ObjectPlace:
        """Return where a thing counts as being; one in a carried container is where that is."""
        world, states = self.world, self.world.states.of(name)
        if world.zone is not None and name in world.delivered:
            place = world.zone.place
            return ObjectPlace(place.receptacle, place.room, states=states)
        thing = world.objects[world.holders.carrier(name)]
        room_type = self._room_types.get(thing.room_id, "")
        if thing.held_by:
            return ObjectPlace("", room_type, thing.held_by, states=states)
        relation = Predicate.IN if thing.support.inside else Predicate.ON
        receptacle = thing.support.category or FLOOR
        return ObjectPlace(receptacle, room_type, relation=relation, states=states)

    def _finish(self, action: HandAction) -> None:
        robot = self.world.robots[action.robot]
        if action.command is HandCommand.SET:
            action.result = set_state(self.world, robot, action.target, action.state)
        else:
            action.result = _ACTS[action.command](self.world, robot, action.target)
        del self._hands[action.robot]
        self._tell_driver(action.robot)

    def _halt(self, name: str, why: str) -> None:
        """Have a robot stand still while there is a reason: its base brakes, its arm stops."""
        self.fleet.drivers[name].halted = why
        if not why:
            return
        self._end_hand(name, why)
        if name in self.arms:
            self.arms[name].halt(why)

    def _run_down(self, name: str) -> None:
        """Have hand and arm of a robot without power stop; its base brakes by itself."""
        self._end_hand(name, f"the battery of {name} is empty", Cause.BATTERY_EMPTY)
        if name in self.arms:
            self.arms[name].halt("the battery is empty")

    def _end_hand(self, name: str, why: str, cause: Cause = Cause.CANCELLED) -> None:
        action = self._hands.pop(name, None)
        if action is not None:
            action.result = HandResult(cause, why)
            self._tell_driver(name)

    def _move_hand(self, robot: WorldRobot) -> None:
        """Move a robot's arm on, or take along what it holds where it has no arm to move."""
        arm = self.arms.get(robot.name)
        if arm is None:
            self.world.carry(robot)
            return
        arm.step(STEP)
        self._tell_driver(robot.name)

    def _tell_driver(self, name: str) -> None:
        arm = self.arms.get(name)
        works = arm is not None and arm.busy
        driver = self.fleet.drivers[name]
        driver.hand_busy = works or name in self._hands
        if works:
            driver.stays_until = self.world.time + ARM_PAUSE

    def _note_success(self) -> None:
        success = self.evaluation().task_success
        if success and not self._success:
            done = "all is as wanted" if self._wishes else "all misplaced objects are tidy"
            self.world.record(EventKind.TASK, done)
        self._success = success

    def _let_join(self) -> None:
        for name, at in list(self._join_at.items()):
            robot = self.world.robots[name]
            if self.world.time < at - 1e-9:
                continue
            if self.fleet.join(robot):
                del self._join_at[name]
                kind = robot.card.capability.robot_type
                self.world.record(EventKind.SPAWN, f"{name} ({kind}) is there", robot)
            else:
                self._join_at[name] = self.world.time + JOIN_RETRY
                self.world.record(EventKind.REFUSED, f"no free floor for {name} to appear", robot)
