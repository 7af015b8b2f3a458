# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walk the whole plan with stages that really run commands, though small ones."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adhoc_teamwork.bringup.bootstrap import interfaces, plan, virtualenv
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY, Layout
from adhoc_teamwork.bringup.bootstrap.plan import SetUp
from adhoc_teamwork.bringup.bootstrap.sourced_ros import SourcedRos
from adhoc_teamwork.bringup.bootstrap.steps import SetUpError, StepRunner

Install = Callable[[Layout, StepRunner, str, Path], None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "requirements").mkdir()
    for name in ("embedded.txt", "sourced.txt", "dev.txt", "ray.txt", "backend.txt"):
        (tmp_path / "requirements" / name).write_text(f"# {name}\n")
    messages = tmp_path / "adhoc_interfaces" / "msg"
    messages.mkdir(parents=True)
    (messages / "Intent.msg").write_text("string text\n")
    return tmp_path


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace downloads and compilation by notes of what would be done."""
    notes: list[str] = []

    def install(layout: Layout, _runner: StepRunner, name: str, _requirements: Path) -> None:
        headers = layout.site_packages()[0] / "numpy" / "_core" / "include"
        headers.mkdir(parents=True, exist_ok=True)
        notes.append(name)

    def colcon(layout: Layout, _packages: tuple[Path, ...]) -> list[str | Path]:
        notes.append("interfaces")
        return [sys.executable, "-c", f"import os; os.makedirs({str(layout.interfaces)!r})"]

    def venv(layout: Layout, python: Path) -> list[str | Path]:
        return [python, "-m", "venv", "--without-pip", layout.venv]

    monkeypatch.setattr(virtualenv, "_venv", venv)
    monkeypatch.setattr(virtualenv, "install_packages", install)
    monkeypatch.setattr(interfaces, "_colcon", colcon)
    monkeypatch.setattr(plan, "provide_system_packages", lambda _runner, _needs: None)
    return notes


def set_up(root: Path) -> SetUp:
    return SetUp(Layout(root), None)


BASE = ["packages-backend", "packages", "interfaces"]


def test_a_first_run_does_everything_and_a_second_nothing(root: Path, installed: list[str]) -> None:
    assert not set_up(root).is_done(dev=False)
    set_up(root).complete(dev=False)
    assert installed == BASE
    assert set_up(root).is_done(dev=False)
    assert not set_up(root).is_done(dev=True)
    set_up(root).complete(dev=True)
    assert installed == [*BASE, "packages-dev"]
    set_up(root).complete(dev=True)
    assert installed == [*BASE, "packages-dev"]


def test_ray_is_added_where_it_is_wanted_and_goes_with_the_environment(
    root: Path, installed: list[str]
) -> None:
    set_up(root).complete(dev=True)
    assert installed == [*BASE, "packages-dev"]
    assert not set_up(root).is_done(dev=False, ray=True)
    assert set_up(root).hold(dev=False, ray=True) is None
    set_up(root).complete(dev=False, ray=True)
    assert installed == [*BASE, "packages-dev", "packages-ray"]
    assert set_up(root).is_done(dev=True, ray=True)
    set_up(root).complete(dev=False, again=True)
    assert set_up(root).is_done(dev=False)
    assert not set_up(root).is_done(dev=False, ray=True)


def test_only_what_changed_is_made_anew(root: Path, installed: list[str]) -> None:
    set_up(root).complete(dev=False)
    installed.clear()
    (root / "adhoc_interfaces" / "msg" / "Chat.msg").write_text("string text\n")
    set_up(root).complete(dev=False)
    assert installed == ["interfaces"]
    installed.clear()
    (root / "requirements" / "embedded.txt").write_text("other==1\n")
    set_up(root).complete(dev=False)
    assert installed == BASE


def test_what_was_added_to_an_earlier_environment_is_not_taken_to_be_there(
    root: Path, installed: list[str]
) -> None:
    set_up(root).complete(dev=True)
    pins = root / "requirements" / "embedded.txt"
    before = pins.read_text()
    for text in ("other==1\n", before):
        pins.write_text(text)
        set_up(root).complete(dev=False)
    assert not set_up(root).is_done(dev=True)
    installed.clear()
    set_up(root).complete(dev=True)
    assert installed == ["packages-dev"]


def test_a_moved_repository_is_set_up_anew(root: Path, installed: list[str]) -> None:
    set_up(root).complete(dev=False)
    moved = root.with_name("moved")
    root.rename(moved)
    assert not set_up(moved).is_done(dev=False)
    installed.clear()
    set_up(moved).complete(dev=False)
    assert installed == BASE


@pytest.mark.slow
@pytest.mark.parametrize("link", [".adhoc", ".adhoc/wheels"])
@pytest.mark.parametrize("noted", [True, False])
def test_an_environment_of_another_clone_is_never_changed(
    root: Path,
    installed: list[str],
    tmp_path_factory: pytest.TempPathFactory,
    link: str,
    noted: bool,
) -> None:
    set_up(root).complete(dev=False)
    if not noted:
        Layout(root).owner.unlink()
    installed.clear()
    other = tmp_path_factory.mktemp("other") / "clone"
    shutil.copytree(root, other, ignore=shutil.ignore_patterns(".adhoc"))
    (other / link).parent.mkdir(exist_ok=True)
    (other / link).symlink_to(root / link)
    for again in (False, True):
        with pytest.raises(SetUpError, match=f"environment of the clone in {root}") as refusal:
            set_up(other).complete(dev=False, again=again)
        assert refusal.value.exit_code == 2
    assert installed == []
    assert set_up(root).is_done(dev=False)
    (other / link).unlink()
    set_up(other).complete(dev=False)
    assert installed == BASE
    assert set_up(root).is_done(dev=False)


def test_a_copied_clone_makes_its_copy_its_own(root: Path, installed: list[str]) -> None:
    set_up(root).complete(dev=False)
    copy = root.with_name(f"{root.name}-copy")
    shutil.copytree(root, copy, symlinks=True)
    installed.clear()
    set_up(copy).complete(dev=False)
    assert installed == BASE
    assert set_up(copy).is_done(dev=False)
    assert set_up(root).is_done(dev=False)


def test_a_clone_has_one_environment_under_all_its_names(root: Path, installed: list[str]) -> None:
    """A link to the clone is resolved before anything; a mount of it is a place of its own."""
    set_up(root).complete(dev=False)
    name = root.with_name(f"{root.name}-name")
    name.symlink_to(root)
    installed.clear()
    set_up(name.resolve()).complete(dev=False)
    set_up(name).complete(dev=True, again=True)
    assert installed == [*BASE, "packages-dev"]


def test_a_link_into_nothing_is_refused(root: Path, installed: list[str]) -> None:
    (root / ".adhoc").symlink_to(root / "gone")
    with pytest.raises(SetUpError, match="which is not there") as refusal:
        set_up(root).complete(dev=False)
    assert (refusal.value.exit_code, installed) == (2, [])


def test_an_environment_may_lie_elsewhere(
    root: Path, installed: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("large disk")
    (root / ".adhoc").symlink_to(elsewhere)
    set_up(root).complete(dev=False)
    set_up(root).complete(dev=False, again=True)
    assert installed == BASE * 2
    assert (elsewhere / "wheels" / "venv").is_dir()


@pytest.mark.slow
def test_an_environment_in_use_is_not_changed(root: Path, installed: list[str]) -> None:
    assert set_up(root).hold(dev=False) is None
    set_up(root).complete(dev=False)
    user = set_up(root).hold(dev=False)
    other = set_up(root).hold(dev=False)
    assert user is not None
    assert other is not None
    installed.clear()
    (root / "requirements" / "embedded.txt").write_text("other==1\n")
    for again in (False, True):
        with pytest.raises(SetUpError, match="has to be changed, but") as refusal:
            set_up(root).complete(dev=False, again=again)
        assert refusal.value.exit_code == 2
    assert installed == []
    assert Layout(root).python.exists()
    assert set_up(root).hold(dev=False) is None
    os.close(user)
    os.close(other)
    set_up(root).complete(dev=False)
    assert installed == BASE


@pytest.mark.parametrize("name", ["mika's", "a$b", 'a"b', "a;b", "a:b", "a\\b", "a`b"])
def test_a_place_that_tools_of_ros_misread_is_refused_at_once(
    root: Path, installed: list[str], name: str
) -> None:
    place = root.with_name(f"{root.name}-{name}")
    shutil.copytree(root, place)
    with pytest.raises(SetUpError, match="move the clone") as refusal:
        set_up(place).complete(dev=False)
    assert (refusal.value.exit_code, installed) == (2, [])


def test_beside_a_sourced_ros_a_place_in_other_letters_is_refused_at_once(
    root: Path, installed: list[str]
) -> None:
    there = root / "räum"
    shutil.copytree(root, there, ignore=shutil.ignore_patterns("räum"))
    beside = SetUp(Layout(there, "sourced-jazzy"), SourcedRos("jazzy", ()))
    with pytest.raises(SetUpError, match="path of ASCII letters") as refusal:
        beside.complete(dev=False)
    assert refusal.value.exit_code == 2
    assert installed == []


def test_a_python_that_is_gone_is_replaced(root: Path, installed: list[str]) -> None:
    set_up(root).complete(dev=False)
    python = Layout(root).python
    python.unlink()
    python.symlink_to(root / "gone")
    assert not set_up(root).is_done(dev=False)
    installed.clear()
    set_up(root).complete(dev=False)
    assert installed == BASE[:2]
    assert subprocess.run([python, "-c", ""], check=False).returncode == 0


@pytest.mark.parametrize("stage", ["packages", "interfaces"])
def test_what_was_cut_short_is_repaired(
    root: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    whole: Install = virtualenv.install_packages

    def killed(layout: Layout, runner: StepRunner, name: str, requirements: Path) -> None:
        if name == stage:
            (layout.venv / "half").touch()
            raise KeyboardInterrupt
        whole(layout, runner, name, requirements)

    def killed_build(layout: Layout, _packages: tuple[Path, ...]) -> list[str | Path]:
        (layout.base / "half").touch()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if stage == "packages":
            patch.setattr(virtualenv, "install_packages", killed)
        else:
            patch.setattr(interfaces, "_colcon", killed_build)
        with pytest.raises(KeyboardInterrupt):
            set_up(root).complete(dev=False)
    assert not set_up(root).is_done(dev=False)
    installed.clear()
    set_up(root).complete(dev=False)
    assert installed == (BASE if stage == "packages" else ["interfaces"])
    assert not (Layout(root).venv / "half").exists()
    assert set_up(root).is_done(dev=False)


def test_a_damaging_dev_installation_renews_the_environment(
    root: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(root).complete(dev=False)

    def fail(layout: Layout, runner: StepRunner, name: str, _requirements: Path) -> None:
        runner.logs.joinpath(f"{name}-1.log").write_text("Installing collected packages: a, b\n")
        raise SetUpError(f"{layout.venv}: disk full")

    with monkeypatch.context() as patch:
        patch.setattr(virtualenv, "install_packages", fail)
        with pytest.raises(SetUpError, match="disk full"):
            set_up(root).complete(dev=True)
    installed.clear()
    set_up(root).complete(dev=True)
    assert installed == [*BASE[:2], "packages-dev"]


def test_a_dev_installation_that_never_began_leaves_the_environment(
    root: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up(root).complete(dev=False)

    def fail(layout: Layout, runner: StepRunner, name: str, _requirements: Path) -> None:
        runner.logs.joinpath(f"{name}-1.log").write_text("cannot reach the index\n")
        raise SetUpError(f"{layout.venv}: no network")

    with monkeypatch.context() as patch:
        patch.setattr(virtualenv, "install_packages", fail)
        with pytest.raises(SetUpError, match="no network"):
            set_up(root).complete(dev=True)
    assert set_up(root).is_done(dev=False)
    installed.clear()
    set_up(root).complete(dev=True)
    assert installed == ["packages-dev"]


def test_again_begins_from_nothing(root: Path, installed: list[str]) -> None:
    set_up(root).complete(dev=False)
    set_up(root).complete(dev=False, again=True)
    assert installed == BASE * 2


def test_pins_of_all_files_agree() -> None:
    """Packages of dev.txt are added to a finished environment: they must not change it."""
    folder = REPOSITORY / "requirements"
    pins = {name: _pins(folder / name) for name in ("embedded.txt", "sourced.txt", "backend.txt")}
    dev = _pins(folder / "dev.txt")
    assert dev["pytest"]
    for name, others in pins.items():
        different = [one for one in dev.keys() & others.keys() if dev[one] != others[one]]
        assert different == [], name
    assert "numpy" not in pins["sourced.txt"]


def _pins(path: Path) -> dict[str, set[str]]:
    pins: dict[str, set[str]] = {}
    for line in path.read_text().splitlines():
        if "==" in line and not line.startswith(" "):
            name, _, rest = line.partition("==")
            pins.setdefault(name, set()).add(rest.split()[0])
    return pins
