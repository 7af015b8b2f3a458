# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The middleware takes our profile, and says so of one that it does not understand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.ros.middleware import PROFILES, resending

TALK = f"""
import os
import rclpy
from rclpy.node import Node
from std_msgs.msg import String
from adhoc_teamwork.teamwork.ros.node_main import run_node

class Talker(Node):
    def __init__(self):
        super().__init__("talker")
    def setup(self):
        self.create_publisher(String, "words", 10)
        print(rclpy.get_rmw_implementation_identifier(), os.environ["{PROFILES}"])
        self.create_timer(0.01, rclpy.try_shutdown)
    def shutdown(self):
        pass

run_node(Talker)
"""


def said_with(profiles: str) -> str:
    """Return what a node of ours says that is run with a user's profiles, or with none."""
    environment = {**os.environ, PROFILES: profiles, "ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"}
    run = subprocess.run(
        [sys.executable, "-c", TALK], env=environment, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    if "fastrtps" not in run.stdout:
        pytest.skip(f"{run.stdout.strip()} is no Fast DDS: it reads no such profiles")
    return run.stdout + run.stderr


def test_a_node_has_our_profile_and_fast_dds_understands_it() -> None:
    said = said_with("")
    assert resending({})[PROFILES] in said
    assert "XMLPARSER" not in said


def test_a_users_own_profiles_stand(tmp_path: Path) -> None:
    own = tmp_path / "own.xml"
    own.write_text(Path(resending({})[PROFILES]).read_text().replace("heartbeatPeriod", "beat"))
    said = said_with(str(own))
    assert str(own) in said
    assert "XMLPARSER" in said
