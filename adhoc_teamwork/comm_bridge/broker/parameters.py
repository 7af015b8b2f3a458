# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The parameters of the broker node."""

from adhoc_teamwork.teamwork.settings.parameters import Parameter, ParameterTable
from adhoc_teamwork.teamwork.team.channel import CHANNEL_DESCRIPTION, OPEN, check_channel
from adhoc_teamwork.teamwork.team.message import MessageKind

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
        Parameter(
            "channel",
            OPEN.name,
            CHANNEL_DESCRIPTION,
        ),
        Parameter("simulated_air", False, "Hear only what the simulator's air lets through."),
        Parameter(
            "domains",
            "",
            "ROS domains beside its own that the broker joins, such as 21,22.",
            takes_numbers=True,
        ),
        *_of_each_kind(),
    ),
    check_channel,
)
