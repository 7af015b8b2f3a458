# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Do to a node what a lifecycle manager and `ros2 param` do: through its services."""

import time
from collections.abc import Callable
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState
from rcl_interfaces.srv import DescribeParameters, SetParameters, SetParametersAtomically
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile

LIMIT = 15.0
ANSWER = 3.0
"""Seconds after which a question is asked again: a first answer may miss a client just found."""

CONFIGURE, CLEANUP = Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_CLEANUP
ACTIVATE, DEACTIVATE = Transition.TRANSITION_ACTIVATE, Transition.TRANSITION_DEACTIVATE
END_INACTIVE = Transition.TRANSITION_INACTIVE_SHUTDOWN


class NodeManager:
    """Manage one node that others spin, or that `spin` spins for a moment.

    Args:
        context: The ROS context of both.
        name: The node's full name, such as `/rob/mover`.
        spin: Called again and again while an answer is waited for.
    """

    def __init__(self, context: Any, name: str, spin: Callable[[], None] = lambda: None) -> None:
        self._name, self._spin = name, spin
        self._node = Node(f"manager_of{name.replace('/', '_')}", context=context)
        self._executor = SingleThreadedExecutor(context=context)
        self._executor.add_node(self._node)
        self._clients: dict[str, Any] = {}
        self.statuses: list[Any] = []
        self._node.create_subscription(
            DiagnosticArray,
            "/diagnostics",
            lambda m: self.statuses.extend(m.status),
            QoSProfile(depth=50),
        )

    def change(self, transition: int) -> bool:
        """Ask for a transition; return whether it succeeded."""
        request = ChangeState.Request(transition=Transition(id=transition))
        before = self.state()
        answer = self._ask_once(ChangeState, "change_state", request, LIMIT)
        return self.state() != before if answer is None else bool(answer.success)

    def state(self) -> str:
        """Return the label of the node's state."""
        return str(self._ask(GetState, "get_state", GetState.Request()).current_state.label)

    def refusal(self, **values: Any) -> str:
        """Set parameters one by one (`__` for a dot); return why one was refused, or nothing."""
        request = SetParameters.Request(parameters=_messages(values))
        results = self._ask(SetParameters, "set_parameters", request).results
        assert len(results) == len(values)
        return next((r.reason or "refused" for r in results if not r.successful), "")

    def refusal_of_all(self, **values: Any) -> str:
        """Set parameters all at once; return why they were refused, or nothing."""
        request = SetParametersAtomically.Request(parameters=_messages(values))
        result = self._ask(SetParametersAtomically, "set_parameters_atomically", request).result
        return "" if result.successful else result.reason or "refused"

    def descriptions(self, names: list[str]) -> list[Any]:
        """Return the ParameterDescriptor of each of these."""
        request = DescribeParameters.Request(names=names)
        return list(self._ask(DescribeParameters, "describe_parameters", request).descriptors)

    def until(self, holds: Callable[[], Any], seconds: float = LIMIT) -> bool:
        """Spin until something holds, for a bounded time; return whether it does."""
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            self._spin()
            self._executor.spin_once(timeout_sec=0.05)
        return bool(holds())

    def status(self, name: str, message: str = "") -> Any:
        """Return the next entry of that name in /diagnostics, and with that message if given."""
        self.statuses.clear()
        found: list[Any] = []

        def is_there() -> bool:
            found.extend(s for s in self.statuses if s.name == name)
            return any(message in ("", status.message) for status in found)

        heard = self.until(is_there)
        assert heard, f"expected {name}: {message}, got {[s.message for s in found]}"
        return next(s for s in found if message in ("", s.message))

    def close(self) -> None:
        """Let go of the node that asks."""
        self._executor.shutdown(timeout_sec=1.0)
        self._node.destroy_node()

    def _ask(self, kind: Any, service: str, request: Any) -> Any:
        for _ in range(round(LIMIT / ANSWER)):
            answer = self._ask_once(kind, service, request, ANSWER)
            if answer is not None:
                return answer
        raise AssertionError(f"{self._name}/{service} does not answer")

    def _ask_once(self, kind: Any, service: str, request: Any, seconds: float) -> Any:
        """Return the answer, or None where there is none in time."""
        if service not in self._clients:
            self._clients[service] = self._node.create_client(kind, f"{self._name}/{service}")
        client = self._clients[service]
        assert self.until(client.service_is_ready), f"no service {self._name}/{service}"
        answer = client.call_async(request)
        return answer.result() if self.until(answer.done, seconds) else None


def _messages(values: dict[str, Any]) -> list[Any]:
    return [
        Parameter(name.replace("__", "."), value=value).to_parameter_msg()
        for name, value in values.items()
    ]


def set_up(node: Any) -> None:
    """Set a node up and let go of it."""
    try:
        node.setup()
    finally:
        node.shutdown()
        node.destroy_node()
