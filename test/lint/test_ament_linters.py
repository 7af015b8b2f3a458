# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""ROS's own linters pass where they are installed: they come with a ROS 2, not from PyPI."""

import importlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MADE = [".adhoc", "build", "install", "log", "runs"]
"""Folders that no commit holds."""
SCHEMA = "http://download.ros.org/schema/package_format3.xsd"


def linter(name: str) -> Callable[[list[str]], object]:
    why = f"{name} is not importable: it comes with a ROS 2 installation, not with the wheels"
    pytest.importorskip(name, reason=why)
    try:
        return importlib.import_module(f"{name}.main").main  # type: ignore[no-any-return]
    except ImportError as error:
        pytest.skip(f"{name} lacks what it needs: {error}")


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.timeout(900)
@pytest.mark.slow
def test_flake8() -> None:
    assert linter("ament_flake8")(["--config", ".flake8", "--exclude", *MADE]) == 0


@pytest.mark.timeout(300)
@pytest.mark.slow
def test_pep257() -> None:
    # Google's convention, of which ruff leaves out the same; a test's name says what it shows.
    ignored = ["D105", "D107", "D402"]
    words = ["--convention", "google", "--add-ignore", *ignored, "--exclude", "test", *MADE]
    assert linter("ament_pep257")(words) == 0


def test_xmllint() -> None:
    main = linter("ament_xmllint")
    if shutil.which("xmllint") is None:
        pytest.skip("xmllint is not installed (on Debian libxml2-utils)")
    if not has_schema():
        pytest.skip("the schema of package.xml comes from the network, which cannot be reached")
    files = [str(path) for path in sorted(ROOT.rglob("package.xml")) if not is_made(path)]
    assert "./package.xml" in {f"./{Path(name).relative_to(ROOT)}" for name in files}
    assert main(files) == 0


def has_schema() -> bool:
    words = ["xmllint", "--noout", "--schema", SCHEMA, "package.xml"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    return "failed to load" not in done.stderr


def is_made(path: Path) -> bool:
    return path.relative_to(ROOT).parts[0] in MADE
