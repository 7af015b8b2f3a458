# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Say in a diagnostic message how an agent fares."""

from collections.abc import Mapping
from typing import Any

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

from adhoc_teamwork.adhoc_planner.agent.agent import AgentStatus


def agent_status_to_ros(status: AgentStatus, is_alive: bool, more: Mapping[str, str]) -> Any:
    """Return a diagnostic_msgs/DiagnosticStatus without a name.

    Args:
        status: What the agent says of itself.
        is_alive: Whether its thread runs.
        more: Further values to tell, by key.
    """
    level, summary = DiagnosticStatus.OK, status.doing
    if not is_alive:
        level, summary = DiagnosticStatus.ERROR, "the agent's thread has ended; see the log"
    elif not status.model_alive:
        level = DiagnosticStatus.WARN
        summary = f"no usable answer from the language model; {status.doing}"
    values = {
        "doing": status.doing,
        "model_alive": str(status.model_alive),
        "last_error": status.last_error,
        "teammates": ", ".join(status.teammates),
        "decisions": str(status.decisions),
        "finished": ", ".join(f"{kind} {count}" for kind, count in status.finished.items()),
        **more,
    }
    return DiagnosticStatus(
        level=level,
        message=summary,
        values=[KeyValue(key=key, value=value) for key, value in values.items()],
    )
