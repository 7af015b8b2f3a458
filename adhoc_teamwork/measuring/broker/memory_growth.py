# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether the broker's memory stays flat while a team talks."""

import time

import numpy as np

from adhoc_teamwork.measuring.broker.findings import Result, at_most, plain
from adhoc_teamwork.measuring.broker.setting import Load, Setting, team
from adhoc_teamwork.teamwork.team.message import MessageKind

TALK = Load(robots=6, processes=1, rate=20.0, kind=MessageKind.CHAT, size=500)
WARM_UP = 0.3
"""Share of the time after which the broker has filled what it keeps a bounded number of."""
GROWTH = 3.0
"""MiB over the rest of the time that count as flat."""
_SAMPLES = 60


def measure_memory(setting: Setting) -> Result:
    """Have robots talk for minutes and follow the broker's resident memory."""
    seconds = setting.memory_minutes * 60.0
    samples: list[tuple[float, float]] = []
    with team(setting, TALK) as (broker, hosts):
        began = time.monotonic()
        for host in hosts:
            host.tell({"do": "speak", "rate": TALK.rate, "seconds": seconds})
        for turn in range(1, _SAMPLES + 1):
            time.sleep(max(0.0, began + turn * seconds / _SAMPLES - time.monotonic()))
            samples.append((time.monotonic() - began, broker.memory()))
        for host in hosts:
            host.answer(60.0)
    times, sizes = np.array(samples).T
    later = times >= WARM_UP * seconds
    slope = float(np.polyfit(times[later], sizes[later], 1)[0])
    growth = slope * (1.0 - WARM_UP) * seconds
    return Result(
        f"Memory of the broker over {setting.memory_minutes:g} minutes",
        (
            plain("messages a second", TALK.rate * TALK.robots, "1/s"),
            plain("after the warm-up", float(sizes[later][0]), "MiB"),
            plain("at the end", float(sizes[-1]), "MiB"),
            at_most("growth after the warm-up", growth, GROWTH, "MiB"),
        ),
    )
