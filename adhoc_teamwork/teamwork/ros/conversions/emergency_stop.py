# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert words about the emergency stop to and from adhoc_interfaces messages."""

from typing import Any

from adhoc_interfaces.msg import EmergencyStop as RosEmergencyStop

from adhoc_teamwork.teamwork.team.emergency_stop import StopCommand
from adhoc_teamwork.teamwork.team.stop_states import StopReport


def stop_command_to_ros(word: StopCommand) -> Any:
    """Return an adhoc_interfaces/EmergencyStop."""
    return RosEmergencyStop(
        source=word.source,
        robot=word.robot,
        number=word.number,
        pressed=word.pressed,
        by=word.by,
    )


def stop_command_from_ros(message: Any) -> StopCommand:
    """Return what an adhoc_interfaces/EmergencyStop says; `is_sound` tells whether it can be."""
    return StopCommand(
        str(message.source),
        str(message.robot),
        int(message.number),
        bool(message.pressed),
        str(message.by),
    )


def stop_report_from_ros(message: Any) -> StopReport:
    """Return what an adhoc_interfaces/StopState tells, but for presses that cannot be meant."""
    words = [stop_command_from_ros(word) for word in message.presses]
    return StopReport(
        str(message.robot),
        str(message.part),
        bool(message.stopped),
        str(message.moving) or ("" if message.standing else "does not stand still"),
        tuple(word for word in words if word.pressed and word.is_sound),
    )
