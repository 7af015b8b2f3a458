# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Play the rounds of a cell's task on ROS: tell robots, check plans, move all arms (executable).

It is the same `Episode` as in the benchmark, with a cell that is seen and moved over topics and
actions, and robots that talk over the radio.
"""

import asyncio
import sys
import threading
import time
from pathlib import Path
from typing import Any

from rclpy.node import Node

from adhoc_teamwork.cells.compiling import compile_cell, load_kinds
from adhoc_teamwork.cells.episode import METHODS, Episode
from adhoc_teamwork.cells.ros.cell_on_ros import CellLostError, CellOnRos
from adhoc_teamwork.cells.ros.team_on_ros import TeamOnRos
from adhoc_teamwork.cells.switching import read_switches
from adhoc_teamwork.cells.task_file import load_task
from adhoc_teamwork.cells.task_world import draw_start
from adhoc_teamwork.teamwork.ros.node_main import run_node
from adhoc_teamwork.teamwork.settings.config import ConfigError

COMING_UP = 300.0
"""Seconds of wall time within which all robots have to listen."""
_POLL = 0.1


class RoundsNode(Node):
    """Play one episode on a thread of its own.

    Parameters: `cell` (a task's file), `seed` (how it begins, what planning draws from), `method`
    (of `episode.METHODS`), `switch` (who is switched on and off before rounds) and `patience`
    (seconds of wall time that a dialog may take).
    """

    def __init__(self, **node_options: Any) -> None:
        super().__init__("cell_rounds", **node_options)
        self._file = str(self.declare_parameter("cell", "").value)
        self._seed = int(self.declare_parameter("seed", 0).value)
        self._method = str(self.declare_parameter("method", "roco").value)
        self._switches = str(self.declare_parameter("switch", "").value)
        self._patience = float(self.declare_parameter("patience", 3600.0).value)
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self.exit_code = 0

    def setup(self) -> None:
        """Load the task, connect, and begin.

        Raises:
            ConfigError: A parameter or a file that it names is wrong, or MuJoCo is missing.
        """
        if self._method not in METHODS:
            raise ConfigError(
                f"parameter method: {self._method:.40}: expected one of {', '.join(METHODS)}"
            )
        if not self._file or self._seed < 0:
            raise ConfigError("cell_rounds: expected cell, a file, and seed, from 0 up")
        path = Path(self._file)
        self._task = load_task(path)
        self._switched = read_switches(self._switches)
        self._switched.check(self._task, path.stem)
        model = compile_cell(self._task.cell, load_kinds(self._task.cell, path.parent), self._file)
        self._cell = CellOnRos(self, model)
        self._cell.setup()
        self._team = TeamOnRos(self, tuple(self._task.agents), self._patience)
        self._team.setup()
        self._thread = threading.Thread(target=self._run, name="rounds", daemon=True)
        self._thread.start()

    def shutdown(self) -> None:
        """End the episode, within two seconds."""
        self._ending.set()
        if self._thread is not None:
            self._cell.shutdown()
            self._team.shutdown()
            self._thread.join(timeout=2.0)

    # The episode's thread

    def _run(self) -> None:
        try:
            self._play()
        except CellLostError as error:
            if not self._ending.is_set():
                self.get_logger().error(f"the rounds end: {error}")
                self._fail()
        except BaseException:
            self._fail()
            raise

    def _fail(self) -> None:
        if not self._ending.is_set():
            self.exit_code = 1
            self.context.try_shutdown()

    def _play(self) -> None:
        until = time.monotonic() + COMING_UP
        while not self._team.is_there():
            if self._ending.wait(_POLL):
                return
            if time.monotonic() > until:
                raise CellLostError(f"not all robots are there after {COMING_UP:g} s")
        goal = draw_start(self._task, self._seed).goal
        episode = Episode(self._task, self._cell, goal, self._seed, self._switched)
        played = asyncio.run(episode.play(self._team.know, METHODS[self._method]))
        end = "done" if played.success else "not done"
        self.get_logger().info(
            f"{end} after {played.steps} rounds; plans a round: {played.plans}; "
            f"refused: {played.refused}"
        )
        self._team.end()


def main() -> int:
    """Play a task until it is over; then wait to be told to end."""
    return run_node(RoundsNode, quick=True)


if __name__ == "__main__":
    sys.exit(main())
