"""Configuration is found beside the code, and in `share/` once installed."""

from pathlib import Path

import pytest

from teamwork import places
from teamwork.config import ConfigError


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


def test_none_at_all_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "CHECKOUT", tmp_path)
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    with pytest.raises(ConfigError, match=r"no nodes\.yaml there"):
        places.config_dir()
