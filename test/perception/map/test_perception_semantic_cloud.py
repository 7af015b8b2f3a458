# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The semantic point cloud, and classes flattened onto the map."""

import numpy as np
from box_rooms import Block, Looker, small

from adhoc_teamwork.perception.frames.cloud import voxel_keys
from adhoc_teamwork.teamwork.geometry import Point
from adhoc_teamwork.teamwork.scene import Detection
from adhoc_teamwork.teamwork.team.message import MessageKind, TeamMessage


def test_points_carry_class_and_object(looker: Looker) -> None:
    looker.look(times=2)
    cloud = looker.belief.semantic_cloud()
    assert set(cloud.class_names) == {"DiningTable", "Mug"}
    mug = cloud.positions[cloud.classes == cloud.class_names.index("Mug")]
    of_it = cloud.instances[cloud.classes == cloud.class_names.index("Mug")]
    assert {cloud.object_ids[i] for i in np.unique(of_it)} == {"Mug_0"}
    assert np.abs(mug.mean(axis=0) - (2.8, 2.1, 0.76)).max() < 0.08
    assert len(np.unique(voxel_keys(mug, 0.03))) == len(mug)


def test_it_becomes_an_open3d_cloud(looker: Looker) -> None:
    looker.look(times=2)
    cloud = looker.belief.semantic_cloud()
    tensors = cloud.to_open3d()
    assert np.array_equal(tensors.point["positions"].numpy(), cloud.positions)
    assert np.array_equal(tensors.point["class"].numpy()[:, 0], cloud.classes)
    assert np.array_equal(tensors.point["instance"].numpy()[:, 0], cloud.instances)
    assert tensors.point["colors"].numpy().shape == cloud.positions.shape


def test_nothing_known_is_an_empty_cloud(looker: Looker) -> None:
    cloud = looker.belief.semantic_cloud()
    assert cloud.positions.shape == (0, 3)
    assert cloud.colors().shape == (0, 3)


def test_numbers_of_classes_stay_when_things_are_gone(looker: Looker) -> None:
    looker.look(times=2)
    before = looker.belief.object_room_map(1.0).classes
    del looker.room.blocks["mug"]
    looker.room.blocks["cup"] = Block((2.9, 1.7, 0.76), (0.1, 0.1, 0.12), 5, small("Cup"))
    looker.look(times=6)
    after = looker.belief.object_room_map(2.0)
    assert after.classes[: len(before)] == before
    assert after.classes[-1] == "Cup"
    assert not after.layers[after.classes.index("Mug")].any()
    assert after.layers[after.classes.index("Cup")].any()


def test_what_only_a_teammate_saw_is_drawn_as_its_box(looker: Looker) -> None:
    looker.look(times=2)
    box = Detection("Box_3", "Box", Point(4.0, 3.0, 0.2), seen=looker.time)
    looker.belief.hear(
        TeamMessage("tall", 1, 1, looker.time, MessageKind.DETECTION, detections=(box,))
    )
    found = looker.belief.object_room_map(3.0)
    rows, cols = np.nonzero(found.layers[found.classes.index("Box")])
    assert len(rows)
    assert np.abs((cols + 0.5) * found.cell + found.origin[0] - 4.0).max() < 0.2
    assert np.abs((rows + 0.5) * found.cell + found.origin[1] - 3.0).max() < 0.2
    assert "Box_3" not in looker.belief.semantic_cloud().object_ids
