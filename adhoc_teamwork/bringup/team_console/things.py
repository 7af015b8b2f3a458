# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects and furniture as the team has told of them, each under one key."""

import math
from dataclasses import dataclass
from typing import Any

from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.team.same_object import ARM_LENGTH, place_error

MOST_THINGS = 5000


@dataclass
class _Thing:
    """Hold what was last said of one thing, and by which names its tellers know it."""

    key: str
    value: dict[str, Any]
    names: set[tuple[str, str]]


class Things:
    """Give each thing that robots tell of one key, whatever each of them calls it."""

    def __init__(self) -> None:
        self._by_category: dict[str, list[_Thing]] = {}
        self._count = 0

    def note(
        self, teller: str, session: int, detection: dict[str, Any]
    ) -> tuple[str, dict[str, Any]] | None:
        """Take in what a robot tells of a thing.

        Args:
            teller: The robot.
            session: That of its planner: names hold within one.
            detection: As in a team event; positions in metres in `map`.

        Returns:
            The thing's key and what is known of it now; None where it cannot be placed.
        """
        position = detection.get("position") or ()
        if len(position) < 2 or not all(
            isinstance(v, (int, float)) and math.isfinite(v) for v in position[:2]
        ):
            return None
        name = (f"{teller}/{session}", str(detection.get("id", "")))
        thing = self._find(name, detection) or self._new(detection)
        if thing is None:
            return None
        if name[1]:
            thing.names.add(name)
        thing.value = _merged(thing.value, detection, teller)
        return thing.key, thing.value

    def _find(self, name: tuple[str, str], detection: dict[str, Any]) -> _Thing | None:
        things = self._by_category.get(str(detection.get("category", "")), [])
        known = next((thing for thing in things if name[1] and name in thing.names), None)
        if known is not None:
            return known
        held = detection.get("status") == "held"
        near = [
            (away, thing.key, thing)
            for thing in things
            if (away := _distance(thing, detection, held))
            <= (ARM_LENGTH if held else place_error(_size(thing.value), _size(detection)))
        ]
        return min(near)[2] if near else None

    def _new(self, detection: dict[str, Any]) -> _Thing | None:
        if self._count >= MOST_THINGS:
            return None
        self._count += 1
        category = str(detection.get("category", ""))
        thing = _Thing(f"{category}-{self._count}", {}, set())
        self._by_category.setdefault(category, []).append(thing)
        return thing


def _size(told: dict[str, Any]) -> Size:
    return Size(*(value or 0.0 for value in (*(told.get("size") or ()), 0.0, 0.0, 0.0)[:3]))


def _distance(thing: _Thing, detection: dict[str, Any], on_floor: bool) -> float:
    here, there = _point(thing.value), _point(detection)
    return here.planar_distance_to(there) if on_floor else here.distance_to(there)


def _point(told: dict[str, Any]) -> Point:
    x, y, z = (*told["position"], 0.0)[:3]
    return Point(x, y, z if isinstance(z, (int, float)) else 0.0)


def _merged(known: dict[str, Any], detection: dict[str, Any], teller: str) -> dict[str, Any]:
    """Return what is known once `detection` is taken in: silence takes nothing back."""
    size = detection.get("size") or known.get("size") or []
    return {
        "category": str(detection.get("category", "")),
        "position": list(detection["position"]),
        "size": size if any(size) else [],
        "room": str(detection.get("room") or known.get("room", "")),
        "on": str(detection.get("on") or ""),
        "status": str(detection.get("status", "present")),
        "furniture": bool(detection.get("is_receptacle", known.get("furniture", False))),
        "misplaced": bool(detection.get("misplaced")),
        "reason": str(detection.get("reason") or ""),
        "told_by": teller,
    }
