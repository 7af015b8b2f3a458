# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects over time: which are new, which moved, which are held, and which are gone."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.perception.frames.views import FrameViews, InstanceView
from adhoc_teamwork.perception.objects.association import associate
from adhoc_teamwork.perception.objects.doubles import absorb, merge_doubles
from adhoc_teamwork.perception.objects.faint import FaintSightings
from adhoc_teamwork.perception.objects.holding import Carrier, OwnHand, carrier_of
from adhoc_teamwork.perception.objects.identity import CONFIRMED, vote, weigh
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore, TrackResult
from adhoc_teamwork.perception.objects.presence import Look, contradicted, count_look, seen_through
from adhoc_teamwork.perception.objects.support import find_support
from adhoc_teamwork.teamwork.scene import Misplaced, Presence

_TRUST_AFTER = 20
"""Sightings under the same mask id, per sighting under another, from which ids are trusted."""
_SMALL_CLOUD = 1500
"""Of furniture with no more points, such as a lamp, those seen to hang in free space are dropped; a
few stray points hardly change the extents of anything larger."""


class Tracker:
    """Follow the objects of a store through the frames of one camera."""

    def __init__(
        self, robot: str, store: ObjectStore, hand: OwnHand, config: PerceptionConfig
    ) -> None:
        self._robot = robot
        self._store = store
        self._hand = hand
        self._config = config
        self._faint = FaintSightings(config)
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
        left = [
            v for group in _by_category(views.objects) for v in self._match(frame, group, result)
        ]
        left_over = [k for k in self._store.present() if k.object_id not in result.seen]
        look = Look.at(frame, left_over, self._config)
        for view in self._settle_classes(look, left, frame, result):
            self._explain(view, frame, carriers, result)
        self._look_for_missing(look, frame.stamp, views, result)
        merge_doubles(self._store, result)
        self._forget_ids(views, result)
        return result

    def _match(
        self, frame: Frame, views: Sequence[InstanceView], result: TrackResult
    ) -> list[InstanceView]:
        """Merge the views of one category into the objects that they show; return those left."""
        known = self._store.of_category(views[0].label.category)
        matches = associate(views, known, self._config)
        for index, match in matches.items():
            self._see(match, views[index], frame, result)
        for one, other in combinations(matches.values(), 2):
            one.apart_from.add(other.object_id)
            other.apart_from.add(one.object_id)
        return [view for index, view in enumerate(views) if index not in matches]

    @staticmethod
    def _forget_ids(views: FrameViews, result: TrackResult) -> None:
        """Forget ids that may stand for another thing in the next picture."""
        fleeting = {view.instance for view in views.objects if not view.label.tracked}
        for known in result.seen.values():
            if known.instance in fleeting:
                known.instance = 0

    def _settle_classes(
        self, look: Look, left: Sequence[InstanceView], frame: Frame, result: TrackResult
    ) -> list[InstanceView]:
        """Let the frame vote on what shows under another class's mask; return the views left."""
        unknown = {v.instance: v for v in left if self._hinted(v, CONFIRMED) is None}
        shown = {known.instance: known for known in result.seen.values()}
        settled: set[int] = set()
        for verdict in weigh(look, unknown, shown):
            known, view = verdict.known, verdict.view
            if view is None:
                self._store.remove([known])
                continue
            if view.instance in settled:
                continue
            settled.add(view.instance)
            if verdict.outvoted:
                known = self._store.rename(known, view.label)
                known.observe(view.points, float(frame.eye[2]), view.topmost)
                self._mark_seen(known, view, frame.stamp, result)
            result.changed[known.object_id] = known
        return [view for view in left if view.instance not in settled]

    def _see(
        self, known: KnownObject, view: InstanceView, frame: Frame, result: TrackResult
    ) -> None:
        """Merge a view into the object that it shows."""
        height = float(frame.eye[2])
        if known.assumed or len(known.cloud) == 0:
            if view.pixels < self._config.min_pixels:
                result.glimpsed.add(known.object_id)
                known.absent = 0.0
                return
            known.replace_points(view.points, height, view.topmost)
            known.assumed = False
            result.changed[known.object_id] = known
        else:
            if known.instance == view.instance:
                self._same_id += 1
            elif known.instance:
                self._other_id += 1
            if known.pickupable:
                known.drop_points(contradicted(frame, known, view.instance))
            elif len(known.cloud) <= _SMALL_CLOUD:
                known.drop_points(seen_through(frame, known))
            if known.observe(view.points, height, view.topmost):
                result.changed[known.object_id] = known
        known.uncertainty.see(view.points, frame.eye)
        self._mark_seen(known, view, frame.stamp, result)

    def _mark_seen(
        self, known: KnownObject, view: InstanceView, stamp: float, result: TrackResult
    ) -> None:
        known.instance = view.instance
        known.seen, known.seen_by, known.absent = stamp, self._robot, 0.0
        if view.label.closed is not None:
            known.closed = view.label.closed
        known.states = view.label.states or known.states
        vote(known, view.label.category)
        result.seen[known.object_id] = known
        result.shown[known.object_id] = view.instance

    def _explain(
        self,
        view: InstanceView,
        frame: Frame,
        carriers: Sequence[Carrier],
        result: TrackResult,
    ) -> None:
        """Decide what a view shows that fits no object in its place: carried, moved, or new."""
        of_category = self._store.of_category(view.label.category)
        free = [known for known in of_category if known.object_id not in result.seen]
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
            small = view.label.pickupable
            if not (small and self._faint.believe(view, frame.stamp)):
                result.unclear.update((view.instance,) if small else ())
                faint = small and self._faint.takes(view)
                result.suspected.update((view.instance,) if faint else ())
                return
        moved = hinted if hinted is not None and _may_have_moved(hinted) else None
        moved = moved or self._missing_elsewhere(free, carriers)
        if moved is not None:
            self._relocate(moved, view, frame, result)
            return
        known = self._store.create(
            view.label.category, view.label.pickupable, view.label.is_receptacle, view.bounds
        )
        known.first_seen = frame.stamp
        known.replace_points(view.points, float(frame.eye[2]), view.topmost)
        known.uncertainty.see(view.points, frame.eye)
        self._mark_seen(known, view, frame.stamp, result)
        result.changed[known.object_id] = known

    def _unsupported(self, thing: InstanceView | KnownObject) -> bool:
        receptacles = self._store.receptacles()
        return find_support(thing.lower, thing.upper, receptacles, self._config) is None

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
        at_rest = hinted if hinted and hinted.status is Presence.PRESENT else None
        if at_rest and by_carrier and self._unsupported(at_rest):
            # A hand holds one thing: what hung in the air was that, seen apart from its robot.
            known = by_carrier[0]
            absorb(known, at_rest, self._store, result)
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
        known.replace_points(view.points, float(frame.eye[2]), view.topmost)
        known.status, known.holder, known.assumed = Presence.PRESENT, "", False
        known.misplaced, known.reason = Misplaced.UNKNOWN, ""
        known.apart_from.clear()
        known.uncertainty.see(view.points, frame.eye)
        self._mark_seen(known, view, frame.stamp, result)
        result.changed[known.object_id] = known

    def _hinted(self, view: InstanceView, votes: int) -> KnownObject | None:
        """Return the object of a view's class and mask id that has so many votes, or None."""
        of_category = self._store.of_category(view.label.category)
        same = (known for known in of_category if known.instance == view.instance)
        return next((known for known in same if known.votes[known.category] >= votes), None)

    def _look_for_missing(
        self, look: Look, stamp: float, views: FrameViews, result: TrackResult
    ) -> None:
        own_ids = result.unclear.union(views.unknown)
        for known, weight in look.absent(own_ids, result.seen.keys() | result.glimpsed):
            if known.object_id not in self._store or known.status is not Presence.PRESENT:
                continue
            if not count_look(known, weight, stamp, self._config):
                continue
            known.status = Presence.GONE
            known.seen_by = self._robot
            result.changed[known.object_id] = known
            successor = self._successor(known)
            if successor is not None:
                absorb(known, successor, self._store, result)

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
