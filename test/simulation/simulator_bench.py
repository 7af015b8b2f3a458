# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulator's node and one client of it, spun together until something holds."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rclpy.action import ActionClient
from rclpy.experimental.events_executor import EventsExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter

from adhoc_teamwork.simulation.ros.node import SimulatorNode

LIMIT = 15.0
"""Seconds of wall time within which whatever a test waits for must happen."""


class SimulatorBench:
    """Spin the simulator, at eight times real time, and a client, within the limit."""

    def __init__(self, client: Node, folder: Path, config: Path, **parameters: Any) -> None:
        """Play the task of `folder` with the configuration in `config`."""
        task = str(folder / "task.json")
        values = {"task": task, "config_dir": str(config), "speed": 8.0, "stop_settling": 0.0}
        values.update(parameters)
        overrides = [Parameter(name, value=value) for name, value in values.items()]
        self._client_node = client
        self.simulator = SimulatorNode(context=client.context, parameter_overrides=overrides)
        self.simulator.setup()
        self.executor = EventsExecutor(context=client.context)
        self.executor.add_node(self.simulator)
        self.executor.add_node(client)

    def until(self, holds: Callable[[], Any]) -> Any:
        """Spin until `holds` gives something true; return it."""
        end = time.monotonic() + LIMIT
        while not (value := holds()):
            assert time.monotonic() < end, "waited too long"
            self.executor.spin_once(timeout_sec=0.05)
        return value

    def result(self, future: Any) -> Any:
        """Return what comes of a future."""
        self.until(future.done)
        return future.result()

    def send(
        self, client: ActionClient, goal: Any, feedback: Callable[[Any], None] | None = None
    ) -> Any:
        """Send a goal and return its handle."""
        self.until(client.server_is_ready)
        return self.result(client.send_goal_async(goal, feedback_callback=feedback))

    def close(self) -> None:
        """End both nodes."""
        self.simulator.shutdown()
        self.executor.shutdown(timeout_sec=1.0)
        for node in (self.simulator, self._client_node):
            node.destroy_node()
