# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A user without a name is called by number."""

import getpass
import os

import pytest

from adhoc_teamwork.teamwork.settings.user import user_name


@pytest.mark.parametrize("error", [KeyError("getpwuid(): uid not found"), OSError("No username")])
def test_who_has_no_entry_is_called_by_number(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail() -> str:
        raise error

    monkeypatch.setattr(getpass, "getuser", fail)
    assert user_name() == f"uid {os.getuid()}"
