# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The package's metadata agrees with the code."""

import ast
import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Any

import pytest
import setuptools
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from adhoc_teamwork.bringup import offline_wheel
from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.offline_wheel import PINS, constraints
from adhoc_teamwork.bringup.process_control.nodes import load_nodes
from adhoc_teamwork.teamwork.settings.extras import how_to_get

ROOMS = {
    *("teamwork", "robot_model", "llm_port", "offline_model", "perception", "skills"),
    *("adhoc_planner", "comm_bridge", "simulation", "cells", "benchmark", "bringup"),
}


@pytest.fixture
def arguments(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return what setup.py gives to setuptools."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", given.update)
    monkeypatch.chdir(REPOSITORY)
    runpy.run_path("setup.py")
    return given


def test_every_process_is_a_console_script(arguments: dict[str, Any]) -> None:
    scripts = dict(line.split(" = ") for line in arguments["entry_points"]["console_scripts"])
    for node in load_nodes(REPOSITORY / "config" / "nodes.yaml"):
        assert scripts[node.executable] == f"{node.module}:main"


def test_every_console_script_exists(arguments: dict[str, Any]) -> None:
    for line in arguments["entry_points"]["console_scripts"]:
        module, function = line.split(" = ")[1].split(":")
        path = REPOSITORY / Path(*module.split(".")).with_suffix(".py")
        functions = [
            n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)
        ]
        assert function in functions, line


def test_every_command_has_its_module() -> None:
    for command in COMMANDS:
        assert importlib.util.find_spec(command.module), command.name


def test_all_rooms_are_installed(arguments: dict[str, Any]) -> None:
    rooms = {name.split(".")[1] for name in arguments["packages"] if "." in name}
    assert rooms == ROOMS
    assert {name.split(".")[0] for name in arguments["packages"]} == {"adhoc_teamwork"}


def test_config_and_launch_files_go_to_share(arguments: dict[str, Any]) -> None:
    files = {file: folder for folder, names in arguments["data_files"] for file in names}
    assert files["config/nodes.yaml"] == "share/adhoc_teamwork/config"
    assert files["launch/robot.launch.py"] == "share/adhoc_teamwork/launch"
    assert files["package.xml"] == "share/adhoc_teamwork"
    for path in (REPOSITORY / "config").rglob("*"):
        if path.is_file():
            assert str(path.relative_to(REPOSITORY)) in files


def test_what_runs_without_ros_can_be_had_by_pip(arguments: dict[str, Any]) -> None:
    extra = {
        canonicalize_name(Requirement(line).name) for line in arguments["extras_require"]["offline"]
    }
    assert {"scipy", "open3d", "pydantic", "rosbags"} <= extra
    assert not {name for name in extra if name.startswith("ros-") or name in ("wheel", "rclpy")}
    pins = [Requirement(line) for line in constraints(PINS.read_text()).splitlines()]
    assert extra <= {canonicalize_name(pin.name) for pin in pins}
    assert all(len(pin.specifier) == 1 and "hash" not in str(pin) for pin in pins)


def test_extras_that_are_missed_come_with_what_the_tests_need(arguments: dict[str, Any]) -> None:
    """As whoever misses one is told: no other pip reaches the environment of ./adhoc."""
    lock = (REPOSITORY / "requirements" / "dev.txt").read_text()
    pinned = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    code = "".join(path.read_text() for path in REPOSITORY.glob("adhoc_teamwork/**/*.py"))
    missed = set(re.findall(r"""how_to_get\(["'](\w+)["']\)""", code))
    assert missed == {"cells", "mcp", "otel", "segmenter", "usd"}
    for extra in missed:
        packages = {Requirement(line).name for line in arguments["extras_require"][extra]}
        assert packages
        assert packages <= pinned
        assert f"'.[{extra}]'" in how_to_get(extra)


def test_interfaces_are_as_bloom_wants_them() -> None:
    changelog = pytest.importorskip("catkin_pkg.changelog", reason="colcon brings catkin_pkg")
    from catkin_pkg.package import parse_package

    for folder in (REPOSITORY, REPOSITORY / "adhoc_interfaces"):
        package = parse_package(str(folder / "package.xml"), warnings=(warnings := []))
        assert not warnings
        text = (folder / "CHANGELOG.rst").read_text(encoding="utf-8")
        assert f"Changelog for package {package.name}\n" in text
        # As the first release makes of it; what is still to come is no version.
        heading = "0.1.0 (2026-01-01)\n------------------"
        released = re.sub(r"^Forthcoming\n-+", heading, text, flags=re.MULTILINE)
        told = changelog.Changelog(package.name)
        changelog.populate_changelog_from_rst(told, released)
        ((version, _, items),) = told.foreach_version()
        assert (version, bool(items)) == ("0.1.0", True)


def test_data_beside_the_code_is_packaged(arguments: dict[str, Any]) -> None:
    packaged = arguments["package_data"]["adhoc_teamwork"]
    assert "simulation/data/placement_rooms.csv" in packaged
    assert not [path for path in packaged if path.startswith("attack/")]


def test_ros_packages_that_are_imported_are_declared() -> None:
    tree = ElementTree.parse(REPOSITORY / "package.xml")
    declared = {element.text for element in tree.iter() if element.tag.endswith("depend")}
    ros = {
        name
        for path in REPOSITORY.glob("adhoc_teamwork/*/ros/**/*.py")
        for name in _imported(path)
        if name.endswith(("_msgs", "_interfaces", "_py", "rclpy", "_ros"))
    }
    assert ros
    assert ros - declared == set()


def test_versions_agree(arguments: dict[str, Any]) -> None:
    tree = ElementTree.parse(REPOSITORY / "package.xml")
    interfaces = ElementTree.parse(REPOSITORY / "adhoc_interfaces" / "package.xml")
    assert tree.findtext("version") == arguments["version"] == interfaces.findtext("version")
    assert tree.findtext("license") == arguments["license"] == "Apache-2.0"


def _imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names - set(sys.stdlib_module_names)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources of both packages, to build in."""
    copy = tmp_path_factory.mktemp("sources")
    skip = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    for name in ("adhoc_teamwork", "adhoc_teamwork_bench", "config", "launch", "resource"):
        shutil.copytree(REPOSITORY / name, copy / name, ignore=skip)
    for name in ("setup.py", "setup.cfg", "package.xml", "MANIFEST.in"):
        shutil.copy(REPOSITORY / name, copy / name)
    (copy / "requirements").mkdir()
    shutil.copy(REPOSITORY / "requirements" / "common.in", copy / "requirements" / "common.in")
    return copy


@pytest.fixture(scope="module")
def installed(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return where pip put the package, and where what measures."""
    folders = []
    for source in (sources, sources / "adhoc_teamwork_bench"):
        folder = tmp_path_factory.mktemp("site-packages")
        words = ("install", "-q", "--no-deps", "--no-build-isolation", "--no-index", "--target")
        command = [sys.executable, "-m", "pip", *words, str(folder), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
        assert done.returncode == 0, done.stderr
        folders.append(folder)
    return folders[0], folders[1]


def _modules_at_the_top(folder: Path) -> set[str]:
    beside = {"bin", "lib", "share"}
    told = {".dist-info", ".egg-info"}
    return {path.name for path in folder.iterdir() if path.suffix not in told} - beside


def _say(program: str, *folders: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd="/", env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_one_name_lands_in_site_packages(installed: tuple[Path, Path], tmp_path: Path) -> None:
    robot, bench = installed
    assert _modules_at_the_top(robot) == _modules_at_the_top(bench) == {"adhoc_teamwork"}
    (tmp_path / "perception.py").write_text("whose = 'somebody else'")
    both = "import perception, adhoc_teamwork.perception; print(perception.whose)"
    assert _say(both, robot, tmp_path) == _say(both, tmp_path, robot) == "somebody else"


@pytest.mark.slow
def test_a_wheel_has_nothing_of_an_earlier_build(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed = sources / "build" / "lib" / "adhoc_teamwork" / "removed_since.py"
    removed.parent.mkdir(parents=True, exist_ok=True)
    removed.touch()
    before = sorted(sources.rglob("*"))
    monkeypatch.setattr(offline_wheel, "REPOSITORY", sources)
    with zipfile.ZipFile(offline_wheel.build(tmp_path / "dist")) as wheel:
        names = wheel.namelist()
    assert "adhoc_teamwork/bringup/offline_wheel.py" in names
    assert "adhoc_teamwork/removed_since.py" not in names
    assert sorted(sources.rglob("*")) == before
    removed.unlink()


@pytest.mark.slow
def test_colcon_installs_the_same_name(sources: Path, tmp_path: Path) -> None:
    colcon = Path(sys.executable).with_name("colcon")
    if not colcon.is_file():
        pytest.skip("no colcon beside this Python: it comes with the set-up")
    bench = sources / "adhoc_teamwork_bench"
    folders = ("--build-base", tmp_path / "build", "--install-base", tmp_path / "install")
    words = ("--log-base", tmp_path / "log", "build", "--base-paths", sources, bench, *folders)
    command = [colcon, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    for package in ("adhoc_teamwork", "adhoc_teamwork_bench"):
        (libraries,) = (tmp_path / "install" / package / "lib").glob("python3*/site-packages")
        assert _modules_at_the_top(libraries) == {"adhoc_teamwork"}


def test_the_interfaces_land_beside_it_under_their_own_name() -> None:
    found = importlib.util.find_spec("adhoc_interfaces")
    if found is None or found.origin is None:
        pytest.skip("no adhoc_interfaces: the set-up builds them")
    packages = {path.parent.name for path in REPOSITORY.glob("embedded_interfaces/*/package.xml")}
    landed = _modules_at_the_top(Path(found.origin).parent.parent)
    assert "adhoc_interfaces" in landed
    assert landed <= {"adhoc_interfaces", "adhoc_teamwork", *packages}


@pytest.mark.slow
def test_what_measures_is_an_extra(installed: tuple[Path, Path]) -> None:
    robot, bench = installed
    names = "from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS as c"
    show = f"{names}; print(*(command.name for command in c))"
    assert not {"skills", "comm-bench", "attack"} & set(_say(show, robot).split())
    with_bench = set(_say(show, robot, bench).split())
    assert {"skills", "comm-bench"} <= with_bench
    assert "attack" not in with_bench
    measured = "import adhoc_teamwork.measuring.skills.report as r; print(r.__file__)"
    assert _say(measured, robot, bench).startswith(str(bench))
