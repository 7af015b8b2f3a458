# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object-room map survives the way into a ROS message and back, and bad ones are refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.maps.object_room_map import ObjectRoomMap
from adhoc_teamwork.teamwork.ros.conversions.object_room_map import (
    object_room_map_from_ros,
    object_room_map_to_ros,
)


@st.composite
def maps(draw: Callable[[Any], Any]) -> ObjectRoomMap:
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    height, width, classes, rooms = (draw(st.integers(0, 5)) for _ in range(4))
    return ObjectRoomMap(
        stamp=float(draw(st.integers(0, 10**6))),
        cell=0.25,
        origin=(float(rng.normal()), float(rng.normal())),
        occupancy=rng.choice([-1, 0, 100], (height, width)).astype(np.int8),
        rooms=rng.integers(-1, rooms, (height, width), np.int16, endpoint=rooms == 0),
        room_ids=tuple(f"room_{n}" for n in range(rooms)),
        layers=rng.random((classes, height, width)) < 0.3,
        classes=tuple(f"Class{n}" for n in range(classes)),
    )


@settings(max_examples=40)
@given(maps())
def test_round_trip(before: ObjectRoomMap) -> None:
    after = object_room_map_from_ros(object_room_map_to_ros(before))
    for name in ("stamp", "cell", "origin", "room_ids", "classes"):
        assert getattr(after, name) == getattr(before, name)
    for name in ("occupancy", "rooms", "layers"):
        one, other = getattr(before, name), getattr(after, name)
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"occupancy": [0]}, "1 cells of occupancy"),
        ({"rooms": [7, 7]}, "room 7"),
        ({"class_ends": []}, "ends"),
        ({"class_ends": [3]}, "ends"),
        ({"class_cells": [9, 9]}, "cell 9"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], words: str) -> None:
    found = ObjectRoomMap(
        stamp=1.0, cell=0.1, origin=(0.0, 0.0), occupancy=np.zeros((1, 2), np.int8),
        rooms=np.zeros((1, 2), np.int16), room_ids=("room_0",),
        layers=np.ones((1, 1, 2), np.bool_), classes=("Mug",),
    )  # fmt: skip
    message = object_room_map_to_ros(found)
    for name, value in changes.items():
        setattr(message, name, value)
    with pytest.raises(ValueError, match=words):
        object_room_map_from_ros(message)
