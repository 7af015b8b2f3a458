# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What Isaac Sim's bridge says of a picture becomes ids that stay, and labels."""

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.perception.frames.camera import BadFrameError
from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.isaac_masks import IsaacMasks, names_of
from adhoc_teamwork.perception.masks.vocabulary import ClassEntry, ClassTable, Vocabulary
from adhoc_teamwork.perception.messages import wide_ids_from_ros

TABLE = ClassTable(
    (
        ClassEntry("Mug_0", "Mug", pickupable=True),
        ClassEntry("50_inch_tv", "Television"),
        ClassEntry("Mug", "Mug", pickupable=True),
        ClassEntry("Robot", "Robot"),
    )
)
MUG = Label("Mug", pickupable=True)


@pytest.fixture
def masks() -> IsaacMasks:
    return IsaacMasks(Vocabulary(TABLE))


def test_a_prim_keeps_its_id_though_the_bridge_gives_it_another(masks: IsaacMasks) -> None:
    picture = np.array([[0, 2], [3, 1]], np.int32)
    names = {0: "BACKGROUND", 1: "UNLABELLED", 2: "/World/house/Mug_0", 3: "/World/Robot/dog"}
    first = masks.translate(picture, names)
    assert first.tolist() == [[0, 1], [2, 0]]
    assert masks.labels == {1: MUG, 2: Label("Robot")}
    names = {4: "/World/house/Mug_0/box_0", 9: "/World/house/mug_0", 2: "/World/house/_50_inch_tv"}
    second = masks.translate(np.array([[9, 2, 4]], np.int32), names)
    assert second.dtype == np.uint16
    assert [masks.labels[number].category for number in second[0]] == ["Mug", "Television", "Mug"]
    assert masks.unknown == 2


def test_a_class_alone_says_nothing_of_which_thing_it_is(masks: IsaacMasks) -> None:
    stamp, names = names_of(
        '{"2": {"class": "mug"}, "3": {"class": "BACKGROUND"},'
        ' "time_stamp": {"sec": 3, "nanosec": 5}}'
    )
    assert stamp == 3_000_000_005
    assert masks.translate(np.array([[2, 3]], np.int32), names).tolist() == [[1, 0]]
    assert masks.labels == {1: Label("Mug", pickupable=True, tracked=False)}


@settings(max_examples=30)
@given(
    ids=st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=20),
    named=st.dictionaries(st.integers(0, 40), st.sampled_from(["/a/Mug_0", "/a/Robot", "x"])),
)
def test_only_what_has_a_known_name_is_shown(ids: list[int], named: dict[int, str]) -> None:
    masks = IsaacMasks(Vocabulary(TABLE))
    shown = masks.translate(np.array([ids], np.int32), named)[0]
    for number, own in zip(ids, shown, strict=True):
        known = named.get(number, "x") != "x"
        assert bool(own) is known
        assert (int(own) in masks.labels) is known


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", "{}", '{"time_stamp": 3}', '{"2": 5, "time_stamp": {"sec": 1, "nanosec": 2}}',
     '{"two": "/a", "time_stamp": {"sec": 1, "nanosec": 2}}',
     '{"2": {"class": 3}, "time_stamp": {"sec": 1, "nanosec": 2}}', '{"2": ' * 9000],
)  # fmt: skip
def test_what_is_no_message_of_labels_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadFrameError) as error:
        names_of(text)
    assert "\n" not in str(error.value)


@settings(max_examples=30)
@given(st.text() | st.dictionaries(st.text(), st.integers()).map(json.dumps))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(BadFrameError):
        names_of(text)


def image(encoding: str, size: int) -> Any:
    data = np.arange(size // 4, dtype=np.int32).tobytes()
    return SimpleNamespace(encoding=encoding, width=3, height=2, step=12, is_bigendian=0, data=data)


def test_ids_come_as_32_bit_pictures() -> None:
    assert wide_ids_from_ros(image("32SC1", 24)).tolist() == [[0, 1, 2], [3, 4, 5]]
    for wrong in (image("mono16", 24), image("32SC1", 20)):
        with pytest.raises(BadFrameError):
            wide_ids_from_ros(wrong)
