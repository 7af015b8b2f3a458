# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""The states of a managed node, and why it is in one of them."""

from teamwork.enums import StrEnum
from teamwork.parameters import Parameter


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
