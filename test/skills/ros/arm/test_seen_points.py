# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Points of perception's cloud, as the arm reads them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rclpy")

from sensor_msgs.msg import PointCloud2, PointField

from adhoc_teamwork.perception.map.semantic_cloud import SemanticCloud
from adhoc_teamwork.perception.ros.clouds import cloud_to_ros
from adhoc_teamwork.skills.belief.world import World
from adhoc_teamwork.skills.ros.arm.seen_points import SeenPoints, points_from_ros
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame
from adhoc_teamwork.teamwork.maps.height_map import HeightMap


def cloud(places: list[list[float]]) -> Any:
    """Return perception's own message of some points."""
    points = np.array(places, np.float32).reshape(-1, 3)
    numbers = np.zeros(len(points), np.int32)
    return cloud_to_ros(SemanticCloud(points, numbers, numbers, ("Cup",), ("Cup_0",)), "map", 1.0)


class Listening:
    """Stand for the node: keep what is subscribed to, and what is complained of."""

    def __init__(self) -> None:
        self.complaints: list[str] = []

    def create_subscription(self, _kind: Any, topic: str, hear: Any, *_: Any, **__: Any) -> None:
        """Keep who listens."""
        self.topic, self.hear = topic, hear

    def get_logger(self) -> "Listening":
        """Return itself."""
        return self

    def error(self, text: str, **_: Any) -> None:
        """Keep what is complained of."""
        self.complaints.append(text)


@given(st.lists(st.lists(st.floats(-50.0, 50.0, width=32), min_size=3, max_size=3), max_size=20))
def test_what_perception_publishes_is_read(places: list[list[float]]) -> None:
    expected = np.array(places, np.float32).reshape(-1, 3)
    np.testing.assert_array_equal(points_from_ros(cloud(places)), expected)


def test_points_that_are_nowhere_are_left_out() -> None:
    assert len(points_from_ros(cloud([[0.0, float("nan"), 1.0], [1.0, 1.0, 1.0]]))) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"data": b"\0" * 7},
        {"point_step": 10},
        {"width": 5},
        {"width": 4_000_000_000},
        {"is_bigendian": True},
        {"fields": [PointField(name="x", offset=0, datatype=PointField.FLOAT64)]},
        {"fields": []},
    ],
)
def test_what_is_no_such_cloud_is_refused(change: dict[str, Any]) -> None:
    message = cloud([[0.0, 0.0, 1.0]])
    for name, value in change.items():
        setattr(message, name, value)
    with pytest.raises(ValueError, match=r"cloud|bytes"):
        points_from_ros(message)


def test_the_newest_is_read_when_it_is_wanted_and_told_above_the_floor() -> None:
    node, world = Listening(), World()
    SeenPoints(node, world).setup()
    assert world.seen().shape == (0, 3)
    node.hear(cloud([[1.0, 1.0, 0.9], [2.0, 1.0, 0.5]]))
    np.testing.assert_allclose(world.seen()[:, 2], [0.9, 0.5], atol=1e-6)
    frame = GridFrame.of_middles(0.0, 0.0, 1.0, (3, 4))
    world.ground = HeightMap(frame, np.full((3, 4), 0.4, np.float32))
    assert world.in_map(Point(1.0, 1.0, 0.0)).z == pytest.approx(0.4)
    np.testing.assert_allclose(world.seen()[:, 2], [0.5, 0.1], atol=1e-6)


def test_what_cannot_be_read_is_said_and_nothing_is_seen() -> None:
    node, world = Listening(), World()
    SeenPoints(node, world).setup()
    node.hear(PointCloud2(width=3, height=1))
    assert world.seen().shape == (0, 3)
    assert "perception" in node.complaints[0]
