# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded bags are played without ROS."""

from pathlib import Path

import numpy as np
import pytest
from bag_writer import BagWriter
from box_rooms import RANGE, ROOM, table_with_mug

from adhoc_teamwork.perception.frames.camera import Frame
from adhoc_teamwork.perception.pipeline import Perception
from adhoc_teamwork.perception.recordings.bag import BagRecording
from adhoc_teamwork.perception.recordings.bag_topics import find_topics
from adhoc_teamwork.perception.recordings.recording import Grip, Refused, replay
from adhoc_teamwork.teamwork.bodies.capability import Capability
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.scene import Predicate, Relation, Room, SceneGraph
from adhoc_teamwork.teamwork.settings.config import ConfigError

OTHER = Room("room_1", ((6.0, 0.0), (9.0, 0.0), (9.0, 4.0), (6.0, 4.0)))
PLAN = SceneGraph(
    rooms=(ROOM, OTHER), relations=(Relation("room_0", Predicate.CONNECTED, "room_1"),)
)


def frames(count: int = 3) -> list[Frame]:
    room = table_with_mug()
    return [room.frame(Pose(1.0 + 0.1 * n, 2.0, 0.1 * n), 1.0 + 0.5 * n) for n in range(count)]


def record(path: Path, mcap: bool = False, robot: str = "rover") -> Path:
    with BagWriter(path, robot, mcap) as bag:
        bag.labels(table_with_mug().labels())
        bag.floor_plan(PLAN)
        bag.frames(frames())
    return path


@pytest.mark.parametrize("mcap", [False, True])
def test_frames_come_out_as_they_went_in(tmp_path: Path, mcap: bool) -> None:
    recording = BagRecording(record(tmp_path / "bag", mcap), "", RANGE)
    played = [e for e in recording.events() if isinstance(e, Frame)]
    assert recording.done == recording.total > 0
    for frame, before in zip(played, frames(), strict=True):
        assert frame.stamp == pytest.approx(before.stamp)
        assert np.array_equal(frame.depth, before.depth)
        assert np.array_equal(frame.instances, before.instances)
        assert frame.intrinsics == before.intrinsics
        assert np.allclose(frame.pose, before.pose)
        assert frame.base.x == pytest.approx(before.base.x)
        assert frame.base.yaw == pytest.approx(before.base.yaw)


def test_a_belief_takes_in_a_bag(tmp_path: Path) -> None:
    belief = Perception("rover", Capability("rover", camera_range=RANGE))
    result = replay(BagRecording(record(tmp_path / "bag"), "rover", RANGE), belief)
    assert (result.frames, result.refused) == (3, {})
    graph = belief.scene_graph(result.last)
    assert [room.room_id for room in graph.rooms] == ["room_0", "room_1"]
    assert PLAN.relations[0] in graph.relations
    assert Relation("Mug_0", Predicate.ON, "DiningTable_0") in graph.relations


def test_grip_is_told_once_with_where_the_robot_stood(tmp_path: Path) -> None:
    with BagWriter(tmp_path / "bag") as bag:
        bag.labels({})
        bag.frames(frames()[:2])
        for bag.now in (1.7, 1.8):
            bag.grip(True)
        bag.frames(frames()[2:])
    grips = [e for e in BagRecording(tmp_path / "bag", "", RANGE).events() if isinstance(e, Grip)]
    assert [grip.holds for grip in grips] == [True]
    assert grips[0].base is not None
    assert grips[0].base.x == pytest.approx(1.14)


def test_what_lacks_transforms_or_a_picture_is_told_of(tmp_path: Path) -> None:
    taken = frames(4)
    with BagWriter(tmp_path / "bag") as bag:
        bag.labels({})
        bag.frames(taken[:1])
        bag.now = 5.0
        bag._pictures(taken[2])
        bag.now = 7.0
        bag.transforms(taken[0])
    events = list(BagRecording(tmp_path / "bag", "", RANGE).events())
    assert [e.kind for e in events if isinstance(e, Refused)] == ["late_tf"]
    assert len([e for e in events if isinstance(e, Frame)]) == 1


def test_robots_are_told_apart_by_namespace() -> None:
    names = ("camera/depth/image_raw", "camera/instances", "camera/color/camera_info",
             "camera/instance_labels")  # fmt: skip
    topics = [f"/{robot}/{name}" for robot in ("tall", "deep/small") for name in names] + ["/tf"]
    assert find_topics(topics, "tall", "bag").streams["/tall/camera/instances"] == names[1]
    assert find_topics(topics, "deep/small", "bag").robot == "deep/small"
    nameless = [f"/{name}" for name in names] + ["/tf"]
    assert find_topics(nameless, "", "bag").streams["/camera/instances"] == names[1]
    for robot, words in (("", "--robot"), ("rover", "--robot rover")):
        with pytest.raises(ConfigError, match=words):
            find_topics(topics, robot, "bag")
    with pytest.raises(ConfigError, match="/tall/camera/instances"):
        find_topics([t for t in topics if t != "/tall/camera/instances"], "tall", "bag")
    with pytest.raises(ConfigError, match="expected depth images"):
        find_topics(["/tf"], "", "bag")


@pytest.mark.parametrize("damage", ["metadata", "data", "gone"])
def test_a_broken_bag_is_refused_in_one_line(tmp_path: Path, damage: str) -> None:
    path = record(tmp_path / "bag")
    if damage == "metadata":
        (path / "metadata.yaml").write_text("rosbag2_bagfile_information: 3")
    elif damage == "data":
        next(path.glob("*.db3")).write_bytes(b"no database" * 100)
    else:
        next(path.glob("*.db3")).unlink()
    with pytest.raises(ConfigError, match="bag") as error:
        list(BagRecording(path, "", RANGE).events())
    assert "\n" not in str(error.value)
