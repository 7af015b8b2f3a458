# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Free ROS domains."""

import socket

import pytest

from adhoc_teamwork.bringup.process_control.domains import MAX_DOMAIN, hold_domain
from adhoc_teamwork.teamwork.settings.config import ConfigError


def test_two_runs_get_two_domains() -> None:
    first, second = hold_domain({}), hold_domain({})
    try:
        assert first.domain != second.domain
    finally:
        first.release()
        second.release()


def test_a_domain_with_participants_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adhoc_teamwork.bringup.process_control.domains.DOMAINS", range(97, 98))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as participant:
        participant.bind(("0.0.0.0", 7400 + 250 * 97 + 10))
        with pytest.raises(ConfigError, match="no free ROS domain"):
            hold_domain({})


def test_the_users_domain_wins_where_no_other_team_runs_in_it() -> None:
    hold = hold_domain({"ROS_DOMAIN_ID": "7"})
    try:
        assert hold.domain == 7
        with pytest.raises(ConfigError, match="ROS_DOMAIN_ID=7: another team of this machine runs"):
            hold_domain({"ROS_DOMAIN_ID": "7"})
    finally:
        hold.release()


@pytest.mark.parametrize("value", ["x", "-1", str(MAX_DOMAIN + 1), "1.5"])
def test_a_wrong_domain_is_refused(value: str) -> None:
    with pytest.raises(ConfigError, match="ROS_DOMAIN_ID"):
        hold_domain({"ROS_DOMAIN_ID": value})
