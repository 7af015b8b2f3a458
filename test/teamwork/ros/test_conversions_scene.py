# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot believes of the scene survives the way into a ROS message and back."""

import math

import pytest
from hypothesis import strategies as st
from vocabulary_values import (
    check_round_trip,
    detections,
    seconds,
    single,
    text,
)

from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.ros.conversions import scene
from adhoc_teamwork.teamwork.scene import Detection, Passage, Predicate, Relation, Room, SceneGraph

rooms = st.builds(
    Room,
    room_id=text,
    outline=st.lists(st.tuples(single, single), max_size=5).map(tuple),
    room_type=text,
    type_confidence=single,
    explored=single,
    floor=single,
    passages=st.lists(st.builds(Passage, text, single, single), max_size=2).map(tuple),
)
graphs = st.builds(
    SceneGraph,
    stamp=seconds,
    rooms=st.lists(rooms, max_size=2).map(tuple),
    objects=st.lists(detections, max_size=2).map(tuple),
    relations=st.lists(st.builds(Relation, text, st.sampled_from(Predicate), text), max_size=2).map(
        tuple
    ),
)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("detection", detections),
        ("room", rooms),
        ("scene_graph", graphs),
    ],
)
def test_round_trip(name: str, values: st.SearchStrategy[object]) -> None:
    to_ros, from_ros = (getattr(scene, f"{name}_{way}_ros") for way in ("to", "from"))
    check_round_trip(to_ros, from_ros, values)


def test_unknown_support_height_stays_unknown() -> None:
    detection = Detection("Mug_0", "Mug", Point(1, 2, 3))
    back = scene.detection_from_ros(scene.detection_to_ros(detection))
    assert math.isnan(back.support_height)
