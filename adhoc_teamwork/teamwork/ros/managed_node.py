# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node with a life cycle: configured and activated by a lifecycle manager, or by itself."""

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue
from rclpy.clock import Clock, ClockType
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn

from adhoc_teamwork.teamwork.lifecycle import AUTOSTART, State, why_not_active
from adhoc_teamwork.teamwork.ros.parameters import NodeParameters
from adhoc_teamwork.teamwork.ros.status import StatusPublisher
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import ParameterTable, Value

_TELL_PERIOD = 1.0
_STATE = "lifecycle"


class ManagedNode(LifecycleNode):
    """Be configured, activated, deactivated and cleaned up; with `autostart` all by itself.

    A room's node says in four methods what happens: `configure` reads parameters and connects,
    `activate` begins to work, `deactivate` ends the work, `cleanup` lets go. The last two may
    follow a `configure` or `activate` that failed half-way, and return within two seconds. What a
    node creates in `configure` (publishers, subscriptions, timers, clients, services) is destroyed
    after `cleanup`, what it creates in `activate` after `deactivate`.

    While it is not active, its entry in /diagnostics says why.
    """

    def __init__(
        self, name: str, table: ParameterTable, status: str = "{robot}: {name}", **options: Any
    ) -> None:
        """Declare the parameters of `table`, and `autostart`.

        Args:
            name: Of the node.
            table: Its parameters.
            status: Its name in /diagnostics.
            options: Those of rclpy's Node.

        Raises:
            ConfigError: A parameter has a value that it cannot have.
        """
        super().__init__(name, **options)
        self.state = State.UNCONFIGURED
        self.robot = self.get_namespace().strip("/")
        self.status_name = status.format(robot=self.robot, name=name)
        self._fault: Exception | None = None
        self._is_starting = False
        self.is_ending = False
        self._entities_before: dict[State, set[Any]] = {}
        table = replace(table, parameters=(*table.parameters, AUTOSTART))
        try:
            self.parameters = NodeParameters(self, table, self._on_changes)
        except ConfigError:
            super().destroy_node()
            raise

    # --- what a room's node says ----------------------------------------------------------------

    def configure(self) -> None:
        """Read parameters and connect.

        Raises:
            ConfigError: Something is not as it was expected.
        """

    def activate(self) -> None:
        """Begin to work.

        Raises:
            ConfigError: Something is not as it was expected.
        """

    def deactivate(self) -> None:
        """End the work."""

    def cleanup(self) -> None:
        """Let go of what was configured."""

    def take_changes(self, changes: Mapping[str, Value]) -> None:
        """Store or enqueue parameters that changed; called only while configured."""

    # --- what runs it ---------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Tell whether the node works."""
        return self.state is State.ACTIVE

    def setup(self) -> None:
        """Begin: alone with `autostart`, else wait for a lifecycle manager.

        Raises:
            ConfigError: It cannot be configured or activated, and nobody else will do it.
        """
        self._diagnostics = StatusPublisher(self)
        wall = Clock(clock_type=ClockType.STEADY_TIME)
        self._teller = self.create_timer(_TELL_PERIOD, self._tell_why_not, clock=wall)
        if not self.parameters[AUTOSTART.name]:
            self.get_logger().info(why_not_active(self.state, ""))
            return
        self._is_starting = True
        for step in (self.trigger_configure, self.trigger_activate):
            step()
            if self._fault is not None:
                raise self._fault
        self._is_starting = False

    def shutdown(self) -> None:
        """End, within two seconds; what is left is destroyed with the node."""
        self.is_ending = True
        if self.state is State.ACTIVE:
            self.deactivate()
        if self.state in (State.ACTIVE, State.INACTIVE):
            self.cleanup()
        self.state = State.FINALIZED

    def report_status(self, statuses: Sequence[Any]) -> None:
        """Publish entries of /diagnostics; the first one gets the node's state."""
        statuses[0].values = [*statuses[0].values, KeyValue(key=_STATE, value=self.state.value)]
        self._diagnostics.tell(statuses)

    # --- transitions, as rclpy calls them -------------------------------------------------------

    def on_configure(self, _state: Any) -> Any:
        """Configure, or be left as before."""
        return self._enter(State.INACTIVE, self.configure, self.cleanup)

    def on_activate(self, _state: Any) -> Any:
        """Activate, or be left as before."""
        done = self._enter(State.ACTIVE, self.activate, self.deactivate)
        if self.is_active:
            self._teller.cancel()
        return done

    def on_deactivate(self, _state: Any) -> Any:
        """Deactivate."""
        return self._leave(State.ACTIVE, self.deactivate, State.INACTIVE)

    def on_cleanup(self, _state: Any) -> Any:
        """Clean up."""
        return self._leave(State.INACTIVE, self.cleanup, State.UNCONFIGURED)

    def on_shutdown(self, _state: Any) -> Any:
        """End for good; the process goes on to answer, as ROS's managed nodes do."""
        return self._let_go(State.FINALIZED)

    def on_error(self, _state: Any) -> Any:
        """Let go of everything after a fault of the program; it may be configured anew."""
        fault = self._fault
        done = self._let_go(State.UNCONFIGURED)
        if done is TransitionCallbackReturn.SUCCESS:
            self._fault = fault
        else:
            self.state = State.FINALIZED
        return done

    def _enter(self, state: State, act: Callable[[], None], undo: Callable[[], None]) -> Any:
        self._fault = None
        self._entities_before[state] = self._entities()
        try:
            act()
        except ConfigError as error:
            self._complain(error, str(error))
            undo()
            self._destroy_since(state)
            return TransitionCallbackReturn.FAILURE
        except Exception as error:  # noqa: BLE001 - told in /diagnostics, and raised by setup
            return self._broke(error)
        self.state = state
        return TransitionCallbackReturn.SUCCESS

    def _leave(self, state: State, act: Callable[[], None], then: State) -> Any:
        self._fault = None
        self._teller.reset()
        try:
            act()
        except Exception as error:  # noqa: BLE001 - told in /diagnostics
            return self._broke(error)
        self._destroy_since(state)
        self.state = then
        return TransitionCallbackReturn.SUCCESS

    def _let_go(self, then: State) -> Any:
        """Undo all that was done, half-done or not."""
        steps = ((State.ACTIVE, self.deactivate), (State.INACTIVE, self.cleanup))
        for state, act in steps:
            if state in self._entities_before and (
                self._leave(state, act, then) is not TransitionCallbackReturn.SUCCESS
            ):
                return TransitionCallbackReturn.ERROR
        self.state = then
        return TransitionCallbackReturn.SUCCESS

    def _broke(self, error: Exception) -> Any:
        self._complain(error, "".join(traceback.format_exception(error)).rstrip())
        return TransitionCallbackReturn.ERROR

    def _complain(self, error: Exception, text: str) -> None:
        self._fault = error
        if not self._is_starting:
            # Otherwise `setup` raises it.
            self.get_logger().error(text)

    def _entities(self) -> set[Any]:
        return {
            *self.publishers,
            *self.subscriptions,
            *self.clients,
            *self.services,
            *self.timers,
        }

    def _destroy_since(self, state: State) -> None:
        before = self._entities_before.pop(state, None)
        if before is None:
            return
        for kind, destroy in (
            (self.timers, self.destroy_timer),
            (self.subscriptions, self.destroy_subscription),
            (self.services, self.destroy_service),
            (self.clients, self.destroy_client),
            (self.publishers, self.destroy_publisher),
        ):
            for entity in [e for e in kind if e not in before]:
                destroy(entity)

    def _on_changes(self, changes: Mapping[str, Value]) -> None:
        if self.state in (State.INACTIVE, State.ACTIVE):
            self.take_changes(changes)

    def _tell_why_not(self) -> None:
        if self.is_active:
            return
        fault = self._fault
        self.report_status(
            [
                DiagnosticStatus(
                    level=DiagnosticStatus.ERROR if fault else DiagnosticStatus.WARN,
                    name=self.status_name,
                    hardware_id=self.robot,
                    message=why_not_active(self.state, str(fault) if fault else ""),
                )
            ]
        )
