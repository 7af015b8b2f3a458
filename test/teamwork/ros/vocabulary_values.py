# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Values of the vocabulary, drawn at random, and the check that they survive a message."""

import math
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.geometry import Point, Pose, Size
from adhoc_teamwork.teamwork.scene import Detection, Misplaced, Predicate, Presence
from adhoc_teamwork.teamwork.states import read_states

text = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=20)
single = st.floats(-1000, 1000, width=32)
double = st.floats(-1000, 1000)
seconds = st.integers(0, 10**6).map(lambda tenths: tenths / 10.0)
uint32 = st.integers(0, 2**32 - 1)
points = st.builds(Point, double, double, double)
poses = st.builds(Pose, double, double, st.floats(-3.1, 3.1))
texts = st.lists(text, max_size=3).map(tuple)
detections = st.builds(
    Detection,
    object_id=text,
    category=text,
    position=points,
    size=st.builds(Size, double, double, double),
    goes_on_above=st.booleans(),
    room=text,
    room_type=text,
    receptacle=text,
    receptacle_category=text,
    relation=st.none() | st.sampled_from(Predicate),
    support_height=single,
    support_seen=st.booleans(),
    pickupable=st.booleans(),
    is_receptacle=st.booleans(),
    misplaced=st.sampled_from(Misplaced),
    reason=text,
    confidence=single,
    status=st.sampled_from(Presence),
    seen=seconds,
    seen_by=text,
    closed=st.none() | st.booleans(),
    states=st.lists(st.sampled_from(("power=on", "heat=3", "lid.front=half-open"))).map(
        read_states
    ),
    covariance=st.just(()) | st.tuples(*[double] * 9).filter(any),
)


def same(left: object, right: object) -> bool:
    """Compare field by field; floats to a nanometre, since quaternions and stamps round."""
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if hasattr(left, "__dataclass_fields__") and type(left) is type(right):
        return all(
            same(getattr(left, name), getattr(right, name)) for name in left.__dataclass_fields__
        )
    return left == right


def check_round_trip(
    to_ros: Callable[[Any], Any], from_ros: Callable[[Any], Any], values: st.SearchStrategy[Any]
) -> None:
    """Fail where a value does not survive the way into a message and back."""

    @settings(max_examples=25)
    @given(values)
    def check(value: object) -> None:
        assert same(from_ros(to_ros(value)), value)

    check()
