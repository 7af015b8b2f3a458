# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where things were seen last, and whether they moved."""

from dataclasses import replace

import pytest

from adhoc_teamwork.perception.objects import sightings as module
from adhoc_teamwork.perception.objects.sightings import Sightings
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import Detection, Presence


def mug(
    x: float, seen: float, status: Presence = Presence.PRESENT, name: str = "Mug_0"
) -> Detection:
    return Detection(
        name, "Mug", Point(x, 2.0, 0.8), Size(0.1, 0.1, 0.1), "room_0", pickupable=True,
        status=status, seen=seen, seen_by="dog",
    )  # fmt: skip


def test_a_thing_that_was_moved_is_the_same_one_elsewhere() -> None:
    known = Sightings(moved=0.15)
    known.take([mug(1.0, 5.0), mug(4.0, 6.0, name="Mug_1")])
    known.take([mug(1.05, 9.0)])
    known.take([mug(2.0, 12.0, Presence.HELD)])
    known.take([mug(3.0, 20.0)])
    first, second = known.of("mug")
    assert (first.now.object_id, second.now.object_id) == ("Mug_0", "Mug_1")
    assert (first.now.position.x, first.now.seen, first.first_seen) == (3.0, 20.0, 5.0)
    # It lay there until it was last looked at there; in the hand it was at no place.
    assert [(place.position.x, place.seen) for place in first.before] == [(1.0, 9.0)]
    assert second.before == ()
    assert known.of("Mug_1") == (second,)
    assert known.of("Bowl") == ()


def test_what_is_gone_is_still_told_of_and_all_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_THINGS", 2)
    known = Sightings(moved=0.15)
    for step in range(12):
        known.take([mug(float(step), float(step))])
    known.take([mug(11.0, 11.0, Presence.GONE)])
    (one,) = known.of("Mug_0")
    assert one.now.status is Presence.GONE
    assert [place.position.x for place in one.before] == [3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]
    known.take([mug(0.0, 20.0, name="Mug_1"), mug(0.0, 21.0, name="Mug_2")])
    assert [sighting.now.object_id for sighting in known.of("Mug")] == ["Mug_2", "Mug_1"]
    known.clear()
    assert known.of("Mug") == ()


def test_what_only_shows_more_of_itself_or_is_told_of_by_others_has_not_moved() -> None:
    known = Sightings(moved=0.15)
    sofa = Detection("Sofa_0", "Sofa", Point(4.7, 6.2, 0.3), Size(0.8, 0.6, 0.6), seen=3.0)
    known.take([sofa, mug(1.0, 3.0)])
    known.take([replace(sofa, position=Point(5.6, 6.5, 0.4), size=Size(2.4, 1.0, 0.8), seen=5.0),
                replace(mug(1.25, 6.0), seen_by="cart")])  # fmt: skip
    assert [one.before for thing in ("Sofa", "Mug") for one in known.of(thing)] == [(), ()]
    known.take([replace(sofa, position=Point(8.0, 6.5, 0.4), size=Size(2.4, 1.0, 0.8), seen=9.0)])
    (one,) = known.of("Sofa")
    assert [place.position.x for place in one.before] == [4.7]
