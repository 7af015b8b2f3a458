# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Load launch files and follow them to all their actions, without starting a process."""

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "launch"


def describe(name: str) -> Any:
    from launch.launch_description_sources import get_launch_description_from_python_launch_file

    return get_launch_description_from_python_launch_file(str(FOLDER / name))


def visit(name: str, arguments: dict[str, str]) -> list[Any]:
    """Return all actions that a launch file leads to, without starting a process."""
    return walk(describe(name).entities, arguments)


def walk(entities: list[Any], arguments: dict[str, str]) -> list[Any]:
    from launch import LaunchContext
    from launch.actions import (
        DeclareLaunchArgument,
        GroupAction,
        IncludeLaunchDescription,
        OpaqueFunction,
    )

    context = LaunchContext()
    context.launch_configurations.update(arguments)
    waiting = list(entities)
    found = []
    while waiting:
        entity = waiting.pop(0)
        found.append(entity)
        if isinstance(entity, OpaqueFunction):
            waiting = [*(entity.execute(context) or []), *waiting]
        elif isinstance(entity, IncludeLaunchDescription):
            included = entity.launch_description_source.get_launch_description(context)
            found += walk(included.entities, dict(entity.launch_arguments))
        elif isinstance(entity, GroupAction):
            waiting = [*entity.get_sub_entities(), *waiting]
        elif isinstance(entity, DeclareLaunchArgument):
            entity.execute(context)
        elif type(entity).__name__ == "ROSTimer":
            waiting = [*entity.actions, *waiting]
    return found


def followed(name: str, arguments: dict[str, str]) -> list[Any]:
    """Return the nodes that a launch file starts, as told by all that stands before each.

    Conditions, scopes and remappings count as in a launch; no process is started.
    """
    from launch import LaunchContext
    from launch_ros.actions import Node

    context = LaunchContext()
    context.launch_configurations.update(arguments)
    waiting, found = [describe(name)], []
    while waiting:
        entity = waiting.pop(0)
        if not isinstance(entity, Node):
            waiting = [*(entity.visit(context) or []), *waiting]
        elif entity.condition is None or entity.condition.evaluate(context):
            entity._perform_substitutions(context)
            found.append(entity)
    return found


def nodes(actions: list[Any]) -> list[str]:
    from launch_ros.actions import Node

    return [action.node_executable for action in actions if isinstance(action, Node)]


def settled(action: Any) -> tuple[str, dict[str, Any], list[str]]:
    """Return a node's namespace, parameters and command-line words."""
    from launch import LaunchContext
    from launch.substitutions import TextSubstitution
    from launch_ros.utilities import evaluate_parameters

    context = LaunchContext()
    action._perform_substitutions(context)
    given: dict[str, Any] = {}
    for entry in evaluate_parameters(context, action._Node__parameters):
        given |= entry if isinstance(entry, dict) else {}
    plain = [word for word in action.cmd if isinstance(word[0], TextSubstitution)]
    words = ["".join(part.perform(context) for part in word) for word in plain]
    return action.expanded_node_namespace, given, words


def started(actions: list[Any], executable: str) -> dict[str, Any]:
    """Return what is started of an executable, by namespace."""
    from launch_ros.actions import Node

    found = [a for a in actions if isinstance(a, Node) and a.node_executable == executable]
    by_space = {settled(action)[0]: action for action in found}
    assert len(by_space) == len(found)
    return by_space
