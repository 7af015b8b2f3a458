# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Parameters of a team's nodes that bring-up finds out itself, beside those of a user's file."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adhoc_teamwork.bringup.ros.launch_files.body_bringup import parameter_file
from adhoc_teamwork.teamwork.settings.config import ConfigError, read_yaml

_BELOW = "ros__parameters"
Told = dict[str, dict[str, Any]]
"""Parameters by full name of the node."""


def gripper_parameters(robot: str, ends: tuple[float, float] | None) -> Told:
    """Return what a robot's skills must know of its gripper's controller.

    Args:
        robot: Its name.
        ends: Positions of a finger's joint where the hand is shut and where it is wide open; None
            for a robot without.
    """
    if ends is None:
        return {}
    return {f"/{robot}/skills": {"gripper_closed": ends[0], "gripper_open": ends[1]}}


def team_file(given: str, told: Told) -> str:
    """Return a ROS parameter file with both; what the given file says of a parameter wins.

    Args:
        given: A user's file, or an empty text.
        told: What bring-up found out.

    Raises:
        ConfigError: The file has another form.
    """
    if not told:
        return given
    made: dict[str, Any] = {name: {_BELOW: dict(values)} for name, values in told.items()}
    for name, node in _nodes(given).items():
        both: Mapping[str, Any] = made.get(name, {}).get(_BELOW, {})
        made[name] = {**node, _BELOW: {**both, **node.get(_BELOW, {})}}
    return str(parameter_file("team", "parameters", made))


def _nodes(given: str) -> dict[str, Any]:
    content = read_yaml(Path(given)) if given else {}
    nodes = content.values() if isinstance(content, dict) else [None]
    if not all(isinstance(one, dict) and isinstance(one.get(_BELOW, {}), dict) for one in nodes):
        raise ConfigError(f"params_file:={given}: expected nodes with their parameters")
    return dict(content)
