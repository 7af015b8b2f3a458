# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A YOLO segmentation model in ONNX finds things, draws their masks and names their ids."""

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="the extra `segmenter` is not installed")
pytest.importorskip("onnx", reason="tests build their model with onnx")

from tiny_model import red_and_green, write_tiny_model

from adhoc_teamwork.perception.frames.views import Label
from adhoc_teamwork.perception.masks.segmenter import Segmenter, SegmenterSettings, load_segmenter
from adhoc_teamwork.perception.masks.vocabulary import ClassEntry, ClassTable, Unknown, Vocabulary
from adhoc_teamwork.teamwork.settings.config import ConfigError

MUG = Label("Mug", pickupable=True, tracked=False)
TABLE = Label("DiningTable", is_receptacle=True, tracked=False)
TABLE_OF_TWO = ClassTable(
    (
        ClassEntry("cup", "Mug", pickupable=True),
        ClassEntry("dining table", "DiningTable", is_receptacle=True),
    )
)


def segmenter(path: Path, table: ClassTable = TABLE_OF_TWO, confidence: float = 0.35) -> Segmenter:
    return load_segmenter(SegmenterSettings(path, confidence, threads=1), Vocabulary(table))


def iou(one: np.ndarray, other: np.ndarray) -> float:
    return float((one & other).sum() / (one | other).sum())


def test_things_become_masks_with_names(tmp_path: Path) -> None:
    model = segmenter(write_tiny_model(tmp_path / "tiny.onnx"))
    picture = red_and_green()
    instances = model.instances(picture)
    assert instances.shape == picture.shape[:2]
    assert model.ids.labels == {1: MUG, 2: TABLE}
    assert set(np.unique(instances)) == {0, 1, 2}
    assert iou(instances == 1, picture[..., 0] > 200) > 0.8
    assert iou(instances == 2, picture[..., 1] > 200) > 0.8


def test_two_candidates_for_one_thing_are_one(tmp_path: Path) -> None:
    model = segmenter(write_tiny_model(tmp_path / "tiny.onnx"))
    found = model.segment(red_and_green())
    assert [segment.number for segment in found] == [0, 1]
    assert [segment.score for segment in found] == pytest.approx([0.9, 0.7], abs=0.01)


def test_what_is_less_sure_than_asked_is_left_out(tmp_path: Path) -> None:
    model = segmenter(write_tiny_model(tmp_path / "tiny.onnx"), confidence=0.8)
    model.instances(red_and_green())
    assert set(model.ids.labels.values()) == {MUG}
    assert not segmenter(tmp_path / "tiny.onnx").instances(np.zeros((48, 64, 3), np.uint8)).any()


def test_names_in_the_model_go_before_the_table_s_order(tmp_path: Path) -> None:
    names = "{0: 'dining table', 1: 'unicorn', 2: 'cup'}"
    path = write_tiny_model(tmp_path / "named.onnx", names, classes=3)
    model = segmenter(path)
    model.instances(red_and_green())
    assert list(model.ids.labels.values()) == [TABLE]
    kept = segmenter(path, ClassTable(TABLE_OF_TWO.classes, Unknown.KEEP))
    kept.instances(red_and_green())
    assert list(kept.ids.labels.values()) == [TABLE, Label("Unicorn", tracked=False)]


@pytest.mark.parametrize("shape", [(480, 640), (64, 64), (33, 200), (200, 33)])
def test_pictures_of_any_size(tmp_path: Path, shape: tuple[int, int]) -> None:
    model = segmenter(write_tiny_model(tmp_path / "tiny.onnx"))
    picture = np.zeros((*shape, 3), np.uint8)
    picture[:, : shape[1] // 2] = (255, 0, 0)
    instances = model.instances(picture)
    assert instances.shape == shape
    assert not instances[:, shape[1] // 2 + shape[1] // 10 :].any()


def test_models_that_cannot_be_used_are_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.onnx").write_text("no model", encoding="utf-8")
    names = write_tiny_model(tmp_path / "names.onnx", "{0: cup")
    many = write_tiny_model(tmp_path / "many.onnx", classes=5)
    for path, said in (
        (tmp_path / "none.onnx", "No such file"),
        (tmp_path / "text.onnx", "not a model"),
        (names, "names by number"),
        (many, "outputs"),
    ):
        with pytest.raises(ConfigError, match=said) as error:
            segmenter(path).instances(red_and_green())
        assert path.name in str(error.value)
        assert "\n" not in str(error.value)


def test_without_the_runtime_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_tiny_model(tmp_path / "tiny.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ConfigError, match=r"\.\[segmenter\]"):
        segmenter(path)
