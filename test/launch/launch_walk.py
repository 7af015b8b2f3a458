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
    from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, OpaqueFunction

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
        elif isinstance(entity, DeclareLaunchArgument):
            entity.execute(context)
        elif type(entity).__name__ == "ROSTimer":
            waiting = [*entity.actions, *waiting]
    return found


def nodes(actions: list[Any]) -> list[str]:
    from launch_ros.actions import Node

    return [action.node_executable for action in actions if isinstance(action, Node)]
