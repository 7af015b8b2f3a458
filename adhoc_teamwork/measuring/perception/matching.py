# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which reported object stands for which true one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from adhoc_teamwork.measuring.perception.truth import TrueObject
from adhoc_teamwork.simulation.houses.boxes import planar_distance
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection

GATE = 0.25
"""A report stands for a thing of its category whose box its position is in, or so near, metres."""
_NEVER = 1e6


@dataclass(frozen=True)
class Matching:
    """Hold pairs (report, true name), reports that are a second one, and reports of nothing."""

    pairs: tuple[tuple[Detection, str], ...]
    doubles: tuple[Detection, ...]
    phantoms: tuple[Detection, ...]


def match(reports: Iterable[Detection], truth: Mapping[str, TrueObject]) -> Matching:
    """Match reports with true objects one to one, per category, with the least distances in all."""
    pairs: list[tuple[Detection, str]] = []
    doubles: list[Detection] = []
    phantoms: list[Detection] = []
    by_category: dict[str, list[Detection]] = {}
    for report in reports:
        by_category.setdefault(report.category, []).append(report)
    for category, group in by_category.items():
        things = [thing for thing in truth.values() if thing.category == category]
        cost = _costs(group, things)
        rows, columns = linear_sum_assignment(cost) if things else ((), ())
        matched = {r: c for r, c in zip(rows, columns, strict=True) if cost[r, c] < _NEVER}
        for row, report in enumerate(group):
            if row in matched:
                pairs.append((report, things[matched[row]].name))
            elif things and cost[row].min() < _NEVER:
                doubles.append(report)
            else:
                phantoms.append(report)
    return Matching(tuple(pairs), tuple(doubles), tuple(phantoms))


def distance(report: Detection, thing: TrueObject) -> float:
    """Return how far the reported position is from the middle of the true box, metres."""
    return report.position.distance_to(Point(thing.box.x, thing.box.y, thing.box.z))


def _costs(reports: list[Detection], things: list[TrueObject]) -> NDArray[np.float64]:
    cost = np.full((len(reports), len(things)), _NEVER)
    for row, report in enumerate(reports):
        for column, thing in enumerate(things):
            if _near(report.position, thing):
                cost[row, column] = distance(report, thing)
    return cost


def _near(position: Point, thing: TrueObject) -> bool:
    box = thing.box
    upright = box.bottom - GATE <= position.z <= box.top + GATE
    return upright and planar_distance(box, position.x, position.y) <= GATE
