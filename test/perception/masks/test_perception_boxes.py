# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes, class tables and ids: what stands before the perception's own masks."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from box_rooms import CAPABILITY, ROOM, Block, BoxRoom, Looker, furniture, small, table_with_mug
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.boxes import Box, BoxMasks
from adhoc_teamwork.perception.masks.mask_ids import MaskIds
from adhoc_teamwork.perception.masks.vocabulary import (
    ClassEntry,
    ClassTable,
    Unknown,
    Vocabulary,
    load_class_table,
)
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.teamwork.geometry import Point, Pose
from adhoc_teamwork.teamwork.scene import Presence, SceneGraph
from adhoc_teamwork.teamwork.settings.config import ConfigError

COCO = Path(__file__).parents[3] / "config" / "segmenter" / "coco.yaml"
TABLE = ClassTable(
    (
        ClassEntry("cup", "Mug", pickupable=True),
        ClassEntry("dining table", "DiningTable", is_receptacle=True),
        ClassEntry("unicorn"),
    )
)


def boxes_of(frame: Frame, names: dict[int, str], margin: float = 0.0) -> list[Box]:
    """Return the boxes that a faultless detector would draw."""
    boxes = []
    for number, name in names.items():
        rows, cols = np.nonzero(frame.instances == number)
        if len(rows):
            height, width = np.ptp(rows) + 1 + margin, np.ptp(cols) + 1 + margin
            middle = ((cols.min() + cols.max() + 1) / 2, (rows.min() + rows.max() + 1) / 2)
            boxes.append(Box(*middle, width, height, name, 0.9))
    return boxes


def test_boxes_become_masks_by_the_depth_within_them() -> None:
    frame = table_with_mug().frame(Pose(1.0, 2.0), 1.0)
    masks = BoxMasks(Vocabulary(TABLE), 0.35)
    found = masks.instances(
        boxes_of(frame, {1: "dining table", 2: "cup"}), frame.depth, frame.intrinsics
    )
    assert masks.ids.labels == {
        1: Label("DiningTable", is_receptacle=True, tracked=False),
        2: replace(small("Mug"), tracked=False),
    }
    for number in (1, 2):
        mine, true = found == number, frame.instances == number
        assert (mine & true).sum() / true.sum() > 0.8
        assert (mine & true).sum() / mine.sum() > 0.7


def test_what_is_found_in_boxes_lies_where_it_is() -> None:
    room = table_with_mug()
    belief = Perception("rover", CAPABILITY)
    belief.set_floor_plan(SceneGraph(rooms=(ROOM,)))
    masks = BoxMasks(Vocabulary(TABLE), 0.35)
    for step in range(4):
        frame = room.frame(Pose(1.0 + 0.1 * step, 2.0), 1.0 + step)
        boxes = boxes_of(frame, {1: "dining table", 2: "cup"}, margin=1.0)
        instances = masks.instances(boxes, frame.depth, frame.intrinsics)
        belief.set_labels(masks.ids.labels)
        belief.process(
            Frame(
                frame.stamp, frame.depth, instances, frame.intrinsics, frame.pose, frame.base, 6.0
            )
        )
    graph = belief.scene_graph(5.0)
    assert sorted(o.object_id for o in graph.objects) == ["DiningTable_0", "Mug_0"]
    mug = graph.object("Mug_0")
    assert mug is not None
    assert mug.position.distance_to(Point(2.8, 2.1, 0.76)) < 0.08
    assert mug.receptacle == "DiningTable_0"


@settings(max_examples=20)
@given(data=st.data())
def test_any_boxes_give_ids_that_are_named(data: st.DataObject) -> None:
    number = st.floats(-500.0, 500.0) | st.floats(allow_nan=True, allow_infinity=True)
    name = st.sampled_from(["cup", "1", "2", "7", "-1", "", "zebra"])
    box = st.builds(Box, number, number, number, number, name, number)
    frame = table_with_mug().frame(Pose(1.0, 2.0), 1.0)
    depth = frame.depth.copy()
    depth[data.draw(st.integers(0, 119)) :] = data.draw(st.sampled_from([math.nan, 0.0, math.inf]))
    masks = BoxMasks(Vocabulary(TABLE), 0.35)
    found = masks.instances(data.draw(st.lists(box, max_size=6)), depth, frame.intrinsics)
    assert found.shape == depth.shape
    assert set(np.unique(found)) <= {0, *masks.ids.labels}


MUG = replace(small("Mug"), tracked=False)
"""What a segmenter that follows nothing says of a mug."""


def test_class_names_and_numbers_are_translated_and_the_rest_counted() -> None:
    vocabulary = Vocabulary(TABLE)
    assert vocabulary.label("Dining_Table") == replace(furniture("DiningTable"), tracked=False)
    assert vocabulary.label("0") == MUG
    assert vocabulary.label("unicorn") is None
    assert vocabulary.label("2") is None
    assert vocabulary.label("99") is None
    assert vocabulary.unknown == {"unicorn": 2, "99": 1}
    keeping = Vocabulary(ClassTable(TABLE.classes, Unknown.KEEP))
    assert keeping.label("fire hydrant") == Label("FireHydrant", tracked=False)
    assert keeping.label("...") is None


def test_the_table_for_coco_is_whole() -> None:
    table = load_class_table(COCO)
    assert len(table.classes) == 80
    vocabulary = Vocabulary(table)
    assert vocabulary.names[0] == "person"
    assert vocabulary.names[60] == "dining table"
    assert vocabulary.label("cup") == MUG
    assert vocabulary.label("dining table") == replace(furniture("DiningTable"), tracked=False)
    assert vocabulary.label("79") == replace(MUG, category="Toothbrush")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("classes: []", "none"),
        ("classes: [{name: cup}, {name: Cup}]", "'cup' more than once"),
        ("classes: [{name: cup, colour: red}]", "colour"),
        ("classes: [{name: cup}]\nunknown: maybe", "unknown"),
    ],
)
def test_tables_that_cannot_be_used_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "classes.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=said) as error:
        load_class_table(path)
    assert "classes.yaml" in str(error.value)


@given(st.lists(st.lists(st.sampled_from("abc"), max_size=8), max_size=6))
def test_an_id_never_changes_its_class(pictures: list[list[str]]) -> None:
    ids = MaskIds()
    meant: dict[int, str] = {}
    for picture in pictures:
        numbers = ids.number([Label(name) for name in picture])
        assert len(set(numbers)) == len(numbers)
        for number, name in zip(numbers, picture, strict=True):
            assert meant.setdefault(number, name) == name
            assert ids.labels[number] == Label(name)


def three_mugs() -> BoxRoom:
    table = Block((3.0, 2.0, 0.35), (0.8, 1.6, 0.7), 1, furniture("DiningTable"))
    mugs = {
        f"mug_{i}": Block((2.8, 1.5 + 0.5 * i, 0.76), (0.1, 0.1, 0.12), 2 + i, small("Mug"))
        for i in range(3)
    }
    return BoxRoom({"table": table, **mugs})


@settings(max_examples=3)
@given(st.randoms(use_true_random=False), st.booleans())
def test_ids_that_change_in_every_picture_make_no_double(random, fresh: bool) -> None:  # type: ignore[no-untyped-def]
    """Mugs swap their ids, or get new ones, in every picture from every side."""
    looker = Looker(three_mugs())
    spots = [(1.0, 2.0, 0.0), (1.2, 1.4, 0.3), (1.4, 2.6, -0.3), (1.0, 2.0, 0.0)]
    for turn in range(12):
        x, y, yaw = spots[turn % 4]
        frame = looker.room.frame(Pose(x, y, yaw), 0.5 * turn + 1.0)
        numbers = [2, 3, 4]
        random.shuffle(numbers)
        if fresh:
            numbers = [n + 3 * turn for n in numbers]
        swap = np.arange(100, dtype=np.uint16)
        swap[2:5] = numbers
        changed = Frame(
            frame.stamp, frame.depth, swap[frame.instances], frame.intrinsics, frame.pose,
            frame.base, 6.0,
        )  # fmt: skip
        looker.belief.set_labels(
            {1: furniture("DiningTable")} | dict.fromkeys(numbers, small("Mug"))
        )
        looker.belief.process(changed)
    graph = looker.belief.scene_graph(8.0)
    mugs = [o for o in graph.objects if o.category == "Mug"]
    assert [o.status for o in mugs] == [Presence.PRESENT] * 3
    for i in range(3):
        there = Point(2.8, 1.5 + 0.5 * i, 0.76)
        assert min(o.position.distance_to(there) for o in mugs) < 0.05


def test_first_of_its_class_in_two_pictures_is_not_the_same_thing() -> None:
    """Ids of a segmenter that follows nothing join no two pieces of furniture."""
    label = Label("SideTable", is_receptacle=True, tracked=False)
    tables = {
        f"table_{y}": Block((3.0, y, 0.3), (0.4, 0.4, 0.6), 1, label) for y in (0.8, 2.0, 3.2)
    }
    looker = Looker(BoxRoom(tables, fov=0.5))
    for yaw in (-0.6, 0.0, 0.6):
        looker.look(yaw=yaw, times=2)
    assert looker.ids() == ["SideTable_0", "SideTable_1", "SideTable_2"]


def test_thing_carried_off_is_followed_though_ids_change() -> None:
    looker = Looker(three_mugs())
    looker.look(times=3)
    looker.room.blocks["mug_1"] = looker.room.blocks["mug_1"].at(3.8, 3.2, 0.06)
    for name, number in (("mug_0", 4), ("mug_1", 2), ("mug_2", 3)):
        block = looker.room.blocks[name]
        looker.room.blocks[name] = Block(block.centre, block.size, number, block.label)
    looker.look(times=8)
    looker.look(2.0, 3.2, 0.0, times=8)
    looker.look(times=4)
    mugs = [o for o in looker.graph().objects if o.category == "Mug"]
    present = [o for o in mugs if o.status is Presence.PRESENT]
    assert len(present) == 3
    spots = (Point(2.8, 1.5, 0.76), Point(3.8, 3.2, 0.06), Point(2.8, 2.5, 0.76))
    for there in spots:
        assert min(o.position.distance_to(there) for o in present) < 0.05
