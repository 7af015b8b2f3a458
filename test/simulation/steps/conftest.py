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

"""Robots for step worlds."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from teamwork.geometry import Pose


@dataclass(frozen=True)
class Spec:
    """Describe a robot as a task of the benchmark does."""

    start: Pose
    can_manipulate: bool = True
    camera_height: float = 0.9
    payload: float = 1.0
    battery: int = 100


@pytest.fixture
def spec_at() -> Callable[..., Spec]:
    """Return a maker of robots: x, y, yaw of their start, and fields by keyword."""

    def make(x: float, y: float, yaw: float = 0.0, **fields: object) -> Spec:
        return Spec(Pose(x, y, yaw), **fields)

    return make
