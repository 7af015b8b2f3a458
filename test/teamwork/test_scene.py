# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Detections: alike where all their fields are."""

from dataclasses import fields, replace
from typing import Any

import pytest

from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.records import changed
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence

MUG = Detection("Mug_0", "Mug", Point(1.0, 2.0, 0.5))
OTHER = {
    "position": Point(1.0, 2.0, 0.6),
    "size": Size(1.0, 0.0, 0.0),
    "relation": Predicate.ON,
    "misplaced": Misplaced.YES,
    "status": Presence.HELD,
    "closed": True,
    "states": ("on",),
    "covariance": (1.0,),
}
DIFFERENT: dict[type, Any] = {str: "x", bool: True, float: 7.0}


@pytest.mark.parametrize("name", [field.name for field in fields(Detection)])
def test_detections_are_alike_in_every_field_or_not_at_all(name: str) -> None:
    value = OTHER[name] if name in OTHER else DIFFERENT[type(getattr(MUG, name))]
    for copy in (replace, changed):
        assert copy(MUG, **{name: getattr(MUG, name)}) == MUG
        assert hash(copy(MUG)) == hash(MUG)
        assert copy(MUG, **{name: value}) != MUG


def test_a_detection_is_like_nothing_else() -> None:
    assert MUG != "Mug_0"
