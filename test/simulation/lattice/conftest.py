# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Robots for step worlds."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from adhoc_teamwork.teamwork.geometry import Pose


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
