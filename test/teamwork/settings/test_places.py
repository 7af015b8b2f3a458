# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Configuration is found beside the code, and in `share/` once installed."""

from pathlib import Path

import pytest

from adhoc_teamwork.teamwork.settings import places
from adhoc_teamwork.teamwork.settings.config import ConfigError


def test_a_checkout_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    assert places.config_dir() == places.CHECKOUT / "config"


def test_an_installed_package_has_it_in_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "share" / places.PACKAGE / "config"
    config.mkdir(parents=True)
    (config / "nodes.yaml").write_text("nodes: []\n", encoding="utf-8")
    monkeypatch.setattr(places, "CHECKOUT", tmp_path / "site-packages")
    monkeypatch.setenv("AMENT_PREFIX_PATH", f"{tmp_path / 'other'}:{tmp_path}")
    assert places.config_dir() == config
    # Where pip has put it nobody need say so.
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    monkeypatch.setattr(places.sys, "prefix", str(tmp_path))
    assert places.config_dir() == config


def test_none_at_all_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "CHECKOUT", tmp_path)
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    with pytest.raises(ConfigError, match=r"no nodes\.yaml there"):
        places.config_dir()


@pytest.mark.parametrize(
    "name",
    ["../evil", "/etc", "a/b", "", ".", "..", ".hidden", "a\0b", "a\nb", "~", "a" * 101, "a..b"],
)
def test_a_name_that_is_a_path_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="expected one in") as caught:
        places.within(tmp_path, name, "task")
    assert "\n" not in str(caught.value)


def test_a_plain_name_is_found_in_its_folder(tmp_path: Path) -> None:
    assert places.within(tmp_path, "tidy_up", "task") == tmp_path / "tidy_up"
    assert places.within(tmp_path, "v1.2-b", "task") == tmp_path / "v1.2-b"
