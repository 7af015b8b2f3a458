# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The states of a managed node, and why it is in one of them."""

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.parameters import Parameter


class State(StrEnum):
    """Name a primary state of ROS 2's managed nodes."""

    UNCONFIGURED = "unconfigured"
    INACTIVE = "inactive"
    ACTIVE = "active"
    FINALIZED = "finalized"


WAITING: dict[State, str] = {
    State.UNCONFIGURED: "waits to be configured",
    State.INACTIVE: "waits to be activated",
    State.ACTIVE: "",
    State.FINALIZED: "was shut down for good",
}
"""Why a node is in a state where nothing has gone wrong."""

AUTOSTART = Parameter(
    "autostart",
    True,
    "Configure and activate the node as it starts; false leaves both to a lifecycle manager.",
)
"""The parameter of every managed node."""


def why_not_active(state: State, fault: str) -> str:
    """Return in one line why a node is not active; `fault` is what failed last, or empty."""
    return f"{state}: {fault or WAITING[state]}"
