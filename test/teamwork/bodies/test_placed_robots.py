# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tests of how robots and their starts are named in one line."""

import pytest

from adhoc_teamwork.teamwork.bodies.placed_robots import parse_placed_robots, robots_and_starts
from adhoc_teamwork.teamwork.geometry import Pose
from adhoc_teamwork.teamwork.settings.config import ConfigError


def test_robots_are_named_in_one_way() -> None:
    robots = parse_placed_robots("tall=tall@1,2,0 dog=quadruped@3.5,-2,1.57", "robots")
    assert [(r.name, r.card) for r in robots] == [("tall", "tall"), ("dog", "quadruped")]
    assert (robots[1].start.x, robots[1].start.y, robots[1].start.yaw) == (3.5, -2.0, 1.57)
    for wrong in ("", "tall", "tall=tall", "tall=tall@1,2", "tall=tall@1,2,x", "1=tall@1,2,0",
                  "tall=@1,2,0", "tall=tall@1,2,nan", "a=small@0,0,0 a=small@1,0,0"):  # fmt: skip
        with pytest.raises(ConfigError, match="robots: "):
            parse_placed_robots(wrong, "robots")


def test_starts_are_there_or_not() -> None:
    pairs = (("a", "tall"), ("b", "small"))
    assert robots_and_starts("a=tall,b=small", "--robots") == (pairs, ())
    starts = (Pose(1.0, 2.0, 0.0), Pose(3.0, 2.0, 0.0))
    assert robots_and_starts("a=tall@1,2,0 b=small@3,2,0", "--robots") == (pairs, starts)
    for name in ("../../x", "a/b", "", "1st", "a b"):
        with pytest.raises(ConfigError, match=r"--robots.*expected"):
            robots_and_starts(f"{name}=tall,b=small", "--robots")
    for mixed in ("a=tall@1,2,0 b=small", "a=tall,b=small@3,2,0"):
        with pytest.raises(ConfigError, match=r"--robots: .*expected NAME=CARD@X,Y,YAW"):
            robots_and_starts(mixed, "--robots")
