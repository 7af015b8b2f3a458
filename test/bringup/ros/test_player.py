# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The recorder and the player among real topics: what is recorded comes back, and time with it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
pytest.importorskip("adhoc_interfaces", reason="adhoc_interfaces is not built")

from adhoc_interfaces.msg import Argument
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosgraph_msgs.msg import Clock
from std_msgs.msg import String

from adhoc_teamwork.bringup.ros.player import Player
from adhoc_teamwork.bringup.ros.recorder_node import RecorderNode
from adhoc_teamwork.teamwork.recordings.bag_reading import read_bag
from adhoc_teamwork.teamwork.ros.qos import CLOCK, JOURNAL, TF_STATIC
from adhoc_teamwork.teamwork.settings.config import ConfigError

LIMIT = 20.0
TOPIC = "/tall/planner_journal"


def spin(executor: SingleThreadedExecutor, until: Callable[[], bool]) -> bool:
    """Spin until something is true; return whether it became so in time."""
    end = time.monotonic() + LIMIT
    while not until() and time.monotonic() < end:
        executor.spin_once(timeout_sec=0.05)
    return until()


def values(**given: Any) -> list[Parameter]:
    return [Parameter(name, value=value) for name, value in given.items()]


def record(context: Any, run: Path, texts: list[str]) -> None:
    """Record a journal of these texts, heard late: a recorder that comes later hears them too."""
    robot = Node("robot", context=context)
    out = robot.create_publisher(String, TOPIC, JOURNAL)
    for text in texts:
        out.publish(String(data=text))
    recorder = RecorderNode(
        context=context, parameter_overrides=values(run_dir=str(run), robots="tall")
    )
    executor = SingleThreadedExecutor(context=context)
    try:
        recorder.setup()
        executor.add_node(recorder)
        bag = run / "bag"
        assert spin(executor, lambda: len(list(read_bag(bag, TOPIC.__eq__))) == len(texts))
    finally:
        recorder.shutdown()
        executor.shutdown(timeout_sec=1.0)
        recorder.destroy_node()
        robot.destroy_node()


def play_until(context: Any, run: Path, listener: Node, until: Callable[[], bool]) -> bool:
    """Play a run to a listener, which is destroyed, until something is true; return whether."""
    player = Player(
        context=context,
        parameter_overrides=values(bag=str(run), part="all", loop=True, rate=20.0),
    )
    executor = SingleThreadedExecutor(context=context)
    try:
        player.setup()
        executor.add_node(listener)
        return spin(executor, until)
    finally:
        player.shutdown()
        executor.shutdown(timeout_sec=1.0)
        player.destroy_node()
        listener.destroy_node()


def test_what_was_recorded_is_played_again_and_again_and_time_jumps_back(
    ros_context: Any, tmp_path: Path
) -> None:
    texts = ["one", "two", "three"]
    record(ros_context, tmp_path, texts)
    listener = Node("listener", context=ros_context)
    heard: list[str] = []
    times: list[float] = []
    listener.create_subscription(String, TOPIC, lambda m: heard.append(m.data), JOURNAL)
    listener.create_subscription(
        Clock, "/clock", lambda m: times.append(m.clock.sec + m.clock.nanosec * 1e-9), CLOCK
    )
    assert play_until(ros_context, tmp_path, listener, lambda: len(heard) >= 7 and len(times) >= 3)
    assert heard[:6] == texts * 2
    assert min(times[1:]) <= times[0]


def record_earlier(folder: Path, topic: str) -> None:
    """Write a bag from when an argument was a name and a text, and a message that is cut off."""
    kind, definition = "adhoc_interfaces/msg/Argument", "string name\nstring text\n"
    store = get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(definition, kind))
    data = store.serialize_cdr(store.types[kind](name="room_id", text="room_1"), kind)
    with Writer(folder, version=Writer.VERSION_LATEST, storage_plugin=StoragePlugin.MCAP) as writer:
        out = writer.add_connection(topic, kind, msgdef=definition, rihs01=f"RIHS01_{'0' * 64}")
        writer.write(out, 10**9, bytes(data)[:9])
        writer.write(out, 2 * 10**9, data)


def test_a_bag_of_earlier_definitions_is_played_in_todays_form(
    ros_context: Any, tmp_path: Path
) -> None:
    record_earlier(tmp_path / "bag", "/tall/argument")
    listener = Node("listener", context=ros_context)
    heard: list[Any] = []
    listener.create_subscription(Argument, "/tall/argument", heard.append, TF_STATIC)
    assert play_until(ros_context, tmp_path, listener, lambda: bool(heard))
    assert heard[:1] == [Argument(name="room_id", text="room_1")]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"bag": ""}, "expected a run folder or a bag, got ''"),
        ({"bag": "/nowhere"}, "no such folder; expected a run folder or a bag"),
        ({"bag": "/nowhere", "rate": 0.0}, "rate: expected a number above 0, got 0"),
    ],
)
def test_wrong_parameters_are_told_in_one_line(
    ros_context: Any, given: dict[str, Any], told: str
) -> None:
    player = Player(context=ros_context, parameter_overrides=values(**given))
    try:
        with pytest.raises(ConfigError, match=told):
            player.setup()
    finally:
        player.shutdown()
        player.destroy_node()
