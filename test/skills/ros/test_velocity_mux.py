# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The real twist_mux, as we tell it to, has an emergency stop go before Nav2's velocities."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from geometry_msgs.msg import Twist
from rclpy.node import Node
from rclpy.parameter import Parameter
from scripted_servers import Spinner, eventually, new_name

from adhoc_teamwork.skills.nav2.velocity_priorities import velocity_priorities
from adhoc_teamwork.skills.ros.base_stop_node import BaseStopNode
from adhoc_teamwork.teamwork import topics
from adhoc_teamwork.teamwork.ros import qos
from adhoc_teamwork.teamwork.ros.stop_speaker import StopSpeaker

_PREFIXES = (Path(p) for p in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p)
MUX = next((p for p in (x / "lib/twist_mux/twist_mux" for x in _PREFIXES) if p.is_file()), None)
WISH = 0.3
"""What Nav2 tells the base, m/s."""

pytestmark = pytest.mark.skipif(
    MUX is None, reason="no twist_mux: it comes with a sourced ROS 2, not with the wheels"
)


@pytest.fixture
def mux(ros_domain: int, tmp_path: Path) -> Iterator[str]:
    """Start twist_mux for a robot, and return the robot's name."""
    del ros_domain  # the program joins it
    name, told = new_name(), tmp_path / "mux.yaml"
    told.write_text(yaml.safe_dump({"/**": {"ros__parameters": velocity_priorities()}}))
    words = ["-r", f"__ns:=/{name}", "-r", f"cmd_vel_out:={topics.CMD_VEL}"]
    command = [str(MUX), "--ros-args", *words, "--params-file", str(told)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as program:
        yield name
        program.send_signal(signal.SIGINT)
        program.wait(timeout=20.0)


def test_a_press_goes_before_what_nav2_goes_on_to_tell(ros_context: Any, mux: str) -> None:
    overrides = [Parameter("stop_settling", value=0.0)]
    stop = BaseStopNode(context=ros_context, namespace=mux, parameter_overrides=overrides)
    stop.setup()
    other = Node("nav2_and_base", namespace=mux, context=ros_context)
    wish, heard = Twist(), list[float]()
    wish.linear.x = WISH
    nav2 = other.create_publisher(Twist, topics.CMD_VEL_AUTONOMOUS, qos.RELIABLE)
    other.create_timer(0.05, lambda: nav2.publish(wish))
    other.create_subscription(
        Twist, topics.CMD_VEL, lambda message: heard.append(message.linear.x), qos.RELIABLE
    )
    person = StopSpeaker(other, "anna", "test")
    person.setup()
    spinner = Spinner(ros_context, stop, other)
    assert eventually(lambda: heard and heard[-1] == WISH)
    press = person.press("")
    assert eventually(lambda: heard[-1] == 0.0)
    count = len(heard)
    assert eventually(lambda: len(heard) > count + 20)
    assert set(heard[count:]) == {0.0}
    person.release([press])
    assert eventually(lambda: heard[-1] == WISH)
    spinner.close()
    for node in (stop, other):
        node.destroy_node()
