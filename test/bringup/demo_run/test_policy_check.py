# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names of policies are checked before a demonstration starts anything."""

import pytest

from adhoc_teamwork.bringup.demo_run.policy_check import check_policies
from adhoc_teamwork.teamwork.settings.config import ConfigError


def test_names_that_there_are_pass() -> None:
    check_policies(("irot", "heuristic", "cot"), "tidy_up")


def test_a_name_that_there_is_none_of_is_refused_in_one_line() -> None:
    with pytest.raises(ConfigError) as caught:
        check_policies(("irot", "nope"), "tidy_up")
    assert str(caught.value).startswith("policy nope: no such policy; expected heuristic, ")
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_rule_is_refused_for_a_goal_in_words_alone() -> None:
    check_policies(("irot", "cot"), "open_ended")
    check_policies(("irot", "heuristic"), "household")
    with pytest.raises(ConfigError, match="policy heuristic: a rule understands no goal in words"):
        check_policies(("irot", "heuristic"), "open_ended")


def test_the_default_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adhoc_teamwork.bringup.demo_run.policy_check.CHECKER", "no_such_module")
    check_policies(("irot", "irot"), "tidy_up")
    with pytest.raises(ConfigError, match="no_such_module"):
        check_policies(("cot",), "tidy_up")
