# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Free ROS domains."""

import socket

import pytest

from bringup.domains import MAX_DOMAIN, hold_domain
from teamwork.config import ConfigError


def test_two_runs_get_two_domains() -> None:
    first, second = hold_domain({}), hold_domain({})
    try:
        assert first.domain != second.domain
    finally:
        first.release()
        second.release()


def test_a_domain_with_participants_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bringup.domains.DOMAINS", range(97, 98))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as participant:
        participant.bind(("0.0.0.0", 7400 + 250 * 97 + 10))
        with pytest.raises(ConfigError, match="no free ROS domain"):
            hold_domain({})


def test_the_users_domain_wins() -> None:
    assert hold_domain({"ROS_DOMAIN_ID": "7"}).domain == 7


@pytest.mark.parametrize("value", ["x", "-1", str(MAX_DOMAIN + 1), "1.5"])
def test_a_wrong_domain_is_refused(value: str) -> None:
    with pytest.raises(ConfigError, match="ROS_DOMAIN_ID"):
        hold_domain({"ROS_DOMAIN_ID": value})
