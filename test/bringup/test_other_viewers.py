# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The configurations for RViz and Foxglove: every topic in them is one of a team's."""

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

from adhoc_teamwork.teamwork.recordings.bag_topics import Flow, recorded_topics
from adhoc_teamwork.teamwork.settings.places import config_dir

ROBOTS = ("quadruped", "tall", "small")
TOPICS = recorded_topics(ROBOTS)
SHOWS = {
    "MarkerArray": "visualization_msgs/msg/MarkerArray",
    "Map": "nav_msgs/msg/OccupancyGrid",
    "Odometry": "nav_msgs/msg/Odometry",
    "LaserScan": "sensor_msgs/msg/LaserScan",
    "PointCloud2": "sensor_msgs/msg/PointCloud2",
    "Image": "sensor_msgs/msg/Image",
}
"""The messages that RViz's displays take."""


def displays(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the displays with a topic, in groups or not."""
    for display in entry.get("Displays", ()):
        yield from displays(display)
        if "Topic" in display:
            yield display


def test_rviz_subscribes_as_each_topic_is_published() -> None:
    text = (config_dir() / "rviz" / "team.rviz").read_text()
    found = list(displays(yaml.safe_load(text)["Visualization Manager"]))
    assert len(found) == 6 * len(ROBOTS)
    for display in found:
        topic = display["Topic"]
        entry = TOPICS[topic["Value"]]
        assert entry.kind == SHOWS[display["Class"].rpartition("/")[2]]
        kept = topic["Durability Policy"] == "Transient Local"
        assert kept == entry.flow.is_kept
        assert (topic["Reliability Policy"] == "Best Effort") == (entry.flow is Flow.SENSOR)


def test_foxglove_shows_topics_that_there_are_in_panels_that_are_laid_out() -> None:
    text = (config_dir() / "foxglove" / "team.json").read_text()
    layout = json.loads(text)
    named = {word for word in re.findall(r'"(/[a-z_/]+)', text) if word != "/"}
    assert len(named) > 20
    assert {name for name in named if name.partition(".")[0] not in TOPICS} == set()
    assert sorted(panels(layout["layout"])) == sorted(layout["configById"])
    stop = layout["configById"]["Publish!stop"]
    assert stop["datatype"] == TOPICS[stop["topicName"]].kind
    assert json.loads(stop["value"]) == {"data": True}


def test_foxglove_plots_fields_that_messages_have() -> None:
    from adhoc_teamwork.teamwork.recordings.bag_types import make_typestore

    types = make_typestore().types
    state = types["adhoc_interfaces/msg/RobotState"].__dataclass_fields__
    text = (config_dir() / "foxglove" / "team.json").read_text()
    fields = re.findall(r"/team/out\.state\[0\]\.(\w+)", text)
    assert set(fields) == {"subtask", "subskill", "battery"}
    assert set(fields) <= set(state)


def panels(node: Any) -> list[str]:
    """Return the panels of a layout's tree."""
    return [node] if isinstance(node, str) else panels(node["first"]) + panels(node["second"])
