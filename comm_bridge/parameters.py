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

"""The parameters of the broker node."""

from teamwork.message import MessageKind
from teamwork.parameters import Parameter, ParameterTable

KINDS = tuple(kind.name.lower() for kind in MessageKind)


def _of_each_kind() -> tuple[Parameter, ...]:
    rates = (
        Parameter(
            f"rate.{kind}",
            0.0,
            f"Messages of kind {kind} a second that one robot may say in the long run; "
            "0: what `kinds` says.",
            least=0.0,
            most=10000.0,
            is_live=True,
        )
        for kind in KINDS
    )
    expiries = (
        Parameter(
            f"expiry.{kind}",
            0.0,
            f"Seconds for which a message of kind {kind} is kept for who missed it; "
            "0: what `kinds` says.",
            least=0.0,
            most=86400.0,
            is_live=True,
        )
        for kind in KINDS
    )
    return (*rates, *expiries)


PARAMETERS = ParameterTable(
    "broker",
    (
        Parameter(
            "kinds",
            "",
            "File that says what each kind of message is owed; empty for what is built in.",
        ),
        Parameter("log", "", "File that outlives the broker; empty for none."),
        Parameter("simulated_air", False, "Hear only what the simulator's air lets through."),
        Parameter(
            "domains",
            "",
            "ROS domains beside its own that the broker joins, such as 21,22.",
            takes_numbers=True,
        ),
        *_of_each_kind(),
    ),
)
