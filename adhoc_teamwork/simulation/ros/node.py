# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulator as a ROS 2 node: parameters, topics, and the thread in which the world runs."""

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from adhoc_interfaces.msg import WorldEvent
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from tf2_msgs.msg import TFMessage

from adhoc_teamwork.simulation.houses.house_file.procthor import load_house
from adhoc_teamwork.simulation.ros.arm_controllers import ArmControllers
from adhoc_teamwork.simulation.ros.commanders_waited_for import CommandersWaitedFor
from adhoc_teamwork.simulation.ros.conversions import (
    fixed_transforms_to_ros,
    moving_transforms_to_ros,
    world_event_to_ros,
)
from adhoc_teamwork.simulation.ros.house_topics import publish_house
from adhoc_teamwork.simulation.ros.nav2_stand_in import Nav2StandIn
from adhoc_teamwork.simulation.ros.open_work import run_waiting
from adhoc_teamwork.simulation.ros.radio_air import RadioAir
from adhoc_teamwork.simulation.ros.robot_actions import RobotActions
from adhoc_teamwork.simulation.ros.robot_clocks import RobotClocks
from adhoc_teamwork.simulation.ros.robot_sensors import FOR_NAV2, USUAL, RobotSensors
from adhoc_teamwork.simulation.ros.robots_waited_for import RobotsWaitedFor
from adhoc_teamwork.simulation.ros.velocity_commands import VelocityCommands
from adhoc_teamwork.simulation.sensors.noise import Drift
from adhoc_teamwork.simulation.simulator import STEP, Simulator
from adhoc_teamwork.simulation.tasks.scenario import arms_of, load_card
from adhoc_teamwork.simulation.tasks.task_maker import load_task
from adhoc_teamwork.simulation.world import WorldRobot
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.emergency_stop import StopRelay
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.ros.qos import CLOCK, EVENTS, RELIABLE, TF, TF_STATIC
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.radio_setting import PERFECT_RADIO
from adhoc_teamwork.teamwork.settings.speed import MAX, MAX_WORD, speed_text
from adhoc_teamwork.teamwork.team.emergency_stop import SETTLING, EmergencyStop
from adhoc_teamwork.teamwork.team.stop_states import BASE

CLOCK_STEPS = 2
"""A clock message and transforms go out every so many steps; where Nav2 drives, with each."""
COMMAND_POLL = 0.002
"""Seconds of wall time between two looks whether the command has come for which time stands."""
REPORT_PERIOD = 2.0
"""Seconds of simulated time between two reports in /diagnostics."""
TOO_SLOW = 0.8
"""Less than this share of the wanted speed is reported as a warning."""
TELL_AGAIN = 0.2
"""Seconds of wall time after which a time that stands is told again."""
LAG = 0.5
"""What the loop is behind by more than this, in seconds of wall time, it no longer makes up."""


@dataclass
class _Robot:
    """Hold what the node keeps per robot; `present` from the robot's first moment on."""

    sensors: RobotSensors
    actions: RobotActions
    navigation: Nav2StandIn | VelocityCommands
    stop: StopRelay
    arm: ArmControllers | None = None
    present: bool = False


class SimulatorNode(Node):
    """Run the world in a thread of its own; ROS callbacks only enqueue commands for it.

    Parameters: `task` (file), `config_dir` (robot cards, houses), `speed` (simulated seconds per
    second of wall time, or max: time goes on as soon as the robots keep up), and `wait_for_robots`
    (seconds of wall time for which time does not start while a robot that is there from the start
    has no listener for its images; 0: start at once).
    `stop_records` is the folder in which emergency stops are kept over a restart, empty for the
    usual one; `stop_settling` is for how many seconds of wall time robots stand still after the
    start, to hear whether one is pressed.
    """

    def __init__(self, **node_options: Any) -> None:
        super().__init__("simulator", **node_options)
        # Numbers may come as whole ones, so types are checked in `setup`, not by ROS.
        any_type = ParameterDescriptor(dynamic_typing=True)
        self.declare_parameter("task", "", any_type)
        self.declare_parameter("config_dir", "config", any_type)
        self.declare_parameter("speed", 1.0, any_type)
        self.declare_parameter("wait_for_robots", 0.0, any_type)
        self.declare_parameter("stop_records", "", any_type)
        self.declare_parameter("stop_settling", SETTLING, any_type)
        self._commands: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self.exit_code = 0
        self._robots: dict[str, _Robot] = {}
        self._air: RadioAir | None = None
        self._speed = 1.0
        self._waiting: RobotsWaitedFor | None = None
        self._commanders: CommandersWaitedFor | None = None
        self._clock_steps = CLOCK_STEPS
        self._wait = self._settling = 0.0
        self._reported = (0.0, 0.0)

    def setup(self) -> None:
        """Load the task, offer all topics and servers, and start time.

        Raises:
            ConfigError: A parameter or a file that it names is wrong.
        """
        self._speed = self._read_speed()
        self._wait = self._positive("wait_for_robots", zero=True)
        self._settling = self._positive("stop_settling", zero=True)
        self._simulator = self._load()
        self._simulator.start()
        if self._simulator.driven_by_velocities:
            self._clock_steps = 1
        self._clock_topic = self.create_publisher(Clock, "/clock", CLOCK)
        self._clocks = RobotClocks(self, self._simulator.task.robots)
        self._tf = self.create_publisher(TFMessage, "/tf", TF)
        self._tf_static = self.create_publisher(TFMessage, "/tf_static", TF_STATIC)
        self._events = self.create_publisher(WorldEvent, topics.WORLD_EVENTS, EVENTS)
        self._diagnostics = self.create_publisher(DiagnosticArray, topics.DIAGNOSTICS, RELIABLE)
        self._house = publish_house(self, self._simulator.world.house)
        if self._simulator.task.radio != PERFECT_RADIO:
            # Radios delay in seconds of wall time: where no speed is known, those of the setting.
            speed = self._speed if self._speed != MAX else 1.0
            self._air = RadioAir(
                self, self._simulator.task.radio, self._simulator.world.house, speed
            )
        for robot in self._simulator.world.robots.values():
            self._robots[robot.name] = self._set_up(robot)
        if self._speed == MAX:
            self._waiting = RobotsWaitedFor(self, self._simulator.task.robots)
            self._commanders = CommandersWaitedFor()
        self._simulator.why_halted = self._why_halted
        self._thread = threading.Thread(target=self._run, name="world", daemon=True)
        self._thread.start()

    def _set_up(self, robot: WorldRobot) -> _Robot:
        simulator, name, enqueue = self._simulator, robot.name, self._commands.put
        pictures, drift = simulator.noise_of(name)
        arm, ahead = simulator.arms.get(name), robot.entry.clock_ahead
        periods = FOR_NAV2 if simulator.driven_by_velocities else USUAL
        return _Robot(
            RobotSensors(self, robot, simulator.sensors, pictures, drift, arm, periods),
            RobotActions(self, name, simulator, drift, enqueue),
            self._navigation(name, drift),
            self._listen_for_stops(name),
            ArmControllers(self, name, simulator, ahead, enqueue) if arm else None,
        )

    def _navigation(self, name: str, drift: Drift) -> Nav2StandIn | VelocityCommands:
        """Return what stands in for Nav2, or what obeys it."""
        simulator, enqueue = self._simulator, self._commands.put
        if not simulator.driven_by_velocities:
            return Nav2StandIn(self, name, simulator, drift, enqueue)
        tell = partial(simulator.tell_velocity, name)
        return VelocityCommands(
            self, name, tell, lambda: self._clocks.on(name, simulator.time), enqueue
        )

    def _listen_for_stops(self, name: str) -> StopRelay:
        """Have a robot's base and arm obey emergency stops by themselves, as a driver's does."""
        stop = EmergencyStop(name, time.monotonic)
        relay = StopRelay(
            self,
            stop,
            BASE,
            partial(self._simulator.moving, name),
            Path(records) if (records := str(self.get_parameter("stop_records").value)) else None,
            self._settling,
        )
        relay.setup()
        return relay

    def _why_halted(self, name: str) -> str:
        stop = self._robots[name].stop.stop
        if stop.pressed:
            return "the emergency stop is pressed"
        return "" if stop.known else "whether the emergency stop is pressed is not known yet"

    def shutdown(self) -> None:
        """Stop time and wait, at most two seconds, for the loop to end."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
        while self._robots:
            _, robot = self._robots.popitem()
            robot.actions.destroy()
            if robot.arm is not None:
                robot.arm.destroy()

    def _positive(self, name: str, zero: bool = False) -> float:
        value = self.get_parameter(name).value
        if not isinstance(value, int | float) or not (value > 0 or (zero and value == 0)):
            expected = "zero or more" if zero else "more than zero"
            raise ConfigError(f"parameter {name}: expected a number {expected}, got {value!r}")
        return float(value)

    def _read_speed(self) -> float:
        if self.get_parameter("speed").value == MAX_WORD:
            return MAX
        try:
            return self._positive("speed")
        except ConfigError as error:
            raise ConfigError(f"{error}; or {MAX_WORD}") from None

    def _load(self) -> Simulator:
        path = str(self.get_parameter("task").value)
        config = Path(str(self.get_parameter("config_dir").value))
        if not path:
            raise ConfigError("parameter task: expected the path of a task file, got nothing")
        task = load_task(Path(path))
        house = load_house(Path(task.house))
        for warning in house.warnings:
            self.get_logger().warning(warning)
        cards = {robot.name: load_card(robot.card, config) for robot in task.robots}
        arms = arms_of(task.robots, cards, config)
        self.get_logger().info(
            f"task {path}, house {house.source}, speed {speed_text(self._speed)}, "
            f"robots {', '.join(cards)}, {len(task.misplaced)} objects out of place"
        )
        return Simulator(house, task, cards, arms)

    # The loop's thread

    def _run(self) -> None:
        try:
            self._wait_for_robots()
            self._publish()
            due = time.monotonic()
            self._reported = (due, self._simulator.time)
            while not self._ending.is_set():
                if self._waiting is not None:
                    self._hold(self._waiting)
                run_waiting(self._commands)
                self._hold_for_commands()
                self._simulator.step()
                self._publish()
                due += STEP / self._speed
                delay = due - time.monotonic()
                if delay > 0.0:
                    self._ending.wait(delay)
                elif delay < -LAG:
                    due = time.monotonic()
        finally:
            if not self._ending.is_set():
                # The error is printed by the thread; without a world the process has to end.
                self.exit_code = 1
                self.context.try_shutdown()

    def _wait_for_robots(self) -> None:
        first = [self._robots[r.name].sensors for r in self._simulator.world.present()]
        until = time.monotonic() + self._wait
        while not all(s.watched for s in first) and time.monotonic() < until:
            self._clock_topic.publish(Clock())
            if self._ending.wait(0.1):
                return

    def _hold(self, waiting: RobotsWaitedFor) -> None:
        """Let time stand until no robot is too far behind, or is waited for no longer."""
        now = self._simulator.time
        present = [robot.name for robot in self._simulator.world.present()]
        told_at = time.monotonic()
        while not self._ending.is_set() and waiting.must_wait(present, now):
            if time.monotonic() - told_at >= TELL_AGAIN:
                # A time that was not heard, as messages of this topic may be lost, holds nobody.
                told_at = time.monotonic()
                self._clock_topic.publish(Clock(clock=time_to_ros(now)))
                self._clocks.publish(now)

    def _hold_for_commands(self) -> None:
        """Let time stand until bases that move have been told how to go on, or nobody tells."""
        if self._commanders is None:
            return
        drivers, now = self._simulator.told_velocities(), self._simulator.time
        while not self._ending.is_set() and self._commanders.must_wait(drivers, now):
            time.sleep(COMMAND_POLL)
            run_waiting(self._commands)

    def _publish(self) -> None:
        now = self._simulator.time
        present = self._simulator.world.present()
        # Time first, then what carries it; transforms before the images that need them.
        on_beat = round(now / STEP) % self._clock_steps == 0
        if on_beat:
            self._clock_topic.publish(Clock(clock=time_to_ros(now)))
            self._clocks.publish(now)
        for robot in present:
            mine = self._robots[robot.name]
            mine.sensors.drift.move(robot.pose)
            if not mine.present:
                mine.present = True
                self._tf_static.publish(fixed_transforms_to_ros([robot], now))
        if present and (
            on_beat
            or any(
                self._robots[r.name].sensors.camera_due(self._clocks.on(r.name, now))
                for r in present
            )
        ):
            poses = {r.name: self._robots[r.name].sensors.drift.here for r in present}
            heights = {r.name: self._simulator.world.base_height(r) for r in present}
            for stamp, group in self._clocks.by_time(poses, now).items():
                self._tf.publish(moving_transforms_to_ros(group, stamp, heights))
        for robot in present:
            self._robots[robot.name].sensors.publish(self._clocks.on(robot.name, now))
        if self._air is not None:
            self._air.publish(present, now)
        for entry in self._robots.values():
            entry.actions.attend(now)
            entry.navigation.attend(now)
            if entry.arm is not None:
                entry.arm.attend(now)
        self._publish_events()
        if now - self._reported[1] >= REPORT_PERIOD:
            self._report(now)

    def _publish_events(self) -> None:
        events = self._simulator.take_events()
        if not events:
            return
        judged = self._simulator.evaluation()
        tidied = len(judged.tidied)
        total = tidied + len(judged.untidied)
        for event in events:
            self._events.publish(world_event_to_ros(event, tidied, total))
            self.get_logger().info(f"{event.stamp:7.2f} s {event.text}")

    def _report(self, now: float) -> None:
        wall = time.monotonic()
        factor = (now - self._reported[1]) / max(1e-6, wall - self._reported[0])
        self._reported = (wall, now)
        slow = self._waiting is None and factor < TOO_SLOW * self._speed
        wanted = speed_text(self._speed)
        message = f"speed {factor:.2f} of {wanted}" + (": too slow" if slow else "")
        left_behind = self._waiting.left_behind if self._waiting is not None else []
        if left_behind:
            message = f"simulated time does not wait for {', '.join(left_behind)} any more"
        status = DiagnosticStatus(
            name="simulator",
            level=DiagnosticStatus.WARN if slow or left_behind else DiagnosticStatus.OK,
            message=message,
        )
        values: dict[str, Any] = {"speed": wanted, "achieved": f"{factor:.3f}"}
        for robot in self._simulator.world.present():
            values[f"{robot.name} battery s"] = f"{robot.battery:.0f}"
            values[f"{robot.name} path m"] = f"{robot.path_length:.2f}"
        status.values = [KeyValue(key=key, value=value) for key, value in values.items()]
        array = DiagnosticArray(status=[status])
        array.header.stamp = time_to_ros(now)
        self._diagnostics.publish(array)


def main() -> int:
    """Run the node; return the exit code."""
    return run_node(SimulatorNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
