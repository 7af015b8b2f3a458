# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How soon a robot that joins knows its team."""

from adhoc_teamwork.measuring.broker.children import Children
from adhoc_teamwork.measuring.broker.findings import Result, at_most, none_of, percentile, plain
from adhoc_teamwork.measuring.broker.setting import BROKER, CONNECT, Setting

COMPANY = "adhoc_teamwork.measuring.broker.ros.company"
RESIDENTS, NEWCOMERS = 5, 12
WITHIN = 1.0
"""Seconds from the moment in which DDS has made newcomer and broker known to each other."""
_LONGEST = 20.0


def measure_joining(setting: Setting) -> Result:
    """Have robots join, one after another, a team that has talked for a while."""
    with Children(setting.environment) as children:
        children.start("broker", BROKER)
        company = children.start("company", COMPANY)
        settled = company.ask({"do": "settle", "robots": RESIDENTS, "within": CONNECT}, 3 * CONNECT)
        found: list[float] = []
        exchanged: list[float] = []
        unknown = 0
        for number in range(NEWCOMERS):
            joined = company.ask({"do": "join", "number": number, "within": _LONGEST}, 2 * _LONGEST)
            found.append(joined["found"])
            exchanged.append(joined["knows"] - joined["found"])
            unknown += joined["unknown"]
    return Result(
        f"Joining a team of {RESIDENTS} that knows {settled['objects']} objects",
        (
            plain("robots that joined", len(found)),
            none_of("facts that they were not told", unknown),
            plain("found by DDS, p50", percentile(found, 50.0), "s"),
            plain("found by DDS, the slowest", max(found), "s"),
            plain("knows its team after that, p50", percentile(exchanged, 50.0), "s"),
            at_most("knows its team after that, the slowest", max(exchanged), WITHIN, "s"),
        ),
    )
