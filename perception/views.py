"""Split a frame into what each instance of the mask shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perception.camera import FloatArray, Frame
from perception.cloud import robust_bounds, voxel_keys
from perception.config import PerceptionConfig

CELL = 0.08
"""Edge of the cells in which a view is compared with known points, metres."""
ROBOT = "Robot"
"""Category under which the segmenter reports teammates' bodies."""


@dataclass(frozen=True)
class Label:
    """Name what an instance id of the mask stands for.

    `tracked` where it stands for the same thing in every picture, and not only in this one.
    """

    category: str
    pickupable: bool = False
    is_receptacle: bool = False
    tracked: bool = True


@dataclass(frozen=True, eq=False)
class InstanceView:
    """Hold what one frame shows of one instance: (n, 3) points in metres in `map`.

    `pixels` counts those with valid depth; `cut` says that the image border cuts the instance.
    """

    instance: int
    label: Label
    points: FloatArray
    pixels: int
    cut: bool

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
    pixels = np.flatnonzero((frame.instances > 0) & (frame.distance > 0.0))
    if len(pixels) == 0:
        return FrameViews((), (), ())
    ids = frame.instances.ravel()[pixels]
    order = np.argsort(ids, kind="stable")
    pixels, ids = pixels[order], ids[order]
    starts = np.concatenate(([0], np.flatnonzero(np.diff(ids)) + 1))
    cut = _at_border(frame)
    ends = np.append(starts[1:], len(pixels))
    objects: list[InstanceView] = []
    robots: list[InstanceView] = []
    unknown: list[int] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        instance = int(ids[start])
        label = labels.get(instance)
        if label is None:
            unknown.append(instance)
            continue
        step = -(-(end - start) // config.max_view_points)
        points = frame.points(*np.divmod(pixels[start:end:step], frame.intrinsics.width))
        view = InstanceView(instance, label, points, end - start, instance in cut)
        (robots if label.category == ROBOT else objects).append(view)
    return FrameViews(tuple(objects), tuple(robots), tuple(unknown))


def _at_border(frame: Frame) -> set[int]:
    """Return the ids of instances that reach the image's border with valid depth."""
    at_border: set[int] = set()
    for border in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        ids = frame.instances[border][frame.distance[border] > 0.0]
        at_border.update(np.unique(ids).tolist())
    return at_border
