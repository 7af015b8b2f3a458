# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Split a frame into what each instance of the mask shows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray, Frame, IndexArray
from adhoc_teamwork.perception.frames.cloud import NO_POINTS, robust_bounds, voxel_keys
from adhoc_teamwork.teamwork.states import States

CELL = 0.08
"""Edge of the cells in which a view is compared with known points, metres."""
_BORDER = 1.0 / 60.0
"""Share of the image's rows that are its upper border."""
ROBOT = "Robot"
"""Category under which the segmenter reports teammates' bodies."""


@dataclass(frozen=True)
class Label:
    """Name what an instance id of the mask stands for.

    `tracked` where it stands for the same thing in every picture, and not only in this one.
    `closed` tells of what has a door or a lid whether it is closed; None for all else. `states` are
    those that it shows.
    """

    category: str
    pickupable: bool = False
    is_receptacle: bool = False
    tracked: bool = True
    closed: bool | None = None
    states: States = ()


@dataclass(frozen=True, eq=False)
class InstanceView:
    """Hold what one frame shows of one instance: (n, 3) points in metres in `map`.

    `pixels` counts those with valid depth; `cut` says that the image border cuts the instance.
    `topmost` are those of its points, (k, 3), at the image's upper border: it goes on above them.
    """

    instance: int
    label: Label
    points: FloatArray
    pixels: int
    cut: bool
    topmost: FloatArray = field(default_factory=lambda: NO_POINTS)

    @cached_property
    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """Return the robust lower and upper extents."""
        return robust_bounds(self.points)

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """Return the numbers of the cells of edge `CELL` that hold its points, each once."""
        return np.unique(voxel_keys(self.points, CELL))

    @property
    def lower(self) -> FloatArray:
        """Return the lower extents."""
        return self.bounds[0]

    @property
    def upper(self) -> FloatArray:
        """Return the upper extents."""
        return self.bounds[1]

    def makes_object(self, config: PerceptionConfig) -> bool:
        """Tell whether this view is good enough to believe in an object not known before."""
        return self.pixels >= (config.min_pixels_cut if self.cut else config.min_pixels)


@dataclass(frozen=True, eq=False)
class FrameViews:
    """Hold the views of one frame; `unknown` lists the ids that no label names."""

    objects: tuple[InstanceView, ...]
    robots: tuple[InstanceView, ...]
    unknown: tuple[int, ...]


def split_frame(frame: Frame, labels: Mapping[int, Label], config: PerceptionConfig) -> FrameViews:
    """Return the views of one frame, largest instances subsampled evenly."""
    cut = _at_border(frame)
    going_on_above = _at(frame, np.s_[0, :])
    objects: list[InstanceView] = []
    robots: list[InstanceView] = []
    unknown: list[int] = []
    for instance, pixels in _pixels_by_instance(frame):
        label = labels.get(instance)
        if label is None:
            unknown.append(instance)
            continue
        step = -(-len(pixels) // config.max_view_points)
        rows, columns = np.divmod(pixels[::step], frame.intrinsics.width)
        points = frame.points(rows, columns)
        goes_on = instance in going_on_above
        topmost = points[rows < _BORDER * frame.intrinsics.height] if goes_on else NO_POINTS
        view = InstanceView(instance, label, points, len(pixels), instance in cut, topmost)
        (robots if label.category == ROBOT else objects).append(view)
    return FrameViews(tuple(objects), tuple(robots), tuple(unknown))


def _pixels_by_instance(frame: Frame) -> Iterator[tuple[int, IndexArray]]:
    """Yield each instance with valid depth, lowest id first, and its pixels counted row by row."""
    ids = (frame.instances * (frame.distance > 0.0)).ravel()
    # Runs of one id are sorted, not pixels: they are a thirtieth as many.
    begins = np.append(0, np.flatnonzero(ids[1:] != ids[:-1]) + 1)
    lengths = np.diff(begins, append=ids.size)
    named = np.flatnonzero(ids[begins])
    order = named[np.argsort(ids[begins[named]], kind="stable")]
    begins, lengths = begins[order], lengths[order]
    ends = np.cumsum(lengths)
    starts = ends - lengths
    pixels = np.repeat(begins - starts, lengths) + np.arange(lengths.sum())
    instances, firsts = np.unique(ids[begins], return_index=True)
    borders = np.append(starts[firsts], len(pixels)).tolist()
    for instance, start, end in zip(instances.tolist(), borders, borders[1:], strict=False):
        yield instance, pixels[start:end]


def _at_border(frame: Frame) -> set[int]:
    """Return the ids of instances that reach the image's border with valid depth."""
    borders = (np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1])
    return set[int]().union(*(_at(frame, border) for border in borders))


def _at(frame: Frame, border: tuple[int | slice, int | slice]) -> set[int]:
    """Return the ids of the instances with valid depth at one of the image's borders."""
    ids = frame.instances[border][frame.distance[border] > 0.0]
    return set(np.unique(ids).tolist())
