# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert the arguments of sub-tasks and sub-skills to and from adhoc_interfaces/Argument."""

from collections.abc import Iterable
from typing import Any

from adhoc_interfaces import msg as ros

from adhoc_teamwork.teamwork.actions.action import Action, Value
from adhoc_teamwork.teamwork.ros.conversions.fields import text_to_ros


def arguments_to_ros(action: Action) -> list[Any]:
    """Return an adhoc_interfaces/Argument for each argument of an action."""
    return [
        ros.Argument(name=name, number=value, is_number=True)
        if isinstance(value, float)
        else ros.Argument(name=text_to_ros(name), text=text_to_ros(value))
        for name, value in action.arguments
    ]


def arguments_from_ros(messages: Iterable[Any]) -> dict[str, Value]:
    """Return the arguments by name; whether an action has them is its spec's to say."""
    return {m.name: m.number if m.is_number else m.text for m in messages}
