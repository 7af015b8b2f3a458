# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The simulation of large teams: the same every time, and what docs/scale.md shows."""

from dataclasses import replace

import pytest

from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.measuring.broker.command import main
from adhoc_teamwork.measuring.broker.scale import Costs, Design, most, simulate, work_out

COSTS = Costs()


def test_the_page_shows_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--scale"]) == 0
    printed = capsys.readouterr().out.strip()
    assert printed.count("\n| 10,000") == 3
    assert printed in (REPOSITORY / "docs" / "scale.md").read_text(encoding="utf-8")


def test_where_all_hear_all_everything_grows_with_the_team() -> None:
    few, many = (work_out(robots, Design.ONE, COSTS) for robots in (100, 200))
    assert few.heard == 99 * 5.0
    assert few.taken == 500.0
    assert many.taken == 2 * few.taken
    assert many.copied == 4 * few.copied
    assert many.endpoints == 2 * few.endpoints


def test_with_digests_a_robot_hears_its_team_and_a_word_of_each_other() -> None:
    load = work_out(10_000, Design.DIGESTS, COSTS)
    # 49 teammates, 19 teams of its region, 9 regions.
    assert load.heard == 49 * 5.0 + 19 + 9
    assert load.endpoints == work_out(50, Design.ONE, COSTS).endpoints
    assert work_out(50, Design.DIGESTS, COSTS).heard == 49 * 5.0


def test_who_is_full_first_is_named() -> None:
    robots, who = most(Design.ONE, COSTS)
    assert who == "a broker"
    assert max(work_out(robots, Design.ONE, COSTS).shares(COSTS)) <= 0.7
    assert max(work_out(robots + 1, Design.ONE, COSTS).shares(COSTS)) > 0.7
    assert most(Design.ONE, replace(COSTS, robot=5e-3))[1] == "a robot"


def test_a_word_waits_longer_where_more_is_said_and_not_at_all_where_it_is_too_much() -> None:
    alone = COSTS.hop * 2 + COSTS.broker + COSTS.copy + COSTS.robot
    one = simulate(1, Design.ONE, COSTS)
    assert one == pytest.approx((alone, alone))
    few, many = (simulate(robots, Design.ONE, COSTS) for robots in (50, 120))
    assert few is not None
    assert many is not None
    assert alone < few[1] < many[1]
    assert simulate(100, Design.ONE, COSTS) == simulate(100, Design.ONE, COSTS)
    assert simulate(1000, Design.ONE, COSTS) is None
