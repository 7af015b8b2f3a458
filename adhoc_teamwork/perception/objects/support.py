# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What carries an object, from geometry: ON, IN, the floor, or unknown."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.objects.objects import KnownObject, extents_of
from adhoc_teamwork.perception.objects.surfaces import height_below
from adhoc_teamwork.teamwork.scene import FLOOR, Predicate

CONTAINERS = frozenset(
    {
        "Basket", "Bathtub", "BathtubBasin", "Bin", "Bowl", "Box", "Bucket", "Cabinet",
        "ClothesDryer", "Crate", "Cup", "Cupboard", "Dishwasher", "Drawer", "Fridge", "GarbageCan",
        "LaundryHamper", "Microwave", "Mug", "Oven", "Pan", "Pot", "Refrigerator", "Sink",
        "SinkBasin", "TrashCan", "Vase", "Wardrobe", "WashingMachine",
    }
)  # fmt: skip
"""Categories in which things lie rather than on which; others are judged by their walls."""
_FLOOR_GAP = 0.06
_LEG_FOOT = 0.03
_ROUND = 0.15
_MARGIN = 0.05
_RIM = 0.03
"""What is in a thing has its bottom so far below the rim at least, metres."""
_WALL_BAND = (0.03, 0.1)
"""Heights above an object's bottom between which walls around it are looked for, metres."""
_HIDDEN_BOTTOM = 0.35
"""So much of a small object's lower part may hide behind the edge of what it lies on, metres."""
_SECTORS = 12
"""What is walled in on all of so many sides lies in the receptacle."""


@dataclass(frozen=True)
class Support:
    """Say what an object lies on or in; `receptacle` is None on the floor."""

    receptacle: KnownObject | None
    relation: Predicate

    @property
    def receptacle_id(self) -> str:
        """Return the receptacle's id, or `FLOOR`."""
        return self.receptacle.object_id if self.receptacle else FLOOR

    @property
    def receptacle_category(self) -> str:
        """Return the receptacle's category, or `FLOOR`."""
        return self.receptacle.category if self.receptacle else FLOOR


def find_support(
    lower: FloatArray,
    upper: FloatArray,
    receptacles: Iterable[KnownObject],
    config: PerceptionConfig,
    itself: str = "",
) -> Support | None:
    """Return what carries a box, or None where nothing known does.

    Of several receptacles the one whose surface is nearest to the box's bottom carries it; of
    equally near ones the smaller, as a tray on a table.

    Args:
        lower: Lower extents of the box in `map`, metres.
        upper: Upper extents.
        receptacles: What may carry it.
        config: Gives the vertical tolerance.
        itself: Id of the box's own object, which does not carry itself.
    """
    x, y = ((lower[:2] + upper[:2]) / 2.0).tolist()
    bottom = float(lower[2])
    best: tuple[float, float, KnownObject, Predicate] | None = None
    for known in receptacles:
        if known.object_id == itself or not _over(known, x, y):
            continue
        relation = Predicate.IN if _inside(known, x, y, bottom) else Predicate.ON
        gap = _gap(known, x, y, bottom, relation, config)
        if gap > config.support_gap:
            continue
        area = float((known.upper[:2] - known.lower[:2]).prod())
        rank = (round(gap / 0.04), area)
        if best is None or rank < best[:2]:
            best = (*rank, known, relation)
    if best is not None:
        return Support(best[2], best[3])
    return Support(None, Predicate.ON) if bottom <= _FLOOR_GAP else None


def likeliest_support(
    lower: FloatArray, upper: FloatArray, receptacles: Iterable[KnownObject], itself: str
) -> Support | None:
    """Return what must carry something at rest whose bottom or whose surface was never seen.

    A camera below a table top sees neither the top nor the foot of what stands on it; one level
    with a board does not see the board.
    """
    x, y = ((lower[:2] + upper[:2]) / 2.0).tolist()
    bottom = float(lower[2])
    best: tuple[float, float, KnownObject] | None = None
    for known in receptacles:
        over = known.object_id != itself and _over(known, x, y)
        above = bottom - float(known.upper[2])
        if not over or above > _HIDDEN_BOTTOM or bottom < float(known.lower[2]) - _MARGIN:
            continue
        rank = (max(0.0, above), float((known.upper[:2] - known.lower[:2]).prod()))
        if best is None or rank < best[:2]:
            best = (*rank, known)
    if best is None:
        return _sticking_out(lower, upper, receptacles, itself)
    inside = _inside(best[2], x, y, bottom)
    return Support(best[2], Predicate.IN if inside else Predicate.ON)


def _sticking_out(
    lower: FloatArray, upper: FloatArray, receptacles: Iterable[KnownObject], itself: str
) -> Support | None:
    """Return the open furniture in which a thing is that sticks out at its front, or None.

    Of such a thing often nothing is seen but what sticks out.
    """
    bottom = float(lower[2])
    best: tuple[float, KnownObject] | None = None
    for known in receptacles:
        if known.object_id == itself or known.closed is not False:
            continue
        if not float(known.lower[2]) - _MARGIN <= bottom < float(known.upper[2]) - _RIM:
            continue
        gap = float(np.maximum(known.lower[:2] - upper[:2], lower[:2] - known.upper[:2]).max())
        if gap <= _MARGIN and (best is None or gap < best[0]):
            best = (gap, known)
    return Support(best[1], Predicate.IN) if best is not None else None


def above(
    receptacles: Sequence[KnownObject], lower: FloatArray, upper: FloatArray
) -> NDArray[np.bool_]:
    """Return (n, receptacles) which of them may carry boxes of extents (n, 3), by place.

    Those over which the middle of a box is, and what stands open where the box sticks out of it.
    """
    low, high = (side.astype(np.float64) for side in extents_of(receptacles))
    low, high = low - _MARGIN, high + _MARGIN
    is_open = np.array([known.closed is False for known in receptacles])
    over = np.ones((len(lower), len(receptacles)), np.bool_)
    for axis in (0, 1):
        place = ((lower[:, axis, None] + upper[:, axis, None]) / 2.0).astype(np.float64)
        out = (upper[:, axis, None] - lower[:, axis, None]) / 2.0 * is_open
        over &= (low[:, axis] - out <= place) & (place <= high[:, axis] + out)
    return over


def _over(known: KnownObject, x: float, y: float) -> bool:
    lower_x, lower_y, _ = known.lower.tolist()
    upper_x, upper_y, _ = known.upper.tolist()
    return bool(
        lower_x - _MARGIN <= x <= upper_x + _MARGIN and lower_y - _MARGIN <= y <= upper_y + _MARGIN
    )


def _gap(
    known: KnownObject,
    x: float,
    y: float,
    bottom: float,
    relation: Predicate,
    config: PerceptionConfig,
) -> float:
    """Return how far the bottom is from the nearest of the receptacle's surfaces, metres."""
    gaps = [abs(bottom - float(known.upper[2]))]
    if not math.isnan(known.support.height):
        gaps.append(abs(bottom - known.support.height))
    if relation is Predicate.IN:
        return 0.0
    if len(known.cloud) and min(gaps) > config.support_gap / 2.0:
        reach = bottom + config.support_gap
        local = height_below(known.cloud.points, x, y, reach, 0.12)
        is_board = local > _LEG_FOOT if bottom > _FLOOR_GAP else _is_low_board(known, x, y)
        if is_board:
            gaps.append(abs(bottom - local))
    return min(gaps)


def _is_low_board(known: KnownObject, x: float, y: float) -> bool:
    """Tell whether a receptacle reaches round a spot near the floor; a leg beside it does not."""
    points = known.cloud.points
    apart = points[points[:, 2] <= _FLOOR_GAP, :2] - np.array((x, y), np.float32)
    apart = apart[np.abs(apart).max(axis=1) <= _ROUND]
    quarters = 2 * (apart[:, 0] > 0.0) + (apart[:, 1] > 0.0)
    return len(np.unique(quarters)) >= 3


def _inside(known: KnownObject, x: float, y: float, bottom: float) -> bool:
    """Tell whether a bottom centre is below a receptacle's rim and walled in by it."""
    rim = float(known.upper[2])
    if not float(known.lower[2]) - _MARGIN <= bottom < rim - _RIM:
        return False
    if known.category in CONTAINERS:
        return True
    points = known.cloud.points
    # Only what stands right beside it: the next board of a shelf does not wall it in.
    low, high = bottom + _WALL_BAND[0], bottom + _WALL_BAND[1]
    above = points[(points[:, 2] > low) & (points[:, 2] < high)]
    if len(above) == 0:
        return False
    angle = np.arctan2(above[:, 1] - y, above[:, 0] - x)
    sector = np.floor((angle + math.pi) / (2.0 * math.pi) * _SECTORS).astype(np.int64) % _SECTORS
    return len(np.unique(sector)) == _SECTORS
