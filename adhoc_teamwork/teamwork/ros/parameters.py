# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Declare a node's parameters from a table, refuse wrong changes and hand on the right ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    ParameterType,
    SetParametersResult,
)
from rclpy.exceptions import InvalidParameterTypeException, InvalidParameterValueException

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable, Value

_TYPES = {
    bool: ParameterType.PARAMETER_BOOL,
    int: ParameterType.PARAMETER_INTEGER,
    float: ParameterType.PARAMETER_DOUBLE,
    str: ParameterType.PARAMETER_STRING,
}


class NodeParameters:
    """Hold the parameters of one node, as declared.

    What may not change at run time is declared read-only. Changes are taken or refused as a whole;
    `changed` is called with those that were taken, on the node's executor.

    Args:
        node: Whose parameters they are.
        table: What they are.
        changed: Stores or enqueues what is new.

    Raises:
        ConfigError: The command line or a file gives one a value that it cannot have.
    """

    def __init__(
        self, node: Any, table: ParameterTable, changed: Callable[[Mapping[str, Value]], None]
    ) -> None:
        self._node, self.table, self._changed = node, table, changed
        for parameter in table.parameters:
            self._declare(parameter)
        node.add_on_set_parameters_callback(self._judge)
        node.add_post_set_parameters_callback(self._hand_on)

    def __getitem__(self, name: str) -> Any:
        return self._node.get_parameter(name).value

    def values(self) -> dict[str, Any]:
        """Return all of them.

        Raises:
            ConfigError: They do not go together, or one that is needed is missing.
        """
        values = self._present()
        self.table.ensure(values)
        return values

    def _present(self) -> dict[str, Any]:
        return {name: self[name] for name in self.table.names}

    def _declare(self, parameter: Parameter) -> None:
        try:
            self._node.declare_parameter(
                parameter.name, parameter.default, descriptor_of(parameter)
            )
        except (InvalidParameterTypeException, InvalidParameterValueException) as error:
            raise ConfigError(
                f"{self.table.node}: parameter {parameter.name}: expected {parameter.expected}"
                f" ({error})"
            ) from None

    def _judge(self, changes: Sequence[Any]) -> Any:
        own = {change.name: change.value for change in changes if change.name in self.table}
        wrong = self.table.wrong({**self._present(), **own}) if own else ""
        return SetParametersResult(successful=not wrong, reason=wrong)

    def _hand_on(self, changes: Sequence[Any]) -> None:
        own = {change.name: change.value for change in changes if change.name in self.table}
        if own:
            told = ", ".join(f"{name}={value}" for name, value in own.items())
            self._node.get_logger().info(f"changed: {told}")
            self._changed(own)


def descriptor_of(parameter: Parameter) -> Any:
    """Return the rcl_interfaces/ParameterDescriptor that says what a parameter is."""
    descriptor = ParameterDescriptor(
        name=parameter.name,
        type=_TYPES[type(parameter.default)],
        description=parameter.description,
        additional_constraints=f"Expected {parameter.expected}.",
        read_only=not parameter.is_live,
        dynamic_typing=parameter.takes_numbers,
    )
    if parameter.least is None or parameter.most is None:
        return descriptor
    if isinstance(parameter.default, float):
        bounds = FloatingPointRange(from_value=parameter.least, to_value=parameter.most)
        descriptor.floating_point_range = [bounds]
    else:
        whole = IntegerRange(from_value=int(parameter.least), to_value=int(parameter.most), step=1)
        descriptor.integer_range = [whole]
    return descriptor
