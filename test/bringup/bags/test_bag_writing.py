# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A run's bag: readable by others, whole again after an interruption."""

import re
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rosbags.highlevel import AnyReader
from rosbags.interfaces import QosDurability

from adhoc_teamwork.bringup.bags.bag_writing import FILE, BagWriter, finish_bag, is_interrupted
from adhoc_teamwork.teamwork.recordings.bag_reading import BAG
from adhoc_teamwork.teamwork.recordings.bag_topics import OF_ROBOT, OF_TEAM, recorded_topics
from adhoc_teamwork.teamwork.recordings.bag_types import make_typestore
from adhoc_teamwork.teamwork.recordings.mcap_scan import MAGIC, Message, scan
from adhoc_teamwork.teamwork.settings.config import ConfigError

ROS_GRAPH = Path(__file__).resolve().parents[3] / "docs" / "ros_graph.md"
STORE = make_typestore()
JOURNAL = "/tall/planner_journal"
FEEDBACK = "/tall/execute_skill/_action/feedback"


def text_message(text: str) -> bytes:
    """Return a serialized std_msgs/String."""
    kind = STORE.types["std_msgs/msg/String"]
    return bytes(STORE.serialize_cdr(kind(data=text), "std_msgs/msg/String"))


def begin(folder: Path) -> BagWriter:
    """Return a writer that lists the topics of one robot."""
    writer = BagWriter(folder)
    writer.open()
    writer.list_topics(recorded_topics(("tall",)))
    return writer


def kill(writer: BagWriter) -> None:
    """Take its file away from a writer; what it has not written yet is lost."""
    writer._writer.storage.bio.raw.close()


def texts(folder: Path) -> list[tuple[int, str]]:
    """Return what a whole bag holds on the journal's topic, with the stamps."""
    with AnyReader([folder / BAG]) as reader:
        return [
            (stamp, reader.deserialize(raw, connection.msgtype).data)
            for connection, stamp, raw in reader.messages()
            if connection.topic == JOURNAL
        ]


def test_bag_lists_every_topic_with_its_type_and_gives_back_what_was_written(
    tmp_path: Path,
) -> None:
    writer = begin(tmp_path)
    for number in range(5):
        writer.write(JOURNAL, number * 10**9, text_message(f"line {number}"))
    writer.close()
    with AnyReader([tmp_path / BAG]) as reader:
        listed = {connection.topic: connection.msgtype for connection in reader.connections}
    assert listed == {t: e.kind for t, e in recorded_topics(("tall",)).items()}
    assert texts(tmp_path) == [(n * 10**9, f"line {n}") for n in range(5)]
    # `ros2 bag reindex` takes no other names.
    (file,) = (tmp_path / BAG).glob("*.mcap")
    assert re.fullmatch(r".+_(\d+)\.([a-zA-Z0-9])+", file.name)


def test_players_are_told_which_topics_are_kept_also_after_an_interruption(tmp_path: Path) -> None:
    killed = begin(tmp_path)
    killed.write(JOURNAL, 1, text_message("before"))
    killed.flush()
    kill(killed)
    finish_bag(tmp_path)
    expected = {topic: e.flow.is_kept for topic, e in recorded_topics(("tall",)).items()}
    assert expected["/tf_static"]
    assert not expected["/tf"]
    with AnyReader([tmp_path / BAG]) as reader:
        offers = {c.topic: c.ext.offered_qos_profiles for c in reader.connections}
    kept = [QosDurability.TRANSIENT_LOCAL]
    assert {t: [q.durability for q in o] == kept for t, o in offers.items()} == expected
    text = (tmp_path / BAG / "metadata.yaml").read_text()
    listed = yaml.safe_load(text)["rosbag2_bagfile_information"]["topics_with_message_count"]
    written = {t["topic_metadata"]["name"]: t["topic_metadata"] for t in listed}
    assert {t: bool(m["offered_qos_profiles"]) for t, m in written.items()} == expected


def test_an_actions_feedback_can_be_read_by_the_definition_in_the_bag(tmp_path: Path) -> None:
    writer = begin(tmp_path)
    kind = "adhoc_interfaces/action/ExecuteSkill_FeedbackMessage"
    made = STORE.types
    feedback = made["adhoc_interfaces/action/ExecuteSkill_Feedback"](
        stage="execution", text="drives", distance_remaining=1.5, heading_for=[]
    )
    goal = made["unique_identifier_msgs/msg/UUID"](uuid=np.zeros(16, np.uint8))
    message = made[kind](goal_id=goal, feedback=feedback)
    writer.write(FEEDBACK, 0, bytes(STORE.serialize_cdr(message, kind)))
    writer.close()
    with AnyReader([tmp_path / BAG]) as reader:
        (found,) = [reader.deserialize(raw, c.msgtype) for c, _, raw in reader.messages()]
    assert found.feedback.text == "drives"


def test_a_writer_that_comes_back_goes_on_with_what_the_interrupted_one_left(
    tmp_path: Path,
) -> None:
    killed = begin(tmp_path)
    killed.write(JOURNAL, 1, text_message("before"))
    killed.flush()
    killed.write(JOURNAL, 2, text_message("not on the disk yet"))
    kill(killed)
    assert is_interrupted(tmp_path)
    second = begin(tmp_path)
    second.write(JOURNAL, 3, text_message("after"))
    second.close()
    assert texts(tmp_path) == [(1, "before"), (3, "after")]
    assert not is_interrupted(tmp_path)


def test_a_bag_is_whole_again_after_two_interruptions_one_of_them_while_taking_over(
    tmp_path: Path,
) -> None:
    killed = begin(tmp_path)
    killed.write(JOURNAL, 1, text_message("before"))
    killed.flush()
    kill(killed)
    (tmp_path / BAG).rename(tmp_path / "bag.interrupted")
    (tmp_path / BAG).mkdir()
    finish_bag(tmp_path)
    assert texts(tmp_path) == [(1, "before")]
    assert sorted(p.name for p in tmp_path.iterdir()) == [BAG]


def test_a_writer_killed_before_it_wrote_anything_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / BAG).mkdir()
    (tmp_path / BAG / FILE).touch()
    finish_bag(tmp_path)
    assert texts(tmp_path) == []


def test_a_bag_without_a_message_opens(tmp_path: Path) -> None:
    begin(tmp_path).close()
    assert texts(tmp_path) == []


def test_what_is_no_bag_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.mcap"
    path.write_text("no bag at all")
    with pytest.raises(ConfigError, match="not an MCAP file; expected a recorded bag"):
        list(scan(path))


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return an MCAP of 40 messages in four chunks, closed."""
    folder = tmp_path_factory.mktemp("whole")
    writer = begin(folder)
    for number in range(40):
        writer.write(JOURNAL, number, text_message(f"line {number}"))
        if number % 10 == 9:
            writer.flush()
    writer.close()
    return (folder / BAG / FILE).read_bytes()


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0.0, 1.0))
def test_a_file_cut_off_anywhere_gives_its_whole_chunks(
    whole_file: bytes, tmp_path: Path, share: float
) -> None:
    path = tmp_path / "cut.mcap"
    path.write_bytes(whole_file[: max(len(MAGIC), int(share * len(whole_file)))])
    found = [r.stamp for r in scan(path) if isinstance(r, Message)]
    assert found == list(range(len(found)))
    assert len(found) % 10 == 0
    assert len(found) == 40 or share < 1.0


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(at=6.1e-05, value=1)
@given(at=st.floats(0.0, 1.0), value=st.integers(0, 255))
def test_a_damaged_byte_ends_no_reader_in_any_other_way(
    whole_file: bytes, tmp_path: Path, at: float, value: int
) -> None:
    path = tmp_path / "damaged.mcap"
    place = len(MAGIC) + int(at * (len(whole_file) - len(MAGIC) - 1))
    path.write_bytes(whole_file[:place] + bytes([value]) + whole_file[place + 1 :])
    assert len([r for r in scan(path) if isinstance(r, Message)]) <= 40


def test_every_topic_of_the_ros_graph_is_recorded_with_its_type() -> None:
    graph = ROS_GRAPH.read_text().split("## Topics")[1].split("## Frames")[0]
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|", graph, re.MULTILINE)
    assert len(rows) > 20
    # Types of a detector's own package are known where that is sourced, and nowhere else.
    rows = [(row, kind) for row, kind in rows if not kind.startswith("yolo_msgs/")]
    recorded = {entry.topic: entry.kind for entry in (*OF_ROBOT, *OF_TEAM)}
    missing = [topic for row, kind in rows for topic in _topics(row, kind) if topic not in recorded]
    assert missing == []


def test_every_topic_flows_as_the_ros_graph_says() -> None:
    flows = {entry.topic: entry.flow for entry in (*OF_ROBOT, *OF_TEAM)}
    graph = ROS_GRAPH.read_text().split("## Topics")[1].split("## Frames")[0]
    rows = re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) \|", graph, re.MULTILINE)
    for row, kind, profiles in rows:
        said = {_KEPT_BY_NAME[name] for name in re.findall(r"[A-Z_]{2,}", profiles)}
        if "default" not in profiles:
            told = {topic: flows[topic] for topic in _topics(row, kind) if topic in flows}
            assert {t: f for t, f in told.items() if f.is_kept not in said} == {}


_KEPT_BY_NAME = {
    **dict.fromkeys(
        ("LATCHED", "STOPS", "TEAM", "EVENTS", "LLM_CALLS", "JOURNAL", "TF_STATIC"), True
    ),
    **dict.fromkeys(("SENSOR", "CLOCK", "RELIABLE", "TF", "TEAM_LIVE", "RECEIPTS"), False),
}
"""Profiles of `adhoc_teamwork/teamwork/ros/qos.py`: whether who comes late hears what was said."""


def _topics(row: str, kind: str) -> list[str]:
    """Return the topics that a row of the table names; services have no messages to record."""
    names = re.findall(r"`([^` ]+)`", row.partition(" (")[0])
    names = [whole for name in names for whole in _alternatives(name)]
    if "(action" in kind:
        return [f"{name}/_action/status" for name in names]
    is_topic = "(service)" not in kind
    return [n for n in names if is_topic and not n.endswith(("get_state", "costmap"))]


def _alternatives(name: str) -> list[str]:
    found = re.fullmatch(r"(.*)\{(.*)\}(.*)", name)
    if found is None:
        return [name]
    return [f"{found[1]}{choice}{found[3]}" for choice in found[2].split(",")]


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file where the run folder should be")
    with pytest.raises(ConfigError, match="expected a folder to write"):
        BagWriter(tmp_path / "run").open()
