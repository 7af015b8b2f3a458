# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stage for nodes of one test: spin them until something holds, and end them all."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter

from adhoc_teamwork.comm_bridge.ros.broker.node import Broker


class Stage:
    """Spin nodes until something holds, for `limit` seconds at most."""

    def __init__(self, context: Any, limit: float) -> None:
        self.context = context
        self.limit = limit
        self.executor = SingleThreadedExecutor(context=context)
        self.nodes: list[Any] = []

    def broker(self, log: Path | None = None) -> Broker:
        overrides = [Parameter("log", value=str(log or ""))]
        node = Broker(context=self.context, parameter_overrides=overrides)
        node.setup()
        return self.add(node)

    def add(self, node: Any) -> Any:
        self.nodes.append(node)
        self.executor.add_node(node)
        return node

    def remove(self, node: Any) -> None:
        self.nodes.remove(node)
        self.executor.remove_node(node)
        if isinstance(node, Broker):
            node.shutdown()
        node.destroy_node()

    def until(self, holds: Callable[[], bool]) -> bool:
        end = time.monotonic() + self.limit
        while not holds() and time.monotonic() < end:
            self.executor.spin_once(timeout_sec=0.05)
        return holds()

    def close(self) -> None:
        for node in list(self.nodes):
            self.remove(node)
        self.executor.shutdown(timeout_sec=1.0)
