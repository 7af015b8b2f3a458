# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The faults of `comm_bridge.bench.faults`, done to the demonstration: it must still finish."""

import random
import time
from collections.abc import Callable
from typing import Any

from adhoc_teamwork.measuring.broker.children import ChildError
from adhoc_teamwork.measuring.broker.demo import BROKER, SPEED, STACK, Demo, demonstration
from adhoc_teamwork.measuring.broker.faults import (
    CLOCKS_APART,
    DELAY,
    FLOOD,
    FLOODER,
    FREE_WITHIN,
    KILLS,
    LOSS,
    PARTITION,
    join_flooder,
)
from adhoc_teamwork.measuring.broker.findings import Result, at_least, at_most, plain
from adhoc_teamwork.measuring.broker.setting import HOST, Setting

ALIVE = (0.2, 3.0)
"""Seconds that a broker of the demonstration lives before it is killed."""
VICTIM = "tall"
BEGUN = 20.0
"""Seconds of simulated time at which the partition begins; the third robot joins within it."""
_STARTED = 120.0
_LOOK = 0.2


def measure_kills(setting: Setting) -> Result:
    """Kill the broker of a demonstration twenty times."""
    draw = random.Random(setting.seed)
    kills = 0
    with demonstration(setting) as demo:
        _until(demo, lambda: len(demo.look()["teammates"]) >= 2, _STARTED)
        while demo.running and kills < KILLS:
            time.sleep(draw.uniform(*ALIVE))
            kills += demo.kill(BROKER)
        demo.wait()
        return Result(
            "Demo, its broker killed at random",
            (at_least("times killed", kills, KILLS), *demo.findings()),
        )


def measure_loss(setting: Setting) -> Result:
    """Lose and delay frames of a demonstration."""
    # Delays of a scenario are in simulated seconds.
    return _with_radio(
        setting,
        f"Demo, {LOSS:.0%} of frames lost, {DELAY * 1000:.0f} ms delay",
        {"loss": LOSS, "delay": DELAY * SPEED},
    )


def measure_partition(setting: Setting) -> Result:
    """Cut one robot of a demonstration off for half a minute of wall time."""
    parted = {"start": BEGUN, "end": BEGUN + PARTITION * SPEED, "apart": [VICTIM]}
    return _with_radio(
        setting, f"Demo, {VICTIM} cut off for {PARTITION:.0f} s", {"partitions": [parted]}
    )


def measure_death(setting: Setting) -> Result:
    """Kill all processes of a robot that holds an intent, again and again: it stays away."""
    with demonstration(setting) as demo:
        _until(demo, lambda: bool(demo.look()["holding"].get(VICTIM)), _STARTED)
        demo.dead.add(VICTIM)
        for module in STACK:
            demo.kill(module, VICTIM)
        killed = time.monotonic()
        free: float | None = None
        while demo.running:
            for module in STACK:
                demo.kill(module, VICTIM)
            if free is None and _is_forgotten(demo):
                free = time.monotonic() - killed
            time.sleep(_LOOK)
        demo.wait()
        return Result(
            f"Demo, {VICTIM} dies while it holds an intent",
            (
                at_most(
                    "its intent is free again for the last teammate",
                    float("inf") if free is None else free,
                    FREE_WITHIN,
                    "s",
                ),
                *demo.findings(),
            ),
        )


def measure_flood(setting: Setting) -> Result:
    """Have a stranger flood a demonstration."""
    said = 0
    with demonstration(setting) as demo:
        _until(demo, lambda: len(demo.look()["teammates"]) >= 2, _STARTED)
        flooder = demo.children.start("flooder", HOST)
        join_flooder(flooder)
        while demo.running:
            answer = flooder.ask({"do": "speak", "rate": FLOOD, "seconds": 5.0}, 60.0)
            spoken = answer["spoken"][FLOODER]
            said += spoken["last"] - spoken["first"] + 1
        demo.wait()
        return Result(
            "Demo, flooded by a stranger",
            (plain("messages of the flood", said), *demo.findings()),
        )


def measure_clocks(setting: Setting) -> Result:
    """Set the clock of one robot of a demonstration ahead."""
    ahead = CLOCKS_APART * SPEED
    with demonstration(setting, clocks={VICTIM: ahead}) as demo:
        demo.wait()
        return Result(f"Demo, {VICTIM}'s clock {CLOCKS_APART:.0f} s ahead", demo.findings())


def _with_radio(setting: Setting, title: str, radio: dict[str, Any]) -> Result:
    with demonstration(setting, {"radio": radio}) as demo:
        demo.wait()
        return Result(title, demo.findings())


def _until(demo: Demo, holds: Callable[[], bool], within: float) -> None:
    """Wait until something holds.

    Raises:
        ChildError: It does not within so many seconds, or the demonstration ends before.
    """
    until = time.monotonic() + within
    while not holds():
        if not demo.running or time.monotonic() > until:
            raise ChildError(f"the demonstration did not get going: {demo.process.last_words()}")
        time.sleep(_LOOK)


def _is_forgotten(demo: Demo) -> bool:
    """Tell whether no living planner counts the victim among its team any more."""
    teammates = demo.look()["teammates"]
    return all(VICTIM not in names for robot, names in teammates.items() if robot != VICTIM)
