# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the tests stand on: a domain for each process, and houses from outside that are told of."""

import os
from pathlib import Path

import pytest
import unseen_houses
from unseen_houses import DRAWN, VARIABLE, draw, of_others

from adhoc_teamwork.bringup.process_control.domains import hold_domain


def test_nodes_have_a_domain_that_no_team_beside_them_takes(
    ros_domain: int, request: pytest.FixtureRequest
) -> None:
    assert os.environ["ROS_DOMAIN_ID"] == str(ros_domain)
    assert request.node.get_closest_marker("nodes")
    others = [hold_domain({}) for _ in range(5)]
    try:
        assert ros_domain not in {hold.domain for hold in others}
    finally:
        for hold in others:
            hold.release()


def test_what_needs_no_nodes_is_left_the_users_domain(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("nodes") is None


@pytest.mark.parametrize("name", DRAWN)
def test_a_house_is_drawn_the_same_every_time(name: str, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    assert draw(name, tmp_path).read_bytes() == draw(name, tmp_path / "again").read_bytes()


def test_where_there_are_no_houses_of_others_a_skip_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (skipped,) = of_others([])
    (mark,) = skipped.marks  # type: ignore[attr-defined]
    assert VARIABLE in mark.kwargs["reason"]
    monkeypatch.setattr(unseen_houses, "OTHERS", [])
    assert VARIABLE in unseen_houses.report()
