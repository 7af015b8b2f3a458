# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap import system_packages
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError, StepRunner
from adhoc_teamwork.bringup.bootstrap.system_packages import (
    SystemNeed,
    install_line,
    missing_needs,
    provide_system_packages,
    system_needs,
)


def need(what: str, package: str, present: Callable[[], bool]) -> SystemNeed:
    return SystemNeed(what, package, present)


def nothing() -> bool:
    return False


def fake_apt(folder: Path, script: str) -> None:
    apt = folder / "apt-get"
    apt.write_text(f"#!/bin/sh\n{script}\n")
    apt.chmod(0o755)


def test_needs_are_tried_on_the_python_given() -> None:
    needs = system_needs(Path(sys.executable))
    assert {"gcc", "g++", "libGL.so.1", "libusb-1.0.so.0"} <= {one.what for one in needs}
    headers = next(one for one in needs if one.what == "Python's headers")
    assert isinstance(headers.present(), bool)


def test_a_python_that_does_not_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetUpError, match="cannot run"):
        system_needs(tmp_path / "python")


def test_a_library_that_is_not_there_is_missing() -> None:
    assert not system_packages._loads("libnobody_has_this.so.7")


def test_the_line_to_type_names_all_packages_and_the_exit_code_is_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_apt(tmp_path, "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    needs = [need("g++", "g++", nothing), need("libGL.so.1", "libgl1", nothing)]
    with pytest.raises(SetUpError) as refusal:
        provide_system_packages(StepRunner(tmp_path), needs)
    assert refusal.value.exit_code == 2
    assert str(refusal.value).splitlines()[-1].strip() == install_line(needs)
    assert "g++ libgl1" in install_line(needs)


def test_root_on_debian_installs_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "installed"
    fake_apt(tmp_path, f'case "$*" in *install*) echo "$@" "$DEBIAN_FRONTEND" >{installed};; esac')
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    provide_system_packages(StepRunner(tmp_path), [need("libGL.so.1", "libgl1", installed.exists)])
    words = installed.read_text().split()
    assert words[-1] == "noninteractive"
    assert "libgl1" in words


def test_what_apt_did_not_bring_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_apt(tmp_path, "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SetUpError, match="still missing"):
        provide_system_packages(StepRunner(tmp_path), [need("libGL.so.1", "libgl1", nothing)])


def test_what_no_package_brings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetUpError, match="built without Python's headers"):
        provide_system_packages(StepRunner(tmp_path), [need("Python's headers", "", nothing)])


def test_nothing_missing_means_nothing_done(tmp_path: Path) -> None:
    assert missing_needs([need("sh", "dash", lambda: True)]) == ()
    provide_system_packages(StepRunner(tmp_path / "log"), [need("sh", "dash", lambda: True)])
    assert not (tmp_path / "log").exists()
