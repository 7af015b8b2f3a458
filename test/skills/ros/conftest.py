# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Make this folder's scripted servers importable under any import mode; skip without ROS."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
for folder in (Path(__file__).parent, Path(__file__).parent.parent):
    sys.path.insert(0, str(folder))
