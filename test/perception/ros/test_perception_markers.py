# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What RViz is given to draw."""

import numpy as np
import pytest

pytest.importorskip("visualization_msgs", reason="no ROS 2: marker tests need visualization_msgs")

from sensor_msgs.msg import PointField
from visualization_msgs.msg import Marker

from adhoc_teamwork.perception.map.semantic_cloud import SemanticCloud
from adhoc_teamwork.perception.ros.clouds import cloud_to_ros
from adhoc_teamwork.perception.ros.markers import scene_graph_to_markers
from adhoc_teamwork.teamwork.geometry import Point, Size
from adhoc_teamwork.teamwork.scene import (
    Detection,
    Misplaced,
    Predicate,
    Presence,
    Relation,
    Room,
    SceneGraph,
)

NOTCHED = ((0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0))
MUG = Detection(
    "Mug_0", "Mug", Point(0.5, 0.5, 0.8), Size(0.1, 0.1, 0.1), misplaced=Misplaced.YES,
    covariance=(0.01, 0.0, 0.0, 0.0, 0.04, 0.0, 0.0, 0.0, 0.0025),
)  # fmt: skip
TABLE = Detection("Table_0", "Table", Point(0.5, 0.5, 0.35), Size(0.8, 0.8, 0.7))
GRAPH = SceneGraph(
    7.0,
    (Room("room_0", NOTCHED, "Kitchen", 0.9, 0.5), Room("room_1", ())),
    (MUG, TABLE, Detection("Pen_0", "Pen", Point(9.0, 9.0), status=Presence.GONE)),
    (
        Relation("Mug_0", Predicate.ON, "Table_0"),
        Relation("Mug_0", Predicate.NEAR, "Pen_0"),
        Relation("room_0", Predicate.CONNECTED, "room_1"),
    ),
)


def by_namespace() -> dict[str, list[Marker]]:
    found: dict[str, list[Marker]] = {}
    for marker in scene_graph_to_markers(GRAPH, "map").markers:
        found.setdefault(marker.ns, []).append(marker)
    return found


def test_each_marker_has_a_place_of_its_own_and_replaces_earlier_ones() -> None:
    markers = scene_graph_to_markers(GRAPH, "map").markers
    assert markers[0].action == Marker.DELETEALL
    assert len({(m.ns, m.id) for m in markers}) == len(markers)
    assert {m.header.frame_id for m in markers} == {"map"}
    assert {m.header.stamp.sec for m in markers} == {7}


def test_what_is_gone_is_not_drawn_and_what_is_out_of_place_says_so() -> None:
    found = by_namespace()
    assert [m.text for m in found["names"]] == ["Mug_0 (out of place)", "Table_0"]
    assert len(found["objects"]) == 2
    assert "near" not in found


def test_relations_join_the_middles_of_things() -> None:
    line = by_namespace()["relations"][0]
    assert line.type == Marker.LINE_LIST
    assert [(p.x, p.y, p.z) for p in line.points] == [(0.5, 0.5, 0.8), (0.5, 0.5, 0.35)]
    assert len(by_namespace()["connections"][0].points) == 2


def test_rooms_are_outlined_and_named_inside() -> None:
    found = by_namespace()
    assert len(found["outlines"]) == 1
    assert len(found["outlines"][0].points) == len(NOTCHED) + 1
    name = found["rooms"][0]
    assert name.text == "room_0 Kitchen 90%, 50% explored"
    place = name.pose.position
    assert place.x < 1.0 or place.y < 1.0


def test_ellipsoid_is_the_covariance() -> None:
    from scipy.spatial.transform import Rotation

    sphere = by_namespace()["covariance"][0]
    turn = sphere.pose.orientation
    axes = Rotation.from_quat([turn.x, turn.y, turn.z, turn.w]).as_matrix()
    radii = np.array([sphere.scale.x, sphere.scale.y, sphere.scale.z]) / 4.0
    assert np.allclose(axes @ np.diag(radii**2) @ axes.T, np.reshape(MUG.covariance, (3, 3)))


def test_cloud_message_is_read_back() -> None:
    rng = np.random.default_rng(0)
    cloud = SemanticCloud(
        positions=rng.normal(size=(5, 3)).astype(np.float32),
        classes=np.array([0, 1, 1, 0, 1], np.int32),
        instances=np.array([0, 1, 1, 0, 2], np.int32),
        class_names=("Mug", "Table"),
        object_ids=("Mug_0", "Table_0", "Table_1"),
    )
    message = cloud_to_ros(cloud, "map", 3.5)
    numpy_kind = {PointField.FLOAT32: "<f4", PointField.INT32: "<i4"}
    kind = np.dtype(
        {
            "names": [field.name for field in message.fields],
            "formats": [numpy_kind[field.datatype] for field in message.fields],
            "offsets": [field.offset for field in message.fields],
            "itemsize": message.point_step,
        }
    )
    points = np.frombuffer(bytes(message.data), kind)
    assert len(points) == message.width * message.height == 5
    assert message.row_step == len(message.data)
    assert np.array_equal(np.stack([points[a] for a in "xyz"], 1), cloud.positions)
    assert points["class"].tolist() == cloud.classes.tolist()
    assert points["instance"].tolist() == cloud.instances.tolist()
    red = points["rgb"].view("<u4") >> 16 & 255
    assert red.tolist() == cloud.colors()[:, 0].tolist()
    assert message.header.stamp.sec == 3
