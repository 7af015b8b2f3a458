# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of a recording is played, when, and whose perception sees it."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter

from adhoc_teamwork.bringup.bags.bag_command import bag_command
from adhoc_teamwork.bringup.bags.bag_playing import Part, find_pictures, open_recording, pace
from adhoc_teamwork.bringup.bags.bag_writing import BagWriter
from adhoc_teamwork.bringup.bags.recording_clock import RecordingClock
from adhoc_teamwork.bringup.process_control.replayed_robots import replayed_robots
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.recordings.bag_topics import recorded_topics
from adhoc_teamwork.teamwork.recordings.mcap_scan import Channel, Message
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.task import Task, TaskRobot

CHANNEL = Channel("/tall/odom", "nav_msgs/msg/Odometry", "")
TASK = Task("tidy", "h.json", 0, (), (TaskRobot("tall", "big", Pose(0.0, 0.0)),))


class Wall:
    """A clock that only waiting moves."""

    def __init__(self) -> None:
        self.now = 50.0
        self.told: list[int] = []
        self.ends_at = float("inf")

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        assert seconds > 0.0
        self.now += seconds
        return self.now >= self.ends_at


def messages(*stamps: float) -> list[Message]:
    return [Message(CHANNEL, round(stamp * 1e9), b"") for stamp in stamps]


@pytest.mark.parametrize("rate", [0.5, 1.0, 10.0])
def test_messages_come_when_they_are_due_and_time_between_them(rate: float) -> None:
    wall = Wall()
    came = [
        (m.stamp, wall.now)
        for m in pace(iter(messages(2.0, 2.5, 2.5, 4.0)), rate, wall.wait, wall.told.append, wall)
    ]
    assert [stamp for stamp, _ in came] == [2 * 10**9, 25 * 10**8, 25 * 10**8, 4 * 10**9]
    assert [now - 50.0 for _, now in came] == pytest.approx(
        [0.0, 0.5 / rate, 0.5 / rate, 2.0 / rate]
    )
    assert wall.told[0] == 2 * 10**9
    assert wall.told == sorted(wall.told)
    steps = [b - a for a, b in zip(wall.told, wall.told[1:], strict=False)]
    assert max(steps) <= 0.05 * rate * 1e9


def test_a_player_that_is_to_end_plays_no_more() -> None:
    wall = Wall()
    wall.ends_at = 51.0
    played = list(pace(iter(messages(0.0, 60.0)), 1.0, wall.wait, wall.told.append, wall))
    assert len(played) == 1
    assert wall.now < 51.1


def test_time_jumps_back_when_the_recording_begins_anew() -> None:
    wall = Wall()
    for _ in range(2):
        list(pace(iter(messages(1.0, 2.0)), 1.0, wall.wait, wall.told.append, wall))
    assert wall.told.index(min(wall.told)) == 0
    assert wall.told.count(10**9) == 2


def test_sensors_are_what_perception_takes_in_and_nothing_that_it_makes() -> None:
    topics = recorded_topics(("tall",))
    sensors = {topic for topic in topics if Part.SENSORS.has(topic)}
    assert {"/tall/camera/depth/image_raw", "/tall/team/in", "/tf", "/floor_plan"} <= sensors
    assert not sensors & {"/tall/scene_graph", "/tall/detections", "/clock", "/tall/semantic_map"}
    assert {topic for topic in topics if not Part.ALL.has(topic)} == {"/clock"}


def test_a_bag_without_what_is_asked_for_is_refused(tmp_path: Path) -> None:
    writer = BagWriter(tmp_path)
    writer.open()
    writer.list_topics(recorded_topics(("tall",)))
    writer.write("/tall/scene_graph", 1, b"\0")
    writer.close()
    assert set(open_recording(tmp_path, "all").topics()) == {"/tall/scene_graph"}
    assert find_pictures(open_recording(tmp_path, "all")) == frozenset()
    with pytest.raises(ConfigError, match="no messages of sensors; expected a recorded run"):
        open_recording(tmp_path, "sensors").topics()
    with pytest.raises(ConfigError, match="part 'some': expected sensors or all"):
        open_recording(tmp_path, "some")


def test_robots_are_those_given_or_those_of_the_run(tmp_path: Path) -> None:
    assert replayed_robots(tmp_path, "a=tall, b=small") == {"a": "tall", "b": "small"}
    with pytest.raises(ConfigError, match="expected NAME=CARD,NAME=CARD"):
        replayed_robots(tmp_path, "tall")
    with pytest.raises(ConfigError, match=r"no task\.json with it"):
        replayed_robots(tmp_path, "")
    (tmp_path / "bag").mkdir()
    (tmp_path / "task.json").write_bytes(TypeAdapter(Task).dump_json(TASK))
    assert replayed_robots(tmp_path / "bag", "") == {"tall": "big"}


def test_ros2_bag_records_the_same_topics_as_our_recorder(tmp_path: Path) -> None:
    words = bag_command(tmp_path, ("tall",), images=False, sim_time=True)
    recorded = set(words[words.index("--topics") + 1 :])
    assert "/tall/planner_journal" in recorded
    assert "/tall/camera/color/image_raw" not in recorded
    assert "--use-sim-time" in words
    heavy = bag_command(tmp_path, ("tall",), images=True, sim_time=False)
    assert set(heavy[heavy.index("--topics") + 1 :]) == set(recorded_topics(("tall",)))


def test_stamps_follow_the_ros_clock_at_any_speed_and_when_it_is_set_back() -> None:
    clock = RecordingClock()
    clock.tick(10.0, 1_000)
    assert clock.stamp(900) == 10 * 10**9
    clock.tick(13.0, 2_000)
    assert clock.stamp(1_500) == 11_500_000_000
    assert clock.stamp(500) == 10 * 10**9
    assert clock.stamp(9_000) == 13 * 10**9
    clock.tick(1.0, 3_000)
    assert clock.stamp(2_500) == 10**9
