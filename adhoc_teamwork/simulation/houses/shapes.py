# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Solids and surfaces of furniture: a box alone would hide what lies on a seat or on a shelf."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from adhoc_teamwork.simulation.houses.boxes import from_local
from adhoc_teamwork.simulation.houses.house import Box, Surface
from adhoc_teamwork.simulation.houses.levels import (
    GROUP_GAP,
    Span,
    board_levels,
    levels,
    seat_level,
)
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of

BOARD = 0.03
SIDE = 0.02
LEG = 0.05
OPEN_AIR = 1.0
"""Headroom, metres, of a surface with nothing above."""

COUNTER_DEPTH = 0.65


@dataclass
class Shape:
    """Gather solids and surfaces given in a box's own frame and keep them in `map`.

    The frame's origin is the middle of the box's foot, x to its right, y to its front, z up.
    """

    box: Box
    solids: list[Box] = field(default_factory=list)
    surfaces: list[Surface] = field(default_factory=list)

    @property
    def width(self) -> float:
        """Return the extent along the box's own x, metres."""
        return self.box.size_x

    @property
    def depth(self) -> float:
        """Return the extent along the box's own y, metres."""
        return self.box.size_y

    @property
    def height(self) -> float:
        """Return the extent along z, metres."""
        return self.box.size_z

    def solid(self, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> None:
        """Add a solid from its ends along the box's own axes; nothing where it is flat."""
        sizes = (x[1] - x[0], y[1] - y[0], z[1] - z[0])
        if min(sizes) <= 1e-6:
            return
        world_x, world_y = from_local((x[0] + x[1]) / 2.0, (y[0] + y[1]) / 2.0, self.box)
        middle = self.box.bottom + (z[0] + z[1]) / 2.0
        self.solids.append(Box(world_x, world_y, middle, *sizes, self.box.yaw))

    def surface(
        self,
        x: tuple[float, float],
        y: tuple[float, float],
        z: float,
        headroom: float = OPEN_AIR,
        inside: bool = False,
        shallow: bool = False,
    ) -> None:
        """Add a surface from its ends along the box's own axes and its height above the foot."""
        size_x, size_y = x[1] - x[0], y[1] - y[0]
        if size_x <= 0.02 or size_y <= 0.02 or headroom <= 0.02:
            return
        world_x, world_y = from_local((x[0] + x[1]) / 2.0, (y[0] + y[1]) / 2.0, self.box)
        height = self.box.bottom + z
        at = (world_x, world_y, height, size_x, size_y, self.box.yaw)
        self.surfaces.append(Surface(*at, headroom, inside, shallow))


def furniture_shape(category: str, box: Box, spans: Sequence[Span] = (), layout: str = "") -> Shape:
    """Return the solids and surfaces of one piece of furniture.

    Args:
        category: Object type.
        box: Its bounding box in `map`.
        spans: What lies within the box, above the box's foot: heights agree with them.
        layout: "L" or "C" for counters round a corner, else empty.
    """
    shape = Shape(box)
    profile = profile_of(category)
    if profile is Profile.COUNTER and layout:
        _corner_counter(shape, layout)
    else:
        _BUILDERS[profile](shape, spans)
    return shape


def _table(shape: Shape, spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    lower = [lv for lv in levels(spans) if lv.bottom < height - GROUP_GAP]
    tops = [level.bottom for level in lower if level.bottom > 0.05]
    if not tops or lower[-1].top < height - BOARD:
        tops.append(height)
    for index, top in enumerate(tops):
        above = tops[index + 1] - BOARD - top if index + 1 < len(tops) else OPEN_AIR
        shape.solid(x, y, (max(0.0, top - BOARD), top))
        shape.surface(x, y, top, above)
    leg = min(LEG, shape.width / 4.0, shape.depth / 4.0)
    for leg_x in ((x[0], x[0] + leg), (x[1] - leg, x[1])):
        for leg_y in ((y[0], y[0] + leg), (y[1] - leg, y[1])):
            shape.solid(leg_x, leg_y, (0.0, tops[-1] - BOARD))


def _shelf(shape: Shape, spans: Sequence[Span]) -> None:
    _boards(shape, board_levels(shape.height, spans))


def _boards(shape: Shape, tops: Sequence[float], inside: bool = False) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    inner_x, inner_y = (x[0] + SIDE, x[1] - SIDE), (y[0] + SIDE, y[1])
    shape.solid(x, (y[0], y[0] + SIDE), (0.0, height))
    shape.solid((x[0], x[0] + SIDE), inner_y, (0.0, height))
    shape.solid((x[1] - SIDE, x[1]), inner_y, (0.0, height))
    for index, top in enumerate(tops):
        last = index + 1 == len(tops)
        above = OPEN_AIR if last else tops[index + 1] - BOARD - top
        shape.solid(inner_x, inner_y, (max(0.0, top - BOARD), top))
        if last:
            shape.surface(x, y, top, above)
        else:
            shape.surface(inner_x, inner_y, top, above, inside)


def _closed_case(shape: Shape, spans: Sequence[Span]) -> None:
    """Build what has doors: what lies below its top is in it."""
    _case(shape, spans, inside=True)


def _open_case(shape: Shape, spans: Sequence[Span]) -> None:
    """Build what has boards open to the room: what lies there is on it."""
    _case(shape, spans, inside=False)


def _case(shape: Shape, spans: Sequence[Span], inside: bool) -> None:
    """Build a block; where things lie in it, it stands open in front from the lowest of them on."""
    inner = [lv for lv in levels(spans) if lv.bottom < shape.height - GROUP_GAP]
    if inner:
        lowest = max(0.02, inner[0].bottom)
        _boards(shape, [lowest, *(level.bottom for level in inner[1:]), shape.height], inside)
        shape.solid(_ends(shape.width), _ends(shape.depth), (0.0, lowest - BOARD))
    else:
        _block(shape, spans)


def _corner_counter(shape: Shape, layout: str) -> None:
    """Build a counter along the back and the right side (L), or also along the left (C)."""
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    deep = min(COUNTER_DEPTH, shape.depth)
    wide = min(COUNTER_DEPTH, shape.width / (2.0 if layout == "C" else 1.0))
    parts = [(x, (y[0], y[0] + deep)), ((x[1] - wide, x[1]), (y[0] + deep, y[1]))]
    if layout == "C":
        parts.append(((x[0], x[0] + wide), (y[0] + deep, y[1])))
    for part_x, part_y in parts:
        shape.solid(part_x, part_y, (0.0, height))
        shape.surface(part_x, part_y, height)


def _sofa(shape: Shape, spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    usual = min(0.5, max(0.3, 0.5 * height), height)
    seat = seat_level(spans, usual, 0.25 * height, 0.8 * height)
    back = y[0] + 0.22 * shape.depth
    arm = min(0.15, 0.12 * shape.width)
    shape.solid(x, y, (0.0, seat))
    shape.solid(x, (y[0], back), (seat, height))
    arm_top = min(height, seat + 0.15)
    shape.solid((x[0], x[0] + arm), (back, y[1]), (seat, arm_top))
    shape.solid((x[1] - arm, x[1]), (back, y[1]), (seat, arm_top))
    shape.surface((x[0] + arm, x[1] - arm), (back, y[1]), seat)


def _chair(shape: Shape, spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    usual = 0.45 if height > 0.6 else 0.6 * height
    seat = seat_level(spans, usual, 0.25 * height, 0.85 * height)
    leg = min(LEG, shape.width / 4.0, shape.depth / 4.0)
    shape.solid(x, y, (max(0.0, seat - LEG), seat))
    shape.solid(x, (y[0], y[0] + leg), (seat, height))
    for leg_x in ((x[0], x[0] + leg), (x[1] - leg, x[1])):
        for leg_y in ((y[0], y[0] + leg), (y[1] - leg, y[1])):
            shape.solid(leg_x, leg_y, (0.0, seat - LEG))
    shape.surface(x, (y[0] + leg, y[1]), seat)


def _bed(shape: Shape, spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    usual = height if height <= 0.5 else min(0.55, max(0.35, 0.6 * height))
    mattress = seat_level(spans, usual, 0.2, min(height, 0.8))
    head = min(0.08, shape.depth / 8.0)
    upper = [lv.bottom for lv in levels(spans) if lv.bottom > max(0.9, mattress + 0.5)]
    shape.solid(x, y, (0.0, mattress))
    shape.solid(x, (y[0], y[0] + head), (mattress, height))
    above = upper[0] - BOARD - mattress if upper else OPEN_AIR
    shape.surface(x, (y[0] + head, y[1]), mattress, min(above, OPEN_AIR))
    for bunk in upper[:1]:
        shape.solid(x, (y[0] + head, y[1]), (bunk - BOARD, bunk))
        shape.surface(x, (y[0] + head, y[1]), bunk)


def _block(shape: Shape, _spans: Sequence[Span]) -> None:
    _solid(shape, ())
    shape.surface(_ends(shape.width), _ends(shape.depth), shape.height)


def _container(shape: Shape, _spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    wall = min(SIDE, shape.width / 8.0, shape.depth / 8.0)
    inner_x, inner_y = (x[0] + wall, x[1] - wall), (y[0] + wall, y[1] - wall)
    floor = min(SIDE, height / 4.0)
    shape.solid(x, y, (0.0, floor))
    shape.solid(x, (y[0], inner_y[0]), (floor, height))
    shape.solid(x, (inner_y[1], y[1]), (floor, height))
    shape.solid((x[0], inner_x[0]), inner_y, (floor, height))
    shape.solid((inner_x[1], x[1]), inner_y, (floor, height))
    shape.surface(inner_x, inner_y, floor, OPEN_AIR, inside=True)


def _basin(shape: Shape, spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    level = seat_level(spans, max(0.0, height - 0.1), height - 0.3, height - 0.03)
    ledge = y[0] + 0.2 * shape.depth
    shape.solid(x, y, (0.0, level))
    shape.solid(x, (y[0], ledge), (level, height))
    shape.surface(x, (ledge, y[1]), level, inside=True, shallow=True)


def _toilet(shape: Shape, _spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    tank = y[0] + 0.36 * shape.depth
    shape.solid(x, y, (0.0, 0.45 * height))
    shape.solid(x, (y[0], tank), (0.45 * height, height))
    shape.surface(x, (y[0], tank), height)
    shape.surface(x, (tank, y[1]), 0.45 * height)


def _lamp(shape: Shape, _spans: Sequence[Span]) -> None:
    x, y, height = _ends(shape.width), _ends(shape.depth), shape.height
    foot = 0.6 * min(shape.width, shape.depth, 0.5)
    pole = min(LEG, foot / 2.0)
    shape.solid(_ends(foot), _ends(foot), (0.0, 0.03))
    shape.solid(_ends(pole), _ends(pole), (0.03, 0.75 * height))
    shape.solid(x, y, (0.75 * height, height))


def _screen(shape: Shape, _spans: Sequence[Span]) -> None:
    """Build a flat panel; a box as deep as its foot would swallow what lies beside the foot."""
    thickness = min(0.06, shape.depth)
    shape.solid(_ends(shape.width), _ends(thickness), (0.0, shape.height))


def _plant(shape: Shape, _spans: Sequence[Span]) -> None:
    """Build a pot and wider leaves above it."""
    pot = 0.4 * shape.height
    shape.solid(_ends(0.6 * shape.width), _ends(0.6 * shape.depth), (0.0, pot))
    shape.solid(_ends(shape.width), _ends(shape.depth), (pot, shape.height))


def _on_wall(_shape: Shape, _spans: Sequence[Span]) -> None:
    """Leave it without solids: what hangs on a wall neither blocks nor carries."""


def _solid(shape: Shape, _spans: Sequence[Span]) -> None:
    shape.solid(_ends(shape.width), _ends(shape.depth), (0.0, shape.height))


def _ends(size: float) -> tuple[float, float]:
    return (-size / 2.0, size / 2.0)


_BUILDERS: dict[Profile, Callable[[Shape, Sequence[Span]], None]] = {
    Profile.TABLE: _table,
    Profile.SHELF: _shelf,
    Profile.CABINET: _closed_case,
    Profile.DRESSER: _open_case,
    Profile.COUNTER: _open_case,
    Profile.SOFA: _sofa,
    Profile.CHAIR: _chair,
    Profile.BED: _bed,
    Profile.BLOCK: _block,
    Profile.CONTAINER: _container,
    Profile.BASIN: _basin,
    Profile.TOILET: _toilet,
    Profile.LAMP: _lamp,
    Profile.SCREEN: _screen,
    Profile.PLANT: _plant,
    Profile.ON_WALL: _on_wall,
    Profile.SOLID: _solid,
}
