# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects that turned out to be one thing: both are merged, and the older name stays."""

from adhoc_teamwork.perception.objects.association import same_thing
from adhoc_teamwork.perception.objects.objects import KnownObject, ObjectStore, TrackResult
from adhoc_teamwork.teamwork.scene import Presence


def merge_doubles(store: ObjectStore, result: TrackResult) -> None:
    """Merge objects of one category, of which one has just changed, that are the same thing."""
    for known in list(result.changed.values()):
        if known.object_id not in store or known.status is not Presence.PRESENT:
            continue
        for other in store.of_category(known.category):
            if other is known or other.status is not Presence.PRESENT:
                continue
            if same_thing(known, other):
                older, newer = sorted((known, other), key=lambda k: k.first_seen)
                absorb(older, newer, store, result)
                break


def absorb(older: KnownObject, newer: KnownObject, store: ObjectStore, result: TrackResult) -> None:
    """Let the older object take the place of the newer one, which is the same thing."""
    stale = older.status is not Presence.PRESENT or older.assumed or len(older.cloud) == 0
    if len(newer.cloud) and stale:
        older.replace_as(newer)
        older.uncertainty = newer.uncertainty
        older.assumed = newer.assumed
    elif len(newer.cloud):
        older.observe_as(newer)
    older.status, older.holder, older.absent = newer.status, newer.holder, 0.0
    older.instance = newer.instance or older.instance
    if newer.seen >= older.seen:
        older.seen, older.seen_by = newer.seen, newer.seen_by
        older.closed = older.closed if newer.closed is None else newer.closed
        older.states = newer.states or older.states
    older.apart_from |= newer.apart_from
    older.votes += newer.votes
    store.remove([newer])
    result.seen.pop(newer.object_id, None)
    result.changed.pop(newer.object_id, None)
    result.changed[older.object_id] = older
