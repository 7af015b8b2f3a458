# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A cell's physics as a ROS 2 node, with the controllers of its arms (executable)."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from adhoc_interfaces.msg import WorldEvent as RosWorldEvent
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import JointState, MultiDOFJointState

from adhoc_teamwork.cells.compiling import TIMESTEP, compile_cell, load_kinds
from adhoc_teamwork.cells.driver import ArmDriver
from adhoc_teamwork.cells.referee import Referee
from adhoc_teamwork.cells.ros.arm_servers import ArmServers
from adhoc_teamwork.cells.ros.joints import CellJoints
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.task_world import begin
from adhoc_teamwork.cells.world import CellWorld
from adhoc_teamwork.simulation.ros.conversions import world_event_to_ros
from adhoc_teamwork.simulation.ros.open_work import run_waiting
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.conversions.stamp import time_to_ros
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.settings.config import ConfigError

TELL_STEPS = 10
"""The clock and what is seen are told every so many steps of physics."""
LOOK_STEPS = 50
"""What came of things is looked at every so many."""
LAG = 0.5
"""What the loop is behind by more than this, in seconds of wall time, it no longer makes up."""


class CellNode(Node):
    """Step a cell in a thread of its own; ROS callbacks only enqueue commands for it.

    Parameters: `cell` (a task's file), `seed` (how it begins) and `speed` (the cell's seconds per
    second of wall time).
    """

    def __init__(self, **node_options: Any) -> None:
        super().__init__("cell", **node_options)
        any_type = ParameterDescriptor(dynamic_typing=True)
        self._file = str(self.declare_parameter("cell", "").value)
        self._seed = int(self.declare_parameter("seed", 0).value)
        self._speed = self.declare_parameter("speed", 1.0, any_type).value
        self._commands: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._servers: list[ArmServers] = []
        self._drivers: list[ArmDriver] = []
        self.exit_code = 0

    def setup(self) -> None:
        """Load the task, offer all topics and servers, and start time.

        Raises:
            ConfigError: A parameter or a file that it names is wrong, or MuJoCo is missing.
        """
        if not isinstance(self._speed, int | float) or not 0.0 < self._speed <= 100.0:
            raise ConfigError(f"parameter speed: expected 0 to 100, got {self._speed!r}")
        if not self._file or self._seed < 0:
            raise ConfigError("cell: expected the parameters cell, a file, and seed, from 0 up")
        path = Path(self._file)
        task = load_task(path)
        model = compile_cell(task.cell, load_kinds(task.cell, path.parent), self._file)
        self._world = CellWorld(model)
        goal = begin(task, self._world, self._seed).goal
        self._referee = Referee(task, goal)
        self._joints = CellJoints(model)
        self._clock_topic = self.create_publisher(Clock, "/clock", qos.CLOCK)
        self._events = self.create_publisher(RosWorldEvent, topics.WORLD_EVENTS, qos.EVENTS)
        self._doors = self.create_publisher(JointState, topics.CELL_DOORS, qos.SENSOR)
        self._bodies = self.create_publisher(MultiDOFJointState, topics.CELL_BODIES, qos.SENSOR)
        self._told = {
            name: self.create_publisher(JointState, f"/{name}/{topics.JOINT_STATES}", qos.SENSOR)
            for name in model.kinds
        }
        for name in model.kinds:
            driver = ArmDriver(self._world, name)
            self._drivers.append(driver)
            self._servers.append(ArmServers(self, name, self._world, driver, self._commands.put))
        self.get_logger().info(
            f"task {path.stem}, seed {self._seed}, {', '.join(model.kinds)}, goal: {goal.words}"
        )
        self._thread = threading.Thread(target=self._run, name="cell", daemon=True)
        self._thread.start()

    def shutdown(self) -> None:
        """Stop time and wait, at most two seconds, for the loop to end."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
        while self._servers:
            self._servers.pop().destroy()

    # The loop's thread

    def _run(self) -> None:
        try:
            self._loop()
        finally:
            if not self._ending.is_set():
                # The error is printed by the thread; without a world the process has to end.
                self.exit_code = 1
                self.context.try_shutdown()

    def _loop(self) -> None:
        due, steps = time.monotonic(), 0
        while not self._ending.is_set():
            if steps % TELL_STEPS == 0:
                run_waiting(self._commands)
                for server in self._servers:
                    server.attend(self._world.time)
                self._tell()
                due += TELL_STEPS * TIMESTEP / float(self._speed)
                delay = due - time.monotonic()
                if delay > 0.0:
                    self._ending.wait(delay)
                elif delay < -LAG:
                    due = time.monotonic()
            if steps % LOOK_STEPS == 0:
                self._look()
            now = self._world.time
            for driver in self._drivers:
                driver.step(now)
            self._world.step(TIMESTEP)
            steps += 1

    def _tell(self) -> None:
        now = self._world.snapshot()
        self._clock_topic.publish(Clock(clock=time_to_ros(now.time)))
        told = self._joints.to_messages(now)
        for name, message in told.robots.items():
            self._told[name].publish(message)
        self._doors.publish(told.doors)
        self._bodies.publish(told.bodies)

    def _look(self) -> None:
        busy = any(driver.is_busy for driver in self._drivers)
        for event in self._referee.look(self._world.observe(), busy):
            message = world_event_to_ros(event, self._referee.met, self._referee.total)
            self._events.publish(message)


def main() -> int:
    """Run a cell until it is told to end."""
    return run_node(CellNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
