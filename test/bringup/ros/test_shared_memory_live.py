# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Shared memory of participants that really run, and are killed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.process_control.shared_memory import leftovers, remove_leftovers

PROGRAM = "import rclpy; rclpy.init(); n = rclpy.create_node('n'); print('up', flush=True); input()"


def participant(domain: int) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "ROS_DOMAIN_ID": str(domain)}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    return process


def locks_of(process: "subprocess.Popen[bytes]") -> set[Path]:
    """Return the locks of a participant's segments; those of ports are passed on to others."""
    held = {link.readlink() for link in Path(f"/proc/{process.pid}/fd").iterdir()}
    return {path for path in held if re.fullmatch("fastrtps_[0-9a-f]{16}_el", path.name)}


def test_a_killed_participant_leaves_what_is_found_and_a_living_one_nothing(
    ros_domain: int,
) -> None:
    if os.environ.get("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp") != "rmw_fastrtps_cpp":
        pytest.skip("another middleware than Fast DDS")
    living, killed = participant(ros_domain), participant(ros_domain)
    try:
        used, left = locks_of(living), locks_of(killed)
        assert used
        assert left
        for path in used | left:
            os.utime(path, (0, 0))
        assert (used | left).isdisjoint(leftovers())
        killed.kill()
        killed.wait(10)
        assert left <= set(leftovers())
        assert used.isdisjoint(leftovers())
        remove_leftovers()
        assert not any(path.exists() for path in left)
        assert all(path.exists() for path in used)
    finally:
        killed.kill()
        living.communicate(b"\n", timeout=20)
