# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The broker's nodes in ROS domains beside its own; one executor spins them all."""

from collections.abc import Sequence
from typing import Any

import rclpy
from rclpy.node import Node

from adhoc_teamwork.teamwork.settings.config import ConfigError

LARGEST = 232


class FurtherDomains:
    """Hold a context and a node for each further domain."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = tuple(numbers)
        self._contexts: list[Any] = []
        self.nodes: list[Any] = []

    def setup(self, executor: Any = None) -> None:
        """Join the domains; an `executor` that spins the broker already spins their nodes, too."""
        for number in self._numbers:
            context = rclpy.Context()
            rclpy.init(context=context, domain_id=number)
            self._contexts.append(context)
            # Parameters and remappings of the command line are those of the broker's own node.
            self.nodes.append(
                Node(
                    f"broker_in_{number}",
                    context=context,
                    use_global_arguments=False,
                    enable_rosout=False,
                    start_parameter_services=False,
                )
            )
            if executor is not None:
                executor.add_node(self.nodes[-1])

    def shutdown(self) -> None:
        """Leave them."""
        while self.nodes:
            node = self.nodes.pop()
            if node.executor is not None:
                node.executor.remove_node(node)
            node.destroy_node()
        while self._contexts:
            rclpy.try_shutdown(context=self._contexts.pop())


def read_domains(text: str) -> tuple[int, ...]:
    """Return the domains in a parameter: numbers with commas or spaces, with or without brackets.

    Raises:
        ConfigError: One is none, or comes twice.
    """
    words = text.strip("[]").replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and int(word) <= LARGEST for word in words):
        raise ConfigError(
            f"broker: parameter domains: expected numbers from 0 to {LARGEST}, got '{text}'"
        )
    numbers = tuple(int(word) for word in words)
    if len(set(numbers)) < len(numbers):
        raise ConfigError(f"broker: parameter domains: expected each domain once, got '{text}'")
    return numbers
