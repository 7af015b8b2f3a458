# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How hosts find each other: one line, and the variables it stands for."""

from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.discovery import (
    Discovery,
    Finding,
    given_by,
    load_discovery,
    read_discovery,
)
from adhoc_teamwork.teamwork.settings.places import config_dir


@pytest.mark.parametrize(
    ("line", "variables"),
    [
        ("machine", {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}),
        ("multicast", {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}),
        (
            "server 10.0.0.2, base:11900",
            {
                "ROS_AUTOMATIC_DISCOVERY_RANGE": "SYSTEM_DEFAULT",
                "ROS_DISCOVERY_SERVER": "10.0.0.2:11811;base:11900",
                "ROS_SUPER_CLIENT": "TRUE",
            },
        ),
        (
            "peers 10.0.0.2 base",
            {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_STATIC_PEERS": "10.0.0.2;base"},
        ),
    ],
)
def test_a_line_stands_for_variables(line: str, variables: dict[str, str]) -> None:
    environment = read_discovery(line, "discovery").environment()
    assert {name: value for name, value in environment.items() if value} == variables
    assert {"ROS_DISCOVERY_SERVER", "ROS_STATIC_PEERS", "ROS_SUPER_CLIENT"} <= set(environment)


@pytest.mark.parametrize(
    "line",
    ["", "radio", "server", "peers", "multicast 10.0.0.2", "server :11811", "server base:x"],
)
def test_a_wrong_line_is_refused(line: str) -> None:
    with pytest.raises(ConfigError, match="discovery: expected"):
        read_discovery(line, "discovery")


def test_the_shipped_line_is_sound(tmp_path: Path) -> None:
    assert load_discovery(config_dir()) == Discovery(Finding.MULTICAST)
    (tmp_path / "communication").mkdir()
    (tmp_path / "communication" / "network.yaml").write_text("discovery: peers base\n")
    assert load_discovery(tmp_path) == Discovery(Finding.PEERS, ("base",))


def test_the_users_own_variables_are_noticed() -> None:
    assert given_by({"ROS_STATIC_PEERS": "base"})
    assert not given_by({"ROS_DOMAIN_ID": "4", "ROS_STATIC_PEERS": ""})
