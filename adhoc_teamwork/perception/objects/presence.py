# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tell what is no longer where it was (seen to be gone, not merely unseen), or not what it was."""

from collections.abc import Container, Iterator, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray, Frame, Sight
from adhoc_teamwork.perception.objects.objects import KnownObject, extents_of
from adhoc_teamwork.teamwork.clock import lately

_SURFACE, _FREE = int(Sight.SURFACE), int(Sight.FREE)
_TOLERANCE = 0.06
"""Depth beyond a point from which the space at the point is free, metres."""
_THIN_TOLERANCE = 0.02
_LOOKED_SHARE = 0.6
"""Share of an object's points that must be in view and unobstructed for a look to count."""
_ABSENT_SHARE = 0.8
"""Share of those that must be free space, or another thing's surface."""
_SEEN_THROUGH = 0.25
"""Of something small this share must be free space where the rest shows another's surface."""
_WEAK_LOOK = 0.34
"""What a look counts that shows another thing's surface where a thin object lay."""
_SHOWN_SHARE = 0.25
"""So large a share of an object's points must show a surface to say under which mask it shows."""
_FEWEST_SHOWN = 6
_ONE_MASK = 0.6
"""This share of those points lies under the mask."""


@dataclass(frozen=True, eq=False)
class Look:
    """Hold what a frame shows where objects are believed to be that it does not show as such.

    It says something only of those of which it would surely show so many pixels as perception needs
    to see anything (`faint_pixels`), were they there: what is flat, thin or far may slip between
    the pixels. `counts` has one entry per object; `points`, metres in `map`, and what follows have
    one per probe, of all objects in turn.
    """

    frame: Frame
    fewest: int
    objects: tuple[KnownObject, ...]
    counts: NDArray[np.intp]
    points: FloatArray
    sight: NDArray[np.int8]
    thin: NDArray[np.int8]
    mask: NDArray[np.uint16]

    @classmethod
    def at(cls, frame: Frame, objects: Sequence[KnownObject], config: PerceptionConfig) -> "Look":
        """Look where objects are believed present; those out of the picture are left out."""
        objects = _in_view(frame, objects)
        probes = [known.probes() for known in objects]
        counts = np.array([len(p) for p in probes], np.intp)
        points = np.concatenate(probes) if probes else np.empty((0, 3), np.float32)
        pixels = frame.project(points)
        rows, cols, _ = pixels
        return cls(
            frame,
            config.faint_pixels,
            tuple(objects),
            counts,
            points,
            frame.sights(pixels, _TOLERANCE),
            frame.sights(pixels, _THIN_TOLERANCE),
            np.where(rows >= 0, frame.instances[rows, cols], np.uint16(0)),
        )

    def absent(self, own_ids: Set[int], seen: Container[str]) -> list[tuple[KnownObject, float]]:
        """Return the objects whose place the frame shows without them, and what that look counts.

        Args:
            own_ids: Mask ids that may be one of them after all, such as ids not named yet.
            seen: Ids of objects that a view showed after all, if only a little.
        """
        if not self.objects:
            return []
        doubtful = np.isin(self.mask, list(own_ids))
        looked = (self.sight >= _SURFACE) & ~doubtful
        free = (self.sight == _FREE) & ~doubtful
        covered = looked & ~free & (self.thin >= _SURFACE)
        looked_share, free_share, absent_share = (
            np.add.reduceat(which.astype(np.float32), _starts(self.counts)) / self.counts
            for which in (looked, free, free | covered)
        )
        results: list[tuple[KnownObject, float]] = []
        for index in np.flatnonzero(looked_share >= _LOOKED_SHARE).tolist():
            known = self.objects[index]
            needed = _ABSENT_SHARE * looked_share[index]
            absent = absent_share[index] if known.pickupable else free_share[index]
            if known.object_id in seen or absent < needed or not self._would_show(index, looked):
                continue
            seen_through = free_share[index] >= _SEEN_THROUGH * looked_share[index]
            results.append((known, 1.0 if seen_through else _WEAK_LOOK))
        return results

    def shown_as(self) -> Iterator[tuple[KnownObject, int]]:
        """Yield the objects whose surface shows under another mask id in the frame, and that id."""
        if not self.objects:
            return
        on_surface = self.thin == _SURFACE
        shown = np.add.reduceat(on_surface.astype(np.intp), _starts(self.counts))
        enough = shown >= np.maximum(_FEWEST_SHOWN, _SHOWN_SHARE * self.counts)
        masked = on_surface & (self.mask > 0)
        for index in np.flatnonzero(enough).tolist():
            own = self._own(index)
            ids = self.mask[own][masked[own]]
            if len(self.objects[index].cloud) == 0 or not len(ids):
                continue
            values, counts = np.unique(ids, return_counts=True)
            most = int(np.argmax(counts))
            single = counts[most] >= _ONE_MASK * shown[index]
            if single and self._would_show(index, on_surface):
                yield self.objects[index], int(values[most])

    def _own(self, index: int) -> slice:
        """Return where an object's probes are among all."""
        end = int(self.counts[: index + 1].sum())
        return slice(end - int(self.counts[index]), end)

    def _would_show(self, index: int, plain: NDArray[np.bool_]) -> bool:
        """Tell whether enough pixels would show of an object, were it there.

        Wherever a convex figure of area A and perimeter P lies, more than A - P / 2 points of the
        grid of pixels are inside (Nosarzewska, Colloquium Mathematicum 1, 1948). The figure is what
        the object's points in plain view span, or the box of what was only told of.
        """
        import shapely

        known, own = self.objects[index], self._own(index)
        outline = self.points[own][plain[own]] if len(known.cloud) else known.corners()
        spots, _ = self.frame.spots(outline)
        figure = shapely.convex_hull(shapely.multipoints(spots))
        return bool(shapely.area(figure) - shapely.length(figure) / 2.0 >= self.fewest)


def _in_view(frame: Frame, objects: Sequence[KnownObject]) -> list[KnownObject]:
    """Return the objects of whose bounding ball the frame may show something."""
    if not objects:
        return []
    lower, upper = (side.astype(np.float64) for side in extents_of(objects))
    radius = np.linalg.norm(upper - lower, axis=1) / 2.0 + _TOLERANCE
    local = (frame.in_map((lower + upper) / 2.0) - frame.origin) @ frame.pose[:3, :3]
    camera = frame.intrinsics
    farthest = 1.05 * frame.farthest + _TOLERANCE
    inside = (local[:, 2] > -radius) & (local[:, 2] < farthest + radius)
    for axis, size, focal, middle in (
        (0, camera.width, camera.fx, camera.cx),
        (1, camera.height, camera.fy, camera.cy),
    ):
        for side, edge in ((1.0, size + 1.0 - middle), (-1.0, middle + 1.0)):
            # How far beyond the plane through the camera and this edge of the picture.
            beyond = (side * local[:, axis] * focal - local[:, 2] * edge) / np.hypot(focal, edge)
            inside &= beyond < radius
    return [objects[index] for index in np.flatnonzero(inside).tolist()]


def _starts(counts: NDArray[np.intp]) -> NDArray[np.intp]:
    starts: NDArray[np.intp] = np.cumsum(counts) - counts
    return starts


def count_look(known: KnownObject, weight: float, stamp: float, config: PerceptionConfig) -> bool:
    """Count one look that missed the object; return whether it is gone now."""
    if lately(known.last_look, stamp, config.look_interval):
        return False
    known.absent += weight
    known.last_look = stamp
    return known.absent >= config.looks_to_forget


def contradicted(frame: Frame, known: KnownObject, instance: int) -> NDArray[np.bool_]:
    """Return which points of an object's cloud this frame shows to be wrong.

    They are in free space, or on a surface farther than one pixel from any pixel of the mask that
    shows the object in this frame.
    """
    points = known.cloud.points
    pixels = frame.project(points)
    sight = frame.sights(pixels, _THIN_TOLERANCE)
    rows, cols, _ = pixels
    own = np.zeros(len(points), np.bool_)
    for near_rows, near_cols in frame.around(rows, cols):
        own |= frame.instances[near_rows, near_cols] == instance
    wrong: NDArray[np.bool_] = (sight >= _SURFACE) & ~own
    return wrong


def seen_through(frame: Frame, known: KnownObject) -> NDArray[np.bool_]:
    """Return which points of an object's cloud this frame shows to hang in free space."""
    through: NDArray[np.bool_] = frame.look_at(known.cloud.points, _TOLERANCE) == _FREE
    return through
