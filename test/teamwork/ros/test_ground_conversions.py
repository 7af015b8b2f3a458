# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from typing import Any

import numpy as np
import pytest

from adhoc_teamwork.teamwork.maps.ground import Ground, Patch
from adhoc_teamwork.teamwork.maps.height_cloud import height_map_from_ros
from adhoc_teamwork.teamwork.maps.height_map import HeightMap
from adhoc_teamwork.teamwork.ros.conversions.ground import height_map_to_ros

STAIRS = Patch("stairs", ((1.0, 0.0), (3.0, 0.0), (3.0, 2.0), (1.0, 2.0)), 0.0, 0.6, 0.0, 4)
MAP = HeightMap.of(Ground((STAIRS,)), (-1.0, -0.5, 4.0, 2.5))


def test_a_height_map_survives_the_way_there_and_back() -> None:
    again = height_map_from_ros(height_map_to_ros(MAP))
    assert np.array_equal(again.heights, MAP.heights)
    assert again.frame.box == pytest.approx(MAP.frame.box, abs=1e-4)
    for x, y in ((1.3, 0.7), (2.7, 1.3), (0.5, 1.0), (9.0, 9.0)):
        assert again.height(x, y) == pytest.approx(STAIRS.height(x, y) if 1 < x < 3 else 0.0)


def _cut(message: Any) -> None:
    message.data = message.data[:-12]


def _one_row(message: Any) -> None:
    message.width, message.height = message.width * message.height, 1


def _nowhere(message: Any) -> None:
    message.data[8:12] = type(message.data)("B", np.float32(np.nan).tobytes())


def _askew(message: Any) -> None:
    message.data[12:16] = type(message.data)("B", np.float32(7.0).tobytes())


def _other_fields(message: Any) -> None:
    message.fields[2].name = "rgb"


@pytest.mark.parametrize("spoil", [_cut, _one_row, _nowhere, _askew, _other_fields])
def test_what_is_no_ground_is_refused(spoil: Any) -> None:
    message = height_map_to_ros(MAP)
    spoil(message)
    with pytest.raises(ValueError, match="the ground"):
        height_map_from_ros(message)
