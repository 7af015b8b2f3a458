# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was measured of speed and memory, against what is allowed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adhoc_teamwork.measuring.perception.speed.playing import GRAPH, VALUES, Played

HUNDRED = 100
MANY = 10_000
P50_MS, P95_MS, MEMORY_MB = 25.0, 60.0, 600.0
GROWTH = 1.1
"""So much may the last frames seem slower than the same pictures early on: what a shared machine
adds at one time and not at another."""


@dataclass(frozen=True)
class Row:
    """Hold one line of the table: texts, and whether a limit is met; None without one."""

    what: str
    value: str
    limit: str = ""
    met: bool | None = None


def rows_of(played: Played) -> list[Row]:
    """Return the figures that have limits."""
    cpu, wall = settled(played, played.cpu), settled(played, played.wall)
    rows = []
    for share, bound in ((50, P50_MS), (95, P95_MS)):
        value, clock = milliseconds(cpu, share), milliseconds(wall, share)
        text = f"{value:.1f} ms (by the clock {clock:.1f} ms)"
        rows.append(
            Row(f"frame to map and graph, p{share}", text, f"<= {bound:.0f} ms", value <= bound)
        )
    rows.append(Row("the same at the node's rates", node_rates_text(played)))
    ratio = growth(played)
    if ratio is not None:
        text = f"{ratio:.2f}"
        rows.append(
            Row("last 100 frames over the same a first time", text, f"<= {GROWTH}", ratio <= GROWTH)
        )
    frames = len(played.cpu)
    limit = f"<= {MEMORY_MB:.0f} MB"
    peak = f"{played.peak:.0f} MB"
    rows.append(Row(f"most memory in {frames:,} frames", peak, limit, played.peak <= MEMORY_MB))
    slope = memory_growth(played)
    if slope is not None and frames < MANY:
        later = played.peak + slope * (MANY - frames) / 1000.0
        text = f"{later:.0f} MB ({slope:+.1f} MB per 1,000)"
        rows.append(Row(f"reckoned for {MANY:,} frames", text, limit, later <= MEMORY_MB))
    elif slope is not None:
        rows.append(Row("memory's growth per 1,000 frames", f"{slope:+.1f} MB"))
    return rows


def node_rates_text(played: Played) -> str:
    """Return p50 and p95 where every third frame is followed by a graph, every fifth by a map.

    So it is in the node: five frames a second, the graph at least half a second apart, the map one.
    """
    every = {GRAPH: 3, VALUES: 5}
    costs = [
        cost - sum(played.steps[step][frame] for step, n in every.items() if frame % n)
        for frame, cost in enumerate(played.cpu)
    ]
    later = settled(played, costs)
    return f"p50 {milliseconds(later, 50):.1f} ms, p95 {milliseconds(later, 95):.1f} ms"


def settled(played: Played, values: Sequence[float]) -> Sequence[float]:
    """Return the values after the first round, when all objects are known; all if there is none."""
    return values[played.round_length :] or values


def milliseconds(seconds: Sequence[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    return float(np.percentile(seconds, share)) * 1000.0


def growth(played: Played) -> float | None:
    """Return the p50 of the last hundred frames over that of the same pictures in round two.

    None where the frames do not last for two such hundreds after the first round.
    """
    length, frames = played.round_length, len(played.cpu)
    start = frames - HUNDRED
    first = length + (start - length) % length
    if start < first + HUNDRED:
        return None
    early = np.percentile(played.cpu[first : first + HUNDRED], 50)
    return float(np.percentile(played.cpu[start:], 50) / early)


def memory_growth(played: Played) -> float | None:
    """Return by how many megabytes 1,000 frames let the process grow after the first round."""
    later = [(frames, held) for frames, held in played.memory if frames > played.round_length]
    if len(later) < 3:
        return None
    frames, held = np.array(later).T
    return float(np.polyfit(frames / 1000.0, held, 1)[0])
