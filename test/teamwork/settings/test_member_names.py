# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from adhoc_teamwork.teamwork.settings.member_names import is_member_name


@pytest.mark.parametrize("name", ["a", "_tall", "Robot_7", "a" * 63])
def test_letters_digits_and_underscores_are_a_name(name: str) -> None:
    assert is_member_name(name)


@pytest.mark.parametrize("name", ["", "7a", "a b", "a\n", "a/b", "é", "a" * 64])
def test_what_no_namespace_can_be_is_none(name: str) -> None:
    assert not is_member_name(name)
