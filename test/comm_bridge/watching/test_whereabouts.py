# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a thing was seen last, in a sentence."""

from dataclasses import replace

from adhoc_teamwork.comm_bridge.watching.whereabouts import Whereabouts, sentence
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection, Predicate, Presence

MUG = Detection(
    "Mug_0", "Mug", Point(1.0, 2.0, 0.8), room="room_0", room_type="Kitchen",
    receptacle_category="Sofa", relation=Predicate.ON, seen=10.0, seen_by="dog", confidence=0.9,
)  # fmt: skip


def test_it_says_where_since_when_and_from_where() -> None:
    assert sentence(Whereabouts("dog", MUG, (), 5.0), 30.0) == (
        "dog: Mug_0 is on Sofa in room_0 (Kitchen) at (1.0, 2.0, 0.8); seen 20 s ago, 90 % sure; "
        "has not moved since it was first seen"
    )
    moved = replace(MUG, position=Point(4.0, 6.0, 0.8), receptacle_category="", seen=28.0,
                    status=Presence.GONE)  # fmt: skip
    told = sentence(Whereabouts("cart\x1b[2J", moved, (MUG,), 5.0), 30.0)
    assert told == (
        "cart: Mug_0 is gone from where it was, in room_0 (Kitchen) at (4.0, 6.0, 0.8); "
        "seen 2 s ago by dog, 90 % sure; the same one has moved once, 5.0 m from on Sofa in room_0 "
        "(Kitchen) at (1.0, 2.0, 0.8), where it was seen until 20 s ago"
    )
