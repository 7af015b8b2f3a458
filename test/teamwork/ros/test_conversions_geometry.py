# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Points and poses survive the way into a ROS message and back."""

import pytest
from hypothesis import strategies as st
from vocabulary_values import check_round_trip, points, poses

from teamwork.ros.conversions import geometry


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
