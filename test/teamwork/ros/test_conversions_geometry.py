# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Points and poses survive the way into a ROS message and back."""

import pytest
from hypothesis import strategies as st
from vocabulary_values import check_round_trip, points, poses

from adhoc_teamwork.teamwork.ros.conversions import geometry


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("point", points),
        ("pose", poses),
    ],
)
def test_round_trip(name: str, values: st.SearchStrategy[object]) -> None:
    to_ros, from_ros = (getattr(geometry, f"{name}_{way}_ros") for way in ("to", "from"))
    check_round_trip(to_ros, from_ros, values)
