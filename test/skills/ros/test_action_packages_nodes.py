# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A sub-skill and a sub-task of somebody else's package on nodes."""

import json
from pathlib import Path

import pytest
from action_package import EXAMPLE, install, offered, run

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

HERE = Path(__file__).resolve().parent


@pytest.mark.usefixtures("ros_domain")
def test_the_example_acts_on_nodes(tmp_path: Path) -> None:
    install(tmp_path / "site", offered())
    paths = (tmp_path / "site", EXAMPLE, HERE, HERE.parent)
    acted = run(str(HERE / "press_on_nodes.py"), str(tmp_path / "card.yaml"), paths=paths)
    assert acted.returncode == 0, acted.stderr
    told = json.loads(acted.stdout.splitlines()[-1])
    assert told["pressed"]
    assert told["opened"]
    assert told["crossed"]
    assert told["x"] > 1.2
