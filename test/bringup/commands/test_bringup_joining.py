# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Commands that take part in a running team find its domain."""

from pathlib import Path

import pytest

from adhoc_teamwork.bringup.commands import joining
from adhoc_teamwork.bringup.commands.joining import join_team, running_domains
from adhoc_teamwork.bringup.process_control.domains import hold_domain
from adhoc_teamwork.teamwork.settings.config import ConfigError


def running(monkeypatch: pytest.MonkeyPatch, *domains: int) -> None:
    monkeypatch.setattr(joining, "running_domains", lambda: domains)


def test_a_team_that_runs_here_is_found_while_it_runs() -> None:
    hold = hold_domain({})
    assert hold.domain in running_domains()
    hold.release()
    assert hold.domain not in running_domains()


def test_without_proc_no_team_is_found(tmp_path: Path) -> None:
    assert running_domains(tmp_path / "unix") == ()


def test_the_one_team_is_joined_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    running(monkeypatch, 42)
    assert join_team(None, {})["ROS_DOMAIN_ID"] == "42"
    assert join_team(None, {"ROS_DOMAIN_ID": "7"})["ROS_DOMAIN_ID"] == "7"
    assert join_team(3, {"ROS_DOMAIN_ID": "7"})["ROS_DOMAIN_ID"] == "3"


@pytest.mark.parametrize(
    ("domains", "environment", "complaint"),
    [
        ((), {}, "no team runs on this machine"),
        ((42, 43), {}, "42, 43"),
        ((42,), {"ROS_DOMAIN_ID": "many"}, "ROS_DOMAIN_ID 'many'"),
        ((42,), {"ROS_DOMAIN_ID": "233"}, "233"),
    ],
)
def test_without_a_clear_team_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
    domains: tuple[int, ...],
    environment: dict[str, str],
    complaint: str,
) -> None:
    running(monkeypatch, *domains)
    with pytest.raises(ConfigError, match=complaint):
        join_team(None, environment)
