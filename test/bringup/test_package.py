# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The package's metadata agrees with the code."""

import ast
import importlib.util
import runpy
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import setuptools

from adhoc_teamwork.bringup.bootstrap.commands import COMMANDS
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY
from adhoc_teamwork.bringup.process_control.nodes import load_nodes

ROOMS = (
    *("teamwork", "robot_model", "llm_port", "perception", "skills", "adhoc_planner"),
    *("comm_bridge", "simulation", "benchmark", "bringup"),
)


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
    assert rooms == set(ROOMS)
    assert {name.split(".")[0] for name in arguments["packages"]} == {"adhoc_teamwork"}


def test_config_and_launch_files_go_to_share(arguments: dict[str, Any]) -> None:
    files = {file: folder for folder, names in arguments["data_files"] for file in names}
    assert files["config/nodes.yaml"] == "share/adhoc_teamwork/config"
    assert files["launch/robot.launch.py"] == "share/adhoc_teamwork/launch"
    assert files["package.xml"] == "share/adhoc_teamwork"
    for path in (REPOSITORY / "config").rglob("*"):
        if path.is_file():
            assert str(path.relative_to(REPOSITORY)) in files


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
