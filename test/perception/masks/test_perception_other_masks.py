# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks from boxes in space, from images of classes, and from outlines with tracks."""

import json
import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from box_rooms import Block, BoxRoom, furniture, small, table_with_mug
from scipy.spatial.transform import Rotation

from adhoc_teamwork.perception.frames.camera import BadFrameError, Frame
from adhoc_teamwork.perception.mask_sources import (
    ClassImageSource,
    OutlineSource,
    SolidBoxSource,
)
from adhoc_teamwork.perception.masks.class_images import ClassImageMasks
from adhoc_teamwork.perception.masks.solid_boxes import SolidBox, SolidBoxMasks
from adhoc_teamwork.perception.masks.task_words import load_told_task, task_words
from adhoc_teamwork.perception.masks.vocabulary import ClassEntry, ClassTable, Vocabulary
from adhoc_teamwork.perception.messages import class_names_from_ros
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError

TABLE = ClassTable(
    (
        ClassEntry("cup", "Mug", pickupable=True),
        ClassEntry("dining table", "DiningTable", is_receptacle=True),
    )
)
VIEW = Pose(1.0, 2.0)
FRAME = table_with_mug().frame(VIEW, 1.0)
"""A table, instance 1, with a mug on it, instance 2."""


def solid(room: BoxRoom, key: str, name: str, frame: Frame) -> SolidBox:
    """Return the box of a block, as a faultless detector at the camera gives it."""
    block = room.blocks[key]
    turn = np.linalg.inv(frame.pose)
    x, y, z, _ = (turn @ (*block.centre, 1.0)).tolist()
    quaternion = Rotation.from_matrix(turn[:3, :3]).as_quat().tolist()
    return SolidBox((x, y, z), tuple(quaternion), tuple(block.size), name, 0.9)


def overlap(found: np.ndarray, true: np.ndarray) -> float:
    return float((found & true).sum() / (found | true).sum())


def test_boxes_in_space_take_the_points_within_them() -> None:
    room = table_with_mug()
    frame = room.frame(VIEW, 1.0)
    masks = SolidBoxMasks(Vocabulary(TABLE), 0.35)
    boxes = [solid(room, "table", "dining table", frame), solid(room, "mug", "cup", frame)]
    unsure = SolidBox(boxes[1].middle, boxes[1].turn, (9.0, 9.0, 9.0), "cup", 0.1)
    wrong = [SolidBox((0.0, 0.0, 1.0), turn, (1.0, 1.0, 1.0), "cup", 0.9)
             for turn in ((0.0,) * 4, (float("nan"),) * 4)]  # fmt: skip
    found = masks.instances([*boxes, unsure, *wrong], frame.depth, frame.intrinsics)
    assert masks.bad_boxes == 2
    named = {label.category: number for number, label in masks.ids.labels.items()}
    assert overlap(found == named["DiningTable"], frame.instances == 1) > 0.9
    assert overlap(found == named["Mug"], frame.instances == 2) > 0.8


def test_what_of_a_class_hangs_together_is_one_thing() -> None:
    blocks = {
        "near": Block((2.0, 2.0, 0.5), (0.2, 0.2, 1.0), 1, small("Mug")),
        "behind": Block((3.2, 2.1, 0.5), (0.2, 0.4, 1.0), 2, small("Mug")),
        "table": Block((3.0, 3.0, 0.35), (0.4, 0.4, 0.7), 3, furniture("DiningTable")),
    }
    frame = BoxRoom(blocks).frame(VIEW, 1.0)
    masks = ClassImageMasks(Vocabulary(TABLE))
    masks.names = {7: "cup", 9: "Dining Table", 11: "zebra"}
    classes = np.array([0, 7, 7, 9], np.uint16)[frame.instances]
    classes[:5] = 11
    found = masks.instances(classes, frame.depth)
    categories = sorted(masks.ids.labels[n].category for n in np.unique(found[found > 0]).tolist())
    assert categories == ["DiningTable", "Mug", "Mug"]
    near = found[frame.instances == 1]
    behind = found[frame.instances == 2]
    assert set(near[near > 0]).isdisjoint(behind[behind > 0])
    assert (near > 0).mean() > 0.9


def test_sources_refuse_what_they_cannot_place_or_name() -> None:
    frame = table_with_mug().frame(VIEW, 1.0)
    boxes = SolidBoxSource(Vocabulary(TABLE), 0.35)
    message: Any = SimpleNamespace(header=SimpleNamespace(frame_id="map"), detections=[])
    with pytest.raises(BadFrameError, match="boxes are in 'map'; expected 'rover/camera'"):
        boxes.instances(message, frame.depth, frame.intrinsics, "rover/camera")
    with pytest.raises(BadFrameError, match="no LabelInfo"):
        ClassImageSource(Vocabulary(TABLE)).instances(
            message, frame.depth, frame.intrinsics, "rover/camera"
        )


def info(*classes: tuple[int, str]) -> Any:
    return SimpleNamespace(
        class_map=[SimpleNamespace(class_id=number, class_name=name) for number, name in classes]
    )


def test_names_of_classes_are_read_once_each() -> None:
    assert class_names_from_ros(info((0, "background"), (4, "cup"), (255, "UNLABELED"))) == {
        4: "cup"
    }
    for wrong in (info(), info((0, "background")), info((1, "cup"), (1, "bowl"))):
        with pytest.raises(ValueError, match="expected names for different numbers"):
            class_names_from_ros(wrong)


def detection(
    number: int, name: str, track: str = "", scale: float = 1.0, outlined: bool = True
) -> Any:
    """Return a detection as the messages of yolo_msgs have it, in a picture `scale` times ours."""
    rows, columns = np.nonzero(FRAME.instances == number)
    left, right, top, bottom = columns.min(), columns.max() + 1, rows.min(), rows.max() + 1
    corners = ((left, top), (right, top), (right, bottom), (left, bottom)) if outlined else ()
    height, width = FRAME.depth.shape
    return SimpleNamespace(
        class_name=name,
        score=0.9,
        id=track,
        bbox=SimpleNamespace(
            center=SimpleNamespace(
                position=point((left + right) / 2.0 * scale, (top + bottom) / 2.0 * scale)
            ),
            size=point((right - left) * scale, (bottom - top) * scale),
        ),
        mask=SimpleNamespace(
            height=int(height * scale),
            width=int(width * scale),
            data=[point(x * scale, y * scale) for x, y in corners],
        ),
    )


def point(x: float, y: float) -> Any:
    return SimpleNamespace(x=float(x), y=float(y))


def instances(source: OutlineSource, *detections: Any) -> np.ndarray:
    message = SimpleNamespace(detections=list(detections))
    return source.instances(message, FRAME.depth, FRAME.intrinsics, "optical")


def test_outlines_are_filled_also_those_of_a_larger_picture() -> None:
    for scale in (1.0, 2.0):
        source = OutlineSource(Vocabulary(TABLE), 0.35)
        found = instances(
            source, detection(2, "cup", scale=scale), detection(1, "dining table", scale=scale)
        )
        named = {label.category: number for number, label in source.labels().items()}
        assert overlap(found == named["Mug"], FRAME.instances == 2) > 0.7
        assert set(np.unique(found)) == {0, *named.values()}


def test_without_an_outline_the_depth_in_the_box_counts() -> None:
    source = OutlineSource(Vocabulary(TABLE), 0.35)
    found = instances(source, detection(2, "cup", outlined=False))
    assert overlap(found > 0, FRAME.instances == 2) > 0.7


def test_a_track_keeps_its_id_while_it_keeps_its_class() -> None:
    source = OutlineSource(Vocabulary(TABLE), 0.35)
    first = instances(source, detection(2, "cup", "7"), detection(1, "dining table"))
    mug = int(first[FRAME.instances == 2].max())
    assert source.labels()[mug].tracked
    others = [label for number, label in source.labels().items() if number != mug]
    assert not any(label.tracked for label in others)
    assert instances(source, detection(2, "cup", "7")).max() == mug
    assert instances(source, detection(2, "cup", "8")).max() not in (0, mug)
    renamed = int(instances(source, detection(2, "dining table", "7")).max())
    assert source.labels()[renamed].category == "DiningTable"
    assert renamed != mug


def test_what_is_no_outline_is_left_out() -> None:
    source = OutlineSource(Vocabulary(TABLE), 0.35)
    wrong = detection(2, "cup")
    wrong.mask.data[1].x = math.nan
    outside = detection(2, "cup")
    outside.bbox.center.position = point(-9e9, 5.0)
    unsure = detection(2, "cup")
    unsure.score = 0.1
    unknown = detection(2, "zebra")
    assert not instances(source, wrong, outside, unsure, unknown).any()
    assert source.counts() == {"bad_boxes": 1, "unknown_classes": 1}


def test_a_task_needs_furniture_and_what_its_goal_names(tmp_path: Path) -> None:
    table = ClassTable(
        (
            *TABLE.classes,
            ClassEntry("bottle", "Bottle", pickupable=True),
            ClassEntry("bin", "Basket", pickupable=True, is_receptacle=True),
            ClassEntry("zebra"),
        )
    )
    everything = ("cup", "dining table", "bottle", "bin")
    assert task_words(table, load_told_task("")) == everything
    goal = tmp_path / "goal.yaml"
    goal.write_text("objects: {mug: 2}\nplace: {receptacle: DiningTable}\n", encoding="utf-8")
    assert task_words(table, load_told_task("", str(goal))) == ("cup", "dining table")
    task = {"goal": {"text": "tidy up"}, "furnishing": {"containers": {"Basket": 3}}, "else": 1}
    (tmp_path / "task.yaml").write_text(json.dumps(task), encoding="utf-8")
    assert task_words(table, load_told_task(str(tmp_path))) == everything
    told = load_told_task(str(tmp_path), str(goal))
    assert task_words(table, told) == ("cup", "dining table", "bin")
    own = goal.read_text(encoding="utf-8") + "furnishing: {containers: {Bottle: 1}}\n"
    goal.write_text(own, encoding="utf-8")
    told = load_told_task(str(tmp_path), str(goal))
    assert task_words(table, told) == ("cup", "dining table", "bottle")
    with pytest.raises(ConfigError, match=r"nowhere"):
        load_told_task(str(tmp_path / "nowhere"))
