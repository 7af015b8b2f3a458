# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A folder of frames: written and read back, and refused where it is wrong."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from box_rooms import RANGE, ROOM, Looker, table_with_mug
from PIL import Image

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.perception.recordings.frames_folder import FramesWriter, read_folder
from adhoc_teamwork.perception.recordings.recording import NewFloorPlan, NewLabels, Refused
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import SceneGraph
from adhoc_teamwork.teamwork.settings.config import ConfigError


def frames(count: int = 2) -> list[Frame]:
    room = table_with_mug()
    seen = [room.frame(Pose(1.0, 2.0 + 0.1 * n, 0.1 * n), 1.0 + n) for n in range(count)]
    seen[0].depth[0, :3] = (np.nan, np.inf, 0.0)
    return seen


def record(path: Path, exact: bool = False, plan: bool = False) -> list[Frame]:
    taken = frames()
    with FramesWriter(path, taken[0].intrinsics, RANGE, exact) as writer:
        writer.set_labels(table_with_mug().labels())
        if plan:
            writer.set_floor_plan(SceneGraph(rooms=(ROOM,)))
        for frame in taken:
            writer.add(frame)
    return taken


@pytest.mark.parametrize(("exact", "tolerance"), [(True, 0.0), (False, 0.0005)])
def test_what_is_written_is_read_back(tmp_path: Path, exact: bool, tolerance: float) -> None:
    taken = record(tmp_path, exact)
    labels, *played = read_folder(tmp_path).events()
    assert labels == NewLabels(table_with_mug().labels())
    assert len(played) == len(taken)
    for frame, before in zip(played, taken, strict=True):
        assert isinstance(frame, Frame)
        assert (frame.stamp, frame.base, frame.camera_range) == (before.stamp, before.base, RANGE)
        assert frame.intrinsics == before.intrinsics
        assert np.array_equal(frame.pose, before.pose)
        assert np.array_equal(frame.instances, before.instances)
        assert np.array_equal(np.isposinf(frame.depth), np.isposinf(before.depth))
        assert np.abs(frame.distance - before.distance).max() <= tolerance + 1e-6


def test_floor_plan_comes_before_the_frames(tmp_path: Path) -> None:
    record(tmp_path, plan=True)
    events = list(read_folder(tmp_path).events())
    assert events[1] == NewFloorPlan(SceneGraph(rooms=(ROOM,)))
    assert read_folder(tmp_path).total == 2


def test_an_earlier_recording_leaves_nothing_behind(tmp_path: Path) -> None:
    record(tmp_path, exact=True, plan=True)
    record(tmp_path)
    assert sorted(p.name for p in tmp_path.glob("*.depth.*")) == [
        "000000.depth.png", "000001.depth.png",
    ]  # fmt: skip
    assert read_folder(tmp_path).floor_plan is None


def test_broken_pictures_are_told_of_and_left_out(tmp_path: Path) -> None:
    record(tmp_path)
    (tmp_path / "000000.depth.png").write_bytes(b"no picture")
    wrong = np.zeros((3, 4, 3), np.uint8)
    Image.fromarray(wrong).save(tmp_path / "000001.instances.png")
    refused = [e for e in read_folder(tmp_path).events() if isinstance(e, Refused)]
    assert [r.kind for r in refused] == ["bad_picture", "bad_encoding"]


def change_line(path: Path, **changes: Any) -> None:
    lines = [json.loads(text) for text in (path / "frames.jsonl").read_text().splitlines()]
    lines[1] |= changes
    (path / "frames.jsonl").write_text("\n".join(map(json.dumps, lines)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"depth": "other.png"}, "frames.jsonl:2: other.png: no such file"),
        ({"base": [1.0, 2.0]}, "frames.jsonl:2: base.2"),
        ({"camera": [[1.0]]}, "frames.jsonl:2: camera.0"),
        ({"speed": 1}, "unknown key 'speed'"),
    ],
)
def test_wrong_lines_are_named(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    record(tmp_path)
    change_line(tmp_path, **changes)
    with pytest.raises(ConfigError, match=r"frames\.jsonl:2") as error:
        read_folder(tmp_path)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("camera.json", "{}", "width"),
        ("camera.json", None, "camera.json"),
        ("labels.json", "[]", "expected an object of mask ids"),
        ("labels.json", '{"x": {"category": "Mug"}}', "key 'x'"),
        ("labels.json", '{"1": {"pickupable": true}}', "category"),
        ("frames.jsonl", "no json", "frames.jsonl:1: not valid JSON"),
        ("frames.jsonl", None, "frames.jsonl"),
        ("floor_plan.json", '{"rooms": 3}', "rooms"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, name: str, text: str | None, words: str) -> None:
    record(tmp_path, plan=True)
    if text is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_text(text)
    with pytest.raises(ConfigError) as error:
        read_folder(tmp_path)
    assert words in str(error.value)


def test_zero_focal_length_is_refused(tmp_path: Path) -> None:
    record(tmp_path)
    camera = json.loads((tmp_path / "camera.json").read_text()) | {"fx": 0.0}
    (tmp_path / "camera.json").write_text(json.dumps(camera))
    with pytest.raises(ConfigError, match=r"camera\.json"):
        read_folder(tmp_path)


def test_a_played_folder_gives_the_belief_of_the_frames(tmp_path: Path, looker: Looker) -> None:
    from adhoc_teamwork.perception.recordings.recording import replay

    taken = [looker.room.frame(Pose(1.0, 2.0, 0.0), 1.0 + n) for n in range(3)]
    with FramesWriter(tmp_path, taken[0].intrinsics, RANGE) as writer:
        writer.set_labels(looker.room.labels())
        for frame in taken:
            writer.add(frame)
        writer.add(replace(taken[0], stamp=2.5))
    result = replay(read_folder(tmp_path), looker.belief)
    assert result.frames == 3
    assert result.counts["bad_stamp"] == 1
    assert looker.ids() == ["DiningTable_0", "Mug_0"]
