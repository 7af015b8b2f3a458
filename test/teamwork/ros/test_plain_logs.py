# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What nodes log of others' words does nothing to a terminal, and passes for no other entry."""

import subprocess
import sys

import pytest

from adhoc_teamwork.teamwork.settings.places import CHECKOUT

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")

_PROGRAM = """
from rclpy.logging import get_logger
from adhoc_teamwork.teamwork.ros.plain_logs import make_logs_plain
make_logs_plain(); make_logs_plain()
log = get_logger("dog")
evil = "mug\\x1b[2J\\u202e\\n[ERROR] [1.0] [tall]: fell\\ud800\\0 end"
log.info(evil); log.error(evil)
for _ in range(3):
    log.warning("once" + evil, once=True)
"""


def test_logs_are_plain_and_lines_of_others_are_indented() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], cwd=CHECKOUT, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    shown = (done.stdout + done.stderr).decode()
    assert not set(shown) & set("\x1b\u202e\ud800\0")
    assert "\n    [ERROR] [1.0] [tall]: fell\ufffd end" in shown
    assert shown.count("once") == 1
    assert len([line for line in shown.splitlines() if line.startswith("[")]) == 3


_UNREADABLE = """
import inspect
def findsource(_):
    raise AssertionError("a source is read")
inspect.findsource = findsource
from rclpy.logging import get_logger
from adhoc_teamwork.teamwork.ros.plain_logs import make_logs_plain
make_logs_plain()
log = get_logger("dog")
for _ in range(2):
    log.info("left", once=True); log.info("right", once=True)
"""


def test_an_entry_reads_no_source_and_lines_are_told_apart() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _UNREADABLE], cwd=CHECKOUT, capture_output=True, check=False
    )
    shown = (done.stdout + done.stderr).decode()
    assert done.returncode == 0, shown
    assert (shown.count("left"), shown.count("right")) == (1, 1)
