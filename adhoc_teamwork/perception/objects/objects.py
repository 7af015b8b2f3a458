# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot knows of each object, and the store that names them."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import FloatArray
from adhoc_teamwork.perception.frames.cloud import NO_POINTS, VoxelCloud
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.objects.surfaces import (
    LAYER,
    NO_SURFACE,
    Surface,
    agreed_surface,
    support_surface,
)
from adhoc_teamwork.perception.objects.uncertainty import PositionUncertainty
from adhoc_teamwork.teamwork.bodies.visibility import is_seat
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import Misplaced, Presence
from adhoc_teamwork.teamwork.states import States

PROBES = 48
"""Points of an object that are looked for in a frame to tell whether it is still there."""
_MOST_TOPMOST = 4096
_SLIVER, _MOSTLY = 0.4, 0.8
"""What shows of furniture, of its length or width as a teammate told it: less than the first share
is a part of it past something, and stays one until as much as the second has shown; so much it
takes, too, against who looked down on its top where the own camera has not."""
_BESIDE = 0.1
"""Metres by which a part may seem to be outside of the whole."""
_ALL, _HALF = 0.999, 0.5
"""So much of what shows is within what is told, and within what is told by who sees more of it."""
_THIN = 0.01
"""What shows, such as a front, is taken to be so thick at least, metres."""
_REMEASURE = 1.05
"""A receptacle's surface is measured again when its cloud has grown by this factor."""


class _Told(NamedTuple):
    """Hold where a teammate says furniture is, metres in `map`, and whether it may be higher."""

    lower: FloatArray
    upper: FloatArray
    goes_on_above: bool


@dataclass(eq=False)
class KnownObject:
    """Hold the belief about one object.

    Attributes:
        object_id: Stable name, such as ``Mug_0``.
        cloud: Points seen by the own camera; empty where only a teammate saw it.
        lower: Lower extents in `map`, metres.
        upper: Upper extents.
        first_seen: When it was first heard of or seen, seconds of the ROS clock.
        seen: When it was last seen.
        seen_by: Who saw it then.
        holder: Robot that holds it; empty while nobody does or nobody knows who.
        assumed: Its place is inferred (hearsay, or where the hand let go), not seen.
        instance: Mask id under which the own camera saw it last; 0 never.
        absent: Looks at its place that did not show it, in a row.
        last_look: When it was last looked for in vain.
        closed: Whether its door or lid is closed, as it was last seen; None without one.
        states: The states that it was last seen in.
        apart_from: Objects of its category that were seen beside it in one frame.
        votes: Frames that showed it, by the class that its mask carried; see `identity`.
        topmost: Points above which it went on outside of the picture.
        goes_on_above: Of furniture, no picture showed how high it is, nor did who saw that say so.
        uncertainty: Of its position, from the views that were merged.
    """

    object_id: str
    category: str
    pickupable: bool
    is_receptacle: bool
    cloud: VoxelCloud
    lower: FloatArray
    upper: FloatArray
    first_seen: float = 0.0
    seen: float = 0.0
    seen_by: str = ""
    status: Presence = Presence.PRESENT
    confidence: float = 1.0
    holder: str = ""
    assumed: bool = False
    instance: int = 0
    absent: float = 0.0
    last_look: float = -math.inf
    support: Surface = NO_SURFACE
    camera_top: float = 0.0
    topmost: VoxelCloud = field(default_factory=lambda: VoxelCloud(LAYER, _MOST_TOPMOST))
    goes_on_above: bool = False
    misplaced: Misplaced = Misplaced.UNKNOWN
    reason: str = ""
    closed: bool | None = None
    states: States = ()
    apart_from: set[str] = field(default_factory=set)
    votes: Counter[str] = field(default_factory=Counter)
    uncertainty: PositionUncertainty = field(default_factory=PositionUncertainty)
    _own_support: Surface = NO_SURFACE
    _told_supports: dict[str, Surface] = field(default_factory=dict)
    _told_extents: dict[str, _Told] = field(default_factory=dict)
    _top: float = -math.inf
    _is_part: bool = False
    _measured: int = 0
    _probes: FloatArray | None = None

    @property
    def centre(self) -> NDArray[np.float32]:
        """Return the middle of its extents, metres in `map`."""
        return ((self.lower + self.upper) / 2.0).astype(np.float32, copy=False)

    @property
    def position(self) -> Point:
        """Return the middle of its extents as a point."""
        x, y, z = self.centre.tolist()
        return Point(x, y, z)

    @property
    def size(self) -> Size:
        """Return its extents along the axes of `map`."""
        x, y, z = (self.upper - self.lower).tolist()
        return Size(x, y, z)

    @property
    def largest_extent(self) -> float:
        """Return its largest extent, metres."""
        return float((self.upper - self.lower).max())

    def observe(
        self, points: FloatArray, camera_height: float, topmost: FloatArray = NO_POINTS
    ) -> bool:
        """Merge (n, 3) points of it; tell whether they changed its extents, or showed its top."""
        return self._add(points, camera_height, topmost, _shown_top(points, topmost))

    def observe_as(self, other: "KnownObject") -> bool:
        """Merge what showed of it under another name, alike."""
        return self._add(other.cloud.points, other.camera_top, other.topmost.points, other._top)

    def replace_points(
        self, points: FloatArray, camera_height: float, topmost: FloatArray = NO_POINTS
    ) -> None:
        """Forget where it was and believe in these (n, 3) points."""
        self._forget_points()
        self.observe(points, camera_height, topmost)

    def replace_as(self, other: "KnownObject") -> None:
        """Forget where it was and believe in what showed of it under another name."""
        self._forget_points()
        self.observe_as(other)

    def hear_support(self, sender: str, told: Surface) -> None:
        """Take in on which surface it carries things, as a teammate says; NaN says nothing."""
        if not math.isnan(told.height):
            self._told_supports[sender] = told
            self._agree_on_support()

    def hear_extents(
        self, sender: str, lower: FloatArray, upper: FloatArray, goes_on_above: bool = False
    ) -> None:
        """Take in where furniture is, as a teammate says, metres in `map`.

        It is believed until own sight shows more than a part of that. A camera below a top sees
        fronts alone: from who looked down on it more is believed to be past them. How high it is is
        believed of who saw that, where own pictures ended below.
        """
        self._told_extents[sender] = _Told(lower, upper, goes_on_above)
        if len(self.cloud):
            self._remeasure()
        else:
            self.goes_on_above = goes_on_above

    def drop_points(self, wrong: NDArray[np.bool_]) -> None:
        """Drop the points of the cloud that were seen to be free space."""
        if not wrong.any():
            return
        self.cloud.keep(~wrong)
        if len(self.cloud):
            self._remeasure()

    def place(self, centre: FloatArray) -> None:
        """Believe it with its centre here, without having seen it there."""
        half = (self.upper - self.lower) / 2.0
        self.lower, self.upper = centre - half, centre + half
        self.cloud.clear()
        self._told_extents.clear()
        self.uncertainty.assume()
        self._probes = None

    def probes(self) -> FloatArray:
        """Return at most `PROBES` points that show whether it is there."""
        if self._probes is None:
            if len(self.cloud):
                step = -(-len(self.cloud) // PROBES)
                self._probes = self.cloud.points[::step]
            else:
                self._probes = _box_probes(self.lower, self.upper)
        return self._probes

    def corners(self) -> FloatArray:
        """Return the (8, 3) corners of its extents, metres in `map`."""
        return _spread(self.lower, self.upper, (0.0, 1.0), (0.0, 1.0))

    def _forget_points(self) -> None:
        self.cloud.clear()
        self.topmost.clear()
        self.uncertainty.begin_anew()
        self.camera_top, self._top, self._measured = 0.0, -math.inf, 0

    def _add(
        self, points: FloatArray, camera_height: float, topmost: FloatArray, top: float
    ) -> bool:
        """Merge points of it that a camera showed up to a `top`; tell whether that is news."""
        self.camera_top = max(self.camera_top, camera_height)
        self.topmost.add(topmost)
        is_higher = top > self._top
        self._top = max(self._top, top)
        if self.cloud.add(points) == 0 and not is_higher:
            return False
        self._remeasure()
        return True

    def _remeasure(self) -> None:
        lower, upper = self.cloud.bounds()
        is_open = not self.pickupable and bool(upper[2] > self._top + LAYER)
        tops = self._told_tops(lower, upper) if is_open else []
        self.goes_on_above = is_open and not tops
        self.lower, self.upper = self._whole(lower, upper)
        if tops:
            self.upper = np.append(self.upper[:2], max(self.upper[2], *tops)).astype(np.float32)
        self._probes = None
        if self.is_receptacle and len(self.cloud) >= _REMEASURE * self._measured:
            points, topmost = self.cloud.points, self.topmost.points
            self._own_support = support_surface(
                points, self.camera_top, topmost, is_seat(self.category)
            )
            self._agree_on_support()
            self._measured = len(self.cloud)

    def _whole(self, lower: FloatArray, upper: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return own extents, or, where they are of a part of what was told, both together."""
        told = [
            (low, high)
            for sender, (low, high, _) in self._told_extents.items()
            if _share_within(lower, upper, low, high)
            >= (_HALF if self._sees_more(sender) else _ALL)
            and ((upper - lower)[:2] < self._share(sender) * (high - low)[:2]).any()
        ]
        self._is_part = bool(told)
        if not told:
            return lower, upper
        lows, highs = zip((lower, upper), *told, strict=True)
        return np.min(lows, axis=0), np.max(highs, axis=0)

    def _told_tops(self, lower: FloatArray, upper: FloatArray) -> list[float]:
        """Return how high those say it is whose pictures showed that, metres."""
        return [
            float(high[2])
            for low, high, goes_on_above in self._told_extents.values()
            if not goes_on_above
            and high[2] >= upper[2] - LAYER
            and _share_within(lower, upper, low, high) >= _HALF
        ]

    def _share(self, sender: str) -> float:
        """Return below which share of what was told own extents are of a part."""
        return _MOSTLY if self._is_part or self._sees_more(sender) else _SLIVER

    def _sees_more(self, sender: str) -> bool:
        """Tell whether a teammate looked down on it and this robot did not."""
        told = self._told_supports.get(sender, NO_SURFACE)
        return told.seen and not self._own_support.seen

    def _agree_on_support(self) -> None:
        told = self._told_supports.values()
        self.support = agreed_surface(self._own_support, self.camera_top, told)


def _shown_top(points: FloatArray, topmost: FloatArray) -> float:
    """Return how high a picture showed something to be, metres; -inf where it ended as high."""
    top = float(points[:, 2].max(initial=-math.inf))
    return -math.inf if len(topmost) and top <= topmost[:, 2].max() + LAYER else top


def _share_within(lower: FloatArray, upper: FloatArray, low: FloatArray, high: FloatArray) -> float:
    """Return which share of a rectangle on the floor is within another one, or right beside it."""
    middle, half = (lower + upper)[:2] / 2.0, np.maximum((upper - lower)[:2], _THIN) / 2.0
    ends = np.minimum(middle + half, high[:2] + _BESIDE)
    shared = ends - np.maximum(middle - half, low[:2] - _BESIDE)
    return float(np.clip(shared / (2.0 * half), 0.0, 1.0).prod())


def extents_of(objects: Sequence[KnownObject]) -> tuple[FloatArray, FloatArray]:
    """Return the lower and upper extents of objects, each (n, 3), metres in `map`."""
    lower = np.array([known.lower for known in objects], np.float32).reshape(-1, 3)
    upper = np.array([known.upper for known in objects], np.float32).reshape(-1, 3)
    return lower, upper


def _box_probes(lower: FloatArray, upper: FloatArray) -> FloatArray:
    """Return points in the upper half of a box, around its middle."""
    return _spread(lower, upper, (0.3, 0.5, 0.7), (0.6, 0.9))


def _spread(
    lower: FloatArray, upper: FloatArray, across: Sequence[float], up: Sequence[float]
) -> FloatArray:
    """Return the points of a box at these shares of its extents, along x and y and along z."""
    shares = np.array([[x, y, z] for x in across for y in across for z in up], np.float32)
    return (lower + shares * (upper - lower)).astype(np.float32, copy=False)


class ObjectStore:
    """Keep known objects by id and give new ones names that stay: category and a counter."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._objects: dict[str, KnownObject] = {}
        self._by_category: dict[str, dict[str, KnownObject]] = {}
        self._counters: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._objects)

    def __iter__(self) -> Iterator[KnownObject]:
        return iter(list(self._objects.values()))

    def __contains__(self, object_id: object) -> bool:
        return object_id in self._objects

    def get(self, object_id: str) -> KnownObject | None:
        """Return the object of that id, or None."""
        return self._objects.get(object_id)

    def of_category(self, category: str) -> list[KnownObject]:
        """Return the objects of a category, oldest first."""
        return list(self._by_category.get(category, {}).values())

    def present(self) -> list[KnownObject]:
        """Return the objects that are believed to be where they were seen."""
        return [known for known in self._objects.values() if known.status is Presence.PRESENT]

    def receptacles(self) -> list[KnownObject]:
        """Return the present objects that carry others."""
        return [known for known in self.present() if known.is_receptacle]

    def create(
        self,
        category: str,
        pickupable: bool,
        is_receptacle: bool,
        extents: tuple[FloatArray, FloatArray],
        wanted_id: str = "",
    ) -> KnownObject:
        """Add an object, under `wanted_id` where that is free, and return it."""
        object_id = wanted_id if wanted_id and wanted_id not in self else self._next_id(category)
        config = self._config
        voxel = config.small_voxel if pickupable else config.large_voxel
        lower, upper = extents
        known = KnownObject(
            object_id=object_id,
            category=category,
            pickupable=pickupable,
            is_receptacle=is_receptacle,
            cloud=VoxelCloud(voxel, config.max_voxels),
            lower=lower,
            upper=upper,
        )
        self._objects[object_id] = known
        self._by_category.setdefault(category, {})[object_id] = known
        return known

    def remove(self, objects: Iterable[KnownObject]) -> None:
        """Forget objects; their names are not given again."""
        for known in list(objects):
            removed = self._objects.pop(known.object_id, None)
            if removed is not None:
                del self._by_category[removed.category][removed.object_id]

    def rename(self, known: KnownObject, label: Label) -> KnownObject:
        """Replace an object by the same thing of another class, with its points, and return it."""
        self.remove([known])
        extents = (known.lower, known.upper)
        thing = self.create(label.category, label.pickupable, label.is_receptacle, extents)
        thing.replace_as(known)
        thing.first_seen, thing.votes = known.first_seen, known.votes
        return thing

    def _next_id(self, category: str) -> str:
        number = self._counters.get(category, 0)
        while f"{category}_{number}" in self._objects:
            number += 1
        self._counters[category] = number + 1
        return f"{category}_{number}"


@dataclass
class TrackResult:
    """Hold what a frame changed: ids of objects seen and changed, mask ids that are carried.

    `unclear` are mask ids of small things of which too little shows to believe in them, of those
    `suspected` the ones that several pictures like this one would prove; `glimpsed`
    are ids of objects told of by others of which too little shows to say where they are. `shown`
    are the mask ids under which objects showed.
    """

    seen: dict[str, KnownObject] = field(default_factory=dict)
    shown: dict[str, int] = field(default_factory=dict)
    changed: dict[str, KnownObject] = field(default_factory=dict)
    carried: set[int] = field(default_factory=set)
    unclear: set[int] = field(default_factory=set)
    suspected: set[int] = field(default_factory=set)
    glimpsed: set[str] = field(default_factory=set)
