# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line over a folder of frames: what it writes, and what it refuses."""

import math
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
import yaml
from box_rooms import RANGE, ROOM, BoxRoom, table_with_mug
from command_words import exit_code

from adhoc_teamwork.perception.artifacts import WRITTEN
from adhoc_teamwork.perception.command import main
from adhoc_teamwork.perception.config import PerceptionConfig
from adhoc_teamwork.perception.recordings.frames_folder import FramesWriter
from adhoc_teamwork.perception.scene.graph_json import read_scene_graph
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Misplaced, Presence, SceneGraph


def record(path: Path, room: BoxRoom | None = None, plan: bool = True) -> Path:
    room = room or table_with_mug()
    taken = [room.frame(Pose(1.0, 2.0, yaw), 1.0 + yaw) for yaw in (0.0, 0.5, 1.0)]
    with FramesWriter(path, taken[0].intrinsics, RANGE) as writer:
        writer.set_labels(room.labels())
        if plan:
            writer.set_floor_plan(SceneGraph(rooms=(ROOM,)))
        for frame in taken:
            writer.add(frame)
    return path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("perceived") / "deep" / "out"
    folder = record(tmp_path_factory.mktemp("frames"))
    assert main([str(folder), "--out", str(out)]) == 0
    return out


def test_everything_is_written_and_nothing_else(written: Path) -> None:
    assert sorted(p.name for p in written.iterdir()) == sorted(WRITTEN)
    assert (written / "scene.png").read_bytes()[:4] == b"\x89PNG"
    assert "Mug_0 at" in (written / "scene_graph.txt").read_text()


def test_scene_graph_is_the_beliefs(written: Path) -> None:
    graph = read_scene_graph(written / "scene_graph.json")
    assert sorted(o.object_id for o in graph.objects) == ["DiningTable_0", "Mug_0"]
    assert all(o.status is Presence.PRESENT for o in graph.objects)
    assert all(o.misplaced is Misplaced.UNKNOWN for o in graph.objects)


def test_map_is_what_map_server_reads(written: Path) -> None:
    settings = yaml.safe_load((written / "map.yaml").read_text())
    header, size, depth, data = (written / settings["image"]).read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert (header, depth) == (b"P5", b"255")
    grey = np.frombuffer(data, np.uint8).reshape(height, width)[::-1]
    occupied = 1.0 - grey / 255.0
    read = np.full(grey.shape, -1)
    read[occupied > settings["occupied_thresh"]] = 100
    read[occupied < settings["free_thresh"]] = 0
    with np.load(written / "semantic_map.npz") as layers:
        assert np.array_equal(read, layers["occupancy"])
        assert layers["origin"].tolist() == pytest.approx(settings["origin"][:2])
        assert float(layers["cell"]) == pytest.approx(settings["resolution"])


def test_layers_show_classes_and_rooms_in_their_places(written: Path) -> None:
    with np.load(written / "semantic_map.npz") as layers:
        (x, y), cell = layers["origin"], float(layers["cell"])
        row, col = int((2.1 - y) / cell), int((2.75 - x) / cell)
        mug = layers["classes"].tolist().index("Mug")
        assert layers["layers"][mug, row, col]
        assert layers["layers"][mug].sum() <= 6
        assert layers["room_ids"].tolist() == ["room_0"]
        assert layers["rooms"][row, col] == 0
        assert layers["rooms"][0, 0] == -1


def test_cloud_names_class_and_object_of_each_point(written: Path) -> None:
    from adhoc_teamwork.teamwork import open3d_parts  # noqa: F401, without what is not installed

    import open3d.t.io  # isort: skip

    cloud = open3d.t.io.read_point_cloud(str(written / "cloud.ply"))
    positions, classes = cloud.point["positions"].numpy(), cloud.point["class"].numpy()[:, 0]
    with np.load(written / "semantic_map.npz") as layers:
        mug = positions[classes == layers["classes"].tolist().index("Mug")]
    assert mug.mean(axis=0) == pytest.approx([2.8, 2.1, 0.76], abs=0.08)
    assert len(np.unique(cloud.point["instance"].numpy())) == 2


def test_without_a_plan_and_without_anything_to_see(tmp_path: Path) -> None:
    folder = record(tmp_path / "frames", BoxRoom(), plan=False)
    assert main([str(folder), "--out", str(tmp_path / "out")]) == 0
    graph = read_scene_graph(tmp_path / "out" / "scene_graph.json")
    assert graph.objects == ()
    assert [room.room_id for room in graph.rooms] == ["room_0"]


def test_options_are_heeded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = record(tmp_path / "frames")
    (tmp_path / "settings.yaml").write_text("cell: 0.2")
    words = ("--config", str(tmp_path / "settings.yaml"), "--rate", "1.5", "--range", "2")
    assert main([str(folder), "--out", str(tmp_path / "out"), *words]) == 0
    assert "2 frames taken in" in capsys.readouterr().out
    with np.load(tmp_path / "out" / "semantic_map.npz") as layers:
        assert float(layers["cell"]) == 0.2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere",), "nowhere: no such file or folder"),
        (("empty",), "expected a folder with camera.json or a rosbag2"),
        (("frames", "--config", "nowhere.yaml"), "nowhere.yaml"),
        (("frames", "--card", "nowhere.yaml"), "nowhere.yaml"),
        (("frames", "--out", "frames/camera.json"), "is a file; expected a folder"),
        (("dark",), "no frame could be used: 000000.depth.png"),
        (("empty/bag.mcap",), "bag.mcap"),
    ],
)
def test_bad_input_ends_with_one_line_and_2_and_writes_nothing(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    record(Path("frames"))
    for picture in record(Path("dark")).glob("*.depth.png"):
        picture.write_bytes(b"")
    Path("empty").mkdir()
    Path("empty/bag.mcap").write_bytes(b"nothing")
    out = () if "--out" in words else ("--out", "out")
    assert exit_code(main, [*words, *out]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.parametrize(
    "words", [("frames",), ("frames", "--out", "o", "--range", "-1"), ("--out", "o")]
)
def test_wrong_words_end_with_one_line_and_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_marks_are_kept_apart_near_their_places() -> None:
    from adhoc_teamwork.perception.pictures.picture_labels import spread

    places = np.array([[0.0, 0.0], [0.0, 0.0], [0.01, 0.0], [3.0, 3.0]])
    marks = spread(places, 0.1)
    apart = [math.dist(marks[i], marks[j]) for i in range(4) for j in range(i)]
    assert min(apart) > 0.08
    assert np.abs(marks - places).max() < 0.25
    assert marks[3] == pytest.approx([3.0, 3.0], abs=1e-3)
    assert spread(np.empty((0, 2)), 0.1).shape == (0, 2)


def test_every_setting_is_described() -> None:
    text = (Path(__file__).parents[3] / "docs" / "perception.md").read_text()
    for setting in fields(PerceptionConfig):
        assert f"| `{setting.name}` | {setting.default} |" in text
