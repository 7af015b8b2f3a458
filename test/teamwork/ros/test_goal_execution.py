# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A goal is executed whether or not its client cancels it at that very moment."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

from action_msgs.msg import GoalStatus
from adhoc_interfaces.action import ExecuteSkill
from rclpy._rclpy_pybind11 import RCLError
from rclpy.action import ActionClient, ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from adhoc_teamwork.teamwork.ros.goal_execution import execute_goal

LIMIT = 10.0


class Bench:
    """A server that executes no goal by itself, and a client."""

    def __init__(self, context: Any) -> None:
        self.node = Node("bench", context=context)
        self.executor = SingleThreadedExecutor(context=context)
        self.executor.add_node(self.node)
        self.accepted: list[Any] = []
        self.server = ActionServer(
            self.node,
            ExecuteSkill,
            "work",
            self._execute,
            handle_accepted_callback=self.accepted.append,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        self.client = ActionClient(self.node, ExecuteSkill, "work")

    @staticmethod
    def _execute(handle: Any) -> Any:
        handle.canceled()
        return ExecuteSkill.Result()

    def until(self, holds: Callable[[], Any]) -> None:
        end = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < end, "nothing came"
            self.executor.spin_once(timeout_sec=0.05)

    def canceling(self) -> tuple[Any, Any]:
        """Return the server's and the client's handle of a goal that is being canceled."""
        self.until(self.client.server_is_ready)
        sent = self.client.send_goal_async(ExecuteSkill.Goal())
        self.until(sent.done)
        goal = sent.result()
        canceled = goal.cancel_goal_async()
        self.until(canceled.done)
        return self.accepted[0], goal


@pytest.fixture
def bench(ros_context: Any) -> Iterator[Bench]:
    made = Bench(ros_context)
    yield made
    made.server.destroy()
    made.client.destroy()
    made.executor.shutdown()
    made.node.destroy_node()


def test_a_cancel_between_rclpys_look_and_its_change_is_no_error(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle, goal = bench.canceling()
    real = ServerGoalHandle.is_cancel_requested.fget
    looks = iter([False])
    late = property(lambda self: next(looks, None) is not False and real(self))
    monkeypatch.setattr(ServerGoalHandle, "is_cancel_requested", late)
    execute_goal(handle)
    result = goal.get_result_async()
    bench.until(result.done)
    assert result.result().status == GoalStatus.STATUS_CANCELED


def test_what_has_ended_is_not_executed_again(bench: Bench) -> None:
    handle, goal = bench.canceling()
    execute_goal(handle)
    result = goal.get_result_async()
    bench.until(result.done)
    with pytest.raises(RCLError):
        execute_goal(handle)
