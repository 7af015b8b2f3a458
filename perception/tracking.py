"""Objects over time: which are new, which moved, which are held, and which are gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from perception.association import associate, same_thing
from perception.camera import Frame
from perception.config import PerceptionConfig
from perception.holding import Carrier, OwnHand, carrier_of
from perception.objects import KnownObject, ObjectStore
from perception.presence import absent_looks, contradicted, count_look
from perception.support import find_support
from perception.views import FrameViews, InstanceView
from teamwork.scene import Misplaced, Presence

_TRUST_AFTER = 20
"""Sightings under the same mask id, per sighting under another, from which ids are trusted."""


@dataclass
class TrackResult:
    """Hold what a frame changed: ids of objects seen and changed, mask ids that are carried.

    `unclear` are mask ids of small things of which too little shows to believe in them.
    """

    seen: dict[str, KnownObject] = field(default_factory=dict)
    changed: dict[str, KnownObject] = field(default_factory=dict)
    carried: set[int] = field(default_factory=set)
    unclear: set[int] = field(default_factory=set)


class Tracker:
    """Follow the objects of a store through the frames of one camera."""

    def __init__(
        self, robot: str, store: ObjectStore, hand: OwnHand, config: PerceptionConfig
    ) -> None:
        self._robot = robot
        self._store = store
        self._hand = hand
        self._config = config
        self._same_id = 0
        self._other_id = 0

    @property
    def ids_trusted(self) -> bool:
        """Tell whether the mask's ids have stayed with their objects so far."""
        return self._same_id >= _TRUST_AFTER * (self._other_id + 1)

    def update(self, frame: Frame, views: FrameViews, carriers: Sequence[Carrier]) -> TrackResult:
        """Take in one frame and return what it changed."""
        result = TrackResult()
        self._forget(frame.stamp)
        self._report(result, self._hand.update(frame.base, frame.stamp, self._store))
        carriers = [*carriers]
        for group in _by_category(views.objects):
            self._update_category(frame, group, carriers, result)
        self._look_for_missing(frame, views, result)
        self._merge_doubles(result)
        return result

    def _update_category(
        self,
        frame: Frame,
        views: Sequence[InstanceView],
        carriers: Sequence[Carrier],
        result: TrackResult,
    ) -> None:
        known = self._store.of_category(views[0].label.category)
        matches = associate(views, known, self._config)
        for index, match in matches.items():
            self._see(match, views[index], frame, result)
        for one, other in combinations(matches.values(), 2):
            one.apart_from.add(other.object_id)
            other.apart_from.add(one.object_id)
        matched = {match.object_id for match in matches.values()}
        for index, view in enumerate(views):
            if index not in matches:
                free = [k for k in known if k.object_id not in matched]
                self._explain(view, free, frame, carriers, result)

    def _see(
        self, known: KnownObject, view: InstanceView, frame: Frame, result: TrackResult
    ) -> None:
        """Merge a view into the object that it shows."""
        height = float(frame.origin[2])
        if known.assumed or len(known.cloud) == 0:
            if view.pixels < self._config.min_pixels:
                return
            known.replace_points(view.points, height)
            known.assumed = False
            result.changed[known.object_id] = known
        else:
            if known.instance == view.instance:
                self._same_id += 1
            elif known.instance:
                self._other_id += 1
            if known.pickupable:
                wrong = contradicted(frame, known, view.instance)
                if wrong.any():
                    known.drop_points(wrong)
            if known.observe(view.points, height):
                result.changed[known.object_id] = known
        self._mark_seen(known, view, frame.stamp, result)

    def _mark_seen(
        self, known: KnownObject, view: InstanceView, stamp: float, result: TrackResult
    ) -> None:
        known.instance = view.instance
        known.seen, known.seen_by, known.absent = stamp, self._robot, 0.0
        known.confidence = 1.0 - 0.5 * (1.0 - known.confidence)
        result.seen[known.object_id] = known

    def _explain(
        self,
        view: InstanceView,
        free: Sequence[KnownObject],
        frame: Frame,
        carriers: Sequence[Carrier],
        result: TrackResult,
    ) -> None:
        """Decide what a view shows that fits no object in its place: carried, moved, or new."""
        hinted = next((known for known in free if known.instance == view.instance), None)
        if self._hand.holds_view(view, frame.base) and self._unsupported(view):
            result.carried.add(view.instance)
            if self._hand.held is None and hinted is not None:
                self._report(result, [self._hand.take(hinted, frame.base, frame.stamp)])
            return
        carrier = carrier_of(view, carriers, self._store, self._config)
        if carrier is not None:
            result.carried.add(view.instance)
            self._see_carried(view, carrier, hinted, free, frame.stamp, result)
            return
        if not view.makes_object(self._config):
            if view.label.pickupable:
                result.unclear.add(view.instance)
            return
        moved = hinted if hinted is not None and _may_have_moved(hinted) else None
        moved = moved or self._missing_elsewhere(free, carriers)
        if moved is not None:
            self._relocate(moved, view, frame, result)
            return
        known = self._store.create(
            view.label.category, view.label.pickupable, view.label.is_receptacle, view.bounds
        )
        known.first_seen, known.confidence = frame.stamp, 0.8
        known.replace_points(view.points, float(frame.origin[2]))
        self._mark_seen(known, view, frame.stamp, result)
        result.changed[known.object_id] = known

    def _unsupported(self, view: InstanceView) -> bool:
        receptacles = self._store.receptacles()
        return find_support(view.lower, view.upper, receptacles, self._config) is None

    def _see_carried(
        self,
        view: InstanceView,
        carrier: Carrier,
        hinted: KnownObject | None,
        free: Sequence[KnownObject],
        stamp: float,
        result: TrackResult,
    ) -> None:
        """Believe that a robot holds the object that a view shows, where it can be told which."""
        held = [k for k in free if k.status is Presence.HELD and k is not self._hand.held]
        by_carrier = [k for k in held if carrier.name and k.holder == carrier.name]
        known = hinted or next(iter(by_carrier or held), None)
        if known is None or known is self._hand.held:
            return
        known.replace_points(view.points, 0.0)
        known.status, known.holder = Presence.HELD, carrier.name or known.holder
        known.misplaced, known.reason = Misplaced.UNKNOWN, ""
        self._mark_seen(known, view, stamp, result)
        result.changed[known.object_id] = known

    def _missing_elsewhere(
        self, free: Iterable[KnownObject], carriers: Iterable[Carrier]
    ) -> KnownObject | None:
        """Return an object of the category that is missing elsewhere and so may be the one seen."""
        holding = {(c.name, c.held_category) for c in carriers if c.held_category}
        candidates = [
            known
            for known in free
            if known.pickupable
            and known.status is not Presence.PRESENT
            and known is not self._hand.held
            and (known.holder, known.category) not in holding
            and not (known.instance and self.ids_trusted)
        ]
        return max(candidates, key=lambda known: known.seen, default=None)

    def _relocate(
        self, known: KnownObject, view: InstanceView, frame: Frame, result: TrackResult
    ) -> None:
        self._hand.not_this(known)
        known.replace_points(view.points, float(frame.origin[2]))
        known.status, known.holder, known.assumed = Presence.PRESENT, "", False
        known.misplaced, known.reason = Misplaced.UNKNOWN, ""
        known.apart_from.clear()
        self._mark_seen(known, view, frame.stamp, result)
        result.changed[known.object_id] = known

    def _look_for_missing(self, frame: Frame, views: FrameViews, result: TrackResult) -> None:
        missing = [k for k in self._store.present() if k.object_id not in result.seen]
        doubtful = frozenset(views.unknown)
        for known, weight in absent_looks(frame, missing, doubtful):
            if not count_look(known, weight, frame.stamp, self._config):
                continue
            known.status = Presence.GONE
            known.seen_by = self._robot
            result.changed[known.object_id] = known
            successor = self._successor(known)
            if successor is not None:
                self._absorb(known, successor, result)

    def _successor(self, gone: KnownObject) -> KnownObject | None:
        """Return what was taken for a second object and is the one that is gone, moved."""
        if not gone.pickupable or (gone.instance and self.ids_trusted):
            return None
        later = [
            known
            for known in self._store.of_category(gone.category)
            if known.status is Presence.PRESENT
            and known.first_seen >= gone.seen
            and known.object_id not in gone.apart_from
        ]
        return later[0] if len(later) == 1 else None

    def _merge_doubles(self, result: TrackResult) -> None:
        """Merge objects of one category that turned out to be one; the older name stays."""
        for known in list(result.changed.values()):
            if known.object_id not in self._store or known.status is not Presence.PRESENT:
                continue
            for other in self._store.of_category(known.category):
                if other is known or other.status is not Presence.PRESENT:
                    continue
                if same_thing(known, other):
                    older, newer = sorted((known, other), key=lambda k: k.first_seen)
                    self._absorb(older, newer, result)
                    break

    def _absorb(self, older: KnownObject, newer: KnownObject, result: TrackResult) -> None:
        """Let the older object take the place of the newer one, which is the same thing."""
        stale = older.status is not Presence.PRESENT or older.assumed or len(older.cloud) == 0
        if len(newer.cloud) and stale:
            older.replace_points(newer.cloud.points, newer.camera_top)
            older.assumed = newer.assumed
        elif len(newer.cloud):
            older.observe(newer.cloud.points, newer.camera_top)
        older.status, older.holder, older.absent = newer.status, newer.holder, 0.0
        older.instance = newer.instance or older.instance
        if newer.seen >= older.seen:
            older.seen, older.seen_by = newer.seen, newer.seen_by
        older.apart_from |= newer.apart_from
        self._store.remove([newer])
        result.seen.pop(newer.object_id, None)
        result.changed.pop(newer.object_id, None)
        result.changed[older.object_id] = older

    def _forget(self, stamp: float) -> None:
        """Forget what has been gone for long, and mask ids that now stand for something else."""
        self._store.remove(
            known
            for known in self._store
            if known.status is Presence.GONE
            and stamp - max(known.last_look, known.seen) > self._config.gone_memory
        )

    @staticmethod
    def _report(result: TrackResult, objects: Iterable[KnownObject]) -> None:
        for known in objects:
            result.changed[known.object_id] = known


def _may_have_moved(known: KnownObject) -> bool:
    return known.pickupable or known.status is not Presence.PRESENT


def _by_category(views: Iterable[InstanceView]) -> list[list[InstanceView]]:
    """Return the views by category, what carries others first."""
    groups: dict[str, list[InstanceView]] = {}
    for view in views:
        groups.setdefault(view.label.category, []).append(view)
    return sorted(
        groups.values(), key=lambda g: (not g[0].label.is_receptacle, g[0].label.pickupable)
    )
