# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.bringup.bootstrap.environment import child_environment
from adhoc_teamwork.bringup.bootstrap.interfaces import interface_files, packages_to_build
from adhoc_teamwork.bringup.bootstrap.layout import REPOSITORY, Layout
from adhoc_teamwork.bringup.bootstrap.sourced_ros import (
    SourcedRos,
    find_sourced_ros,
    python_with_rclpy,
)
from adhoc_teamwork.bringup.bootstrap.virtualenv import (
    leave_out_unused,
    parts_of,
    repair_cmake_files,
)


def make_layout(root: Path, flavour: str = "wheels") -> Layout:
    layout = Layout(root, flavour)
    site = layout.venv / "lib" / "python3.11" / "site-packages"
    (site / "ros_rcl.libs").mkdir(parents=True)
    (layout.interfaces / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    return layout


def make_prefix(root: Path, *packages: str) -> Path:
    index = root / "share" / "ament_index" / "resource_index" / "packages"
    index.mkdir(parents=True)
    for package in packages:
        (index / package).touch()
    return root


def test_with_wheels_an_older_ros_is_shut_out(tmp_path: Path) -> None:
    layout = make_layout(tmp_path / "with space")
    old = {
        "ROS_DISTRO": "humble",
        "AMENT_PREFIX_PATH": "/opt/ros/humble",
        "LD_LIBRARY_PATH": "/opt/ros/humble/lib",
        "PYTHONPATH": "/opt/ros/humble/lib/python3.10/site-packages",
        "PATH": "/usr/bin",
    }
    env = child_environment(layout, old)
    assert not [name for name, value in env.items() if "humble" in value]
    assert env["PYTHONPATH"].split(os.pathsep)[0] == str(layout.root)
    assert env["AMENT_PREFIX_PATH"].split(os.pathsep) == [str(layout.interfaces), str(layout.venv)]
    assert str(layout.venv / "lib/python3.11/site-packages/ros_rcl.libs") in env["LD_LIBRARY_PATH"]
    assert env["_ROS_WHEELS_BOOTSTRAP_COMPLETE"] == "1"
    assert env["PATH"].startswith(str(layout.venv / "bin") + os.pathsep)


def test_with_wheels_own_libraries_stay(tmp_path: Path) -> None:
    env = child_environment(make_layout(tmp_path), {"LD_LIBRARY_PATH": "/opt/mine"})
    assert env["LD_LIBRARY_PATH"].endswith(os.pathsep + "/opt/mine")


def test_beside_a_sourced_ros_everything_of_it_stays(tmp_path: Path) -> None:
    layout = make_layout(tmp_path, "sourced-jazzy")
    sourced = {
        "ROS_DISTRO": "jazzy",
        "AMENT_PREFIX_PATH": "/ws/install:/opt/ros/jazzy",
        "PYTHONPATH": "/opt/ros/jazzy/lib/python3.12/site-packages",
        "LD_LIBRARY_PATH": "/opt/ros/jazzy/lib",
        "RMW_IMPLEMENTATION": "rmw_zenoh_cpp",
    }
    env = child_environment(layout, sourced)
    assert env["ROS_DISTRO"] == "jazzy"
    assert env["RMW_IMPLEMENTATION"] == "rmw_zenoh_cpp"
    assert env["AMENT_PREFIX_PATH"] == f"{layout.interfaces}:/ws/install:/opt/ros/jazzy"
    assert env["PYTHONPATH"].endswith(":/opt/ros/jazzy/lib/python3.12/site-packages")
    assert "_ROS_WHEELS_BOOTSTRAP_COMPLETE" not in env


def test_what_python_compiles_is_kept_in_a_folder_of_our_own(tmp_path: Path) -> None:
    layout = make_layout(tmp_path)
    env = child_environment(layout, {"PYTHONDONTWRITEBYTECODE": "1"})
    (tmp_path / "some_module.py").write_text("VALUE = 1\n")
    command = [sys.executable, "-c", "import some_module"]
    env["PYTHONPATH"] = str(tmp_path)
    subprocess.run(command, env=env, check=True, timeout=60)
    assert list(layout.bytecode.rglob("some_module*.pyc"))
    assert not list(tmp_path.glob("__pycache__"))
    chosen = child_environment(layout, {"PYTHONPYCACHEPREFIX": "/mine"})
    assert chosen["PYTHONPYCACHEPREFIX"] == "/mine"


@pytest.mark.parametrize("home", [None, "", "relative", "/nonexistent"])
def test_without_a_home_to_write_logs_go_into_the_clone(tmp_path: Path, home: str | None) -> None:
    layout = make_layout(tmp_path)
    present = {} if home is None else {"HOME": home}
    env = child_environment(layout, present)
    assert Path(env["ROS_LOG_DIR"]).is_relative_to(layout.state)
    assert Path(env["MPLCONFIGDIR"]).is_relative_to(layout.state)
    assert child_environment(layout, {**present, "ROS_LOG_DIR": "/my"})["ROS_LOG_DIR"] == "/my"
    assert "ROS_LOG_DIR" not in child_environment(layout, {"HOME": str(tmp_path)})


@pytest.mark.parametrize("flavour", ["wheels", "sourced-jazzy"])
def test_a_start_within_a_start_adds_nothing(tmp_path: Path, flavour: str) -> None:
    layout = make_layout(tmp_path, flavour)
    once = child_environment(layout, {"PATH": "/usr/bin", "LD_LIBRARY_PATH": "/mine"})
    assert child_environment(layout, once) == once


@pytest.mark.parametrize(
    ("env", "found"),
    [
        ({}, None),
        ({"ROS_DISTRO": "jazzy"}, None),
        ({"AMENT_PREFIX_PATH": "/opt/ros/jazzy"}, None),
        ({"ROS_DISTRO": "humble", "AMENT_PREFIX_PATH": "/opt/ros/humble"}, None),
        ({"ROS_DISTRO": "../x", "AMENT_PREFIX_PATH": "/opt/ros/jazzy"}, None),
        ({"ROS_DISTRO": "jazzy", "AMENT_PREFIX_PATH": "/a:/b"}, ("jazzy", ("/a", "/b"))),
        ({"ROS_DISTRO": "jazzy", "AMENT_PREFIX_PATH": "/a", "ADHOC_ROS": "wheels"}, None),
    ],
)
def test_which_ros_is_sourced(
    env: dict[str, str], found: tuple[str, tuple[str, ...]] | None
) -> None:
    ros = find_sourced_ros(env)
    assert (ros and (ros.distribution, tuple(str(p) for p in ros.prefixes))) == found


def test_only_missing_interfaces_are_built(tmp_path: Path) -> None:
    ros = SourcedRos("jazzy", (make_prefix(tmp_path, "nav2_msgs", "adhoc_interfaces"),))
    names = [path.name for path in packages_to_build(REPOSITORY, ros)]
    assert names == [
        "adhoc_interfaces",
        "control_msgs",
        "tf2_msgs",
        "trajectory_msgs",
        "vision_msgs",
    ]
    every = [path.name for path in packages_to_build(REPOSITORY, None)]
    assert every == [
        "adhoc_interfaces",
        "control_msgs",
        "nav2_msgs",
        "tf2_msgs",
        "trajectory_msgs",
        "vision_msgs",
    ]


def test_interface_files_are_all_that_is_built_from() -> None:
    files = interface_files(packages_to_build(REPOSITORY, None))
    assert REPOSITORY / "adhoc_interfaces" / "msg" / "TeamMessage.msg" in files
    assert "nav2_msgs/action/NavigateToPose.action" in files


def test_the_python_that_imports_rclpy_is_found_by_running_it(tmp_path: Path) -> None:
    def make_python(name: str, body: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(0o755)

    make_python("python3", "exit 1")
    make_python("python3.12", "echo /ros/bin/python3.12")
    env = {"PATH": f"{tmp_path}:/bin", "PYTHONPATH": "/opt/ros/x/lib/python3.12/site-packages"}
    assert python_with_rclpy(env) == Path("/ros/bin/python3.12")
    make_python("python3.12", "exit 1")
    assert python_with_rclpy({"PATH": str(tmp_path)}) is None


def test_paths_of_the_build_machine_are_repaired_once(tmp_path: Path) -> None:
    file = tmp_path / "share" / "pkg" / "cmake" / "pkgExport.cmake"
    file.parent.mkdir(parents=True)
    file.write_text(
        'set(A "/opt/python/cp312-cp312/include/python3.12;'
        '/opt/python/cp312-cp312/lib/python3.12/site-packages/numpy/_core/include")'
    )
    headers = tmp_path / "numpy" / "_core" / "include"
    assert repair_cmake_files(tmp_path, headers) == 1
    assert file.read_text() == f'set(A "${{Python3_INCLUDE_DIRS}};{headers}")'
    assert repair_cmake_files(tmp_path, headers) == 0


def test_paths_in_any_letters_are_read_whole(tmp_path: Path) -> None:
    """The statement that the wheels have, and its repair, both run by CMake."""
    file = tmp_path / "share" / "rosidl_adapter" / "cmake" / "rosidl_adapt_interfaces.cmake"
    file.parent.mkdir(parents=True)
    file.write_text('file(STRINGS "${idl_output}" idl_tuples)\nmessage(STATUS "${idl_tuples}")\n')
    listed = tmp_path / "listed"
    listed.write_text("/tmp/räum 2/a b:msg/Intent.idl", encoding="utf-8")

    def read() -> str:
        command = ["cmake", f"-Didl_output={listed}", "-P", str(file)]
        done = subprocess.run(command, capture_output=True, check=True, timeout=60)
        return done.stdout.decode().strip()

    assert read() != "-- /tmp/räum 2/a b:msg/Intent.idl"
    assert repair_cmake_files(tmp_path, tmp_path) == 1
    assert read() == "-- /tmp/räum 2/a b:msg/Intent.idl"


def test_the_wheels_read_a_list_of_paths_with_the_statement_that_is_repaired(
    tmp_path: Path,
) -> None:
    """An update of the wheels that words it otherwise would break clones in such places."""
    file = Path("share", "rosidl_adapter", "cmake", "rosidl_adapt_interfaces.cmake")
    if not (Layout(REPOSITORY).venv / file).is_file():
        pytest.skip("the environment of this run has no wheels")
    (tmp_path / file).parent.mkdir(parents=True)
    shutil.copy(Layout(REPOSITORY).venv / file, tmp_path / file)
    repair_cmake_files(tmp_path, tmp_path)
    assert (
        'file(STRINGS "${idl_output}" idl_tuples ENCODING UTF-8)' in (tmp_path / file).read_text()
    )


def test_what_nothing_loads_is_left_out(tmp_path: Path) -> None:
    kept = tmp_path / "open3d" / "pybind.so"
    for path in (kept, tmp_path / "open3d" / "open3d_tf_ops.so", tmp_path / "open3d" / "open3d_x"):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "open3d" / "resources" / "fonts").mkdir(parents=True)
    for tests in ("scipy/stats/tests/data/tests", "numpy/_core/tests"):
        (tmp_path / tests).mkdir(parents=True)
    for _ in range(2):
        leave_out_unused([tmp_path, tmp_path / "none"])
        assert sorted(p.name for p in (tmp_path / "open3d").iterdir()) == ["open3d_x", "pybind.so"]
    assert list((tmp_path / "scipy" / "stats").iterdir()) == []
    assert (tmp_path / "numpy" / "_core" / "tests").is_dir(), "numpy.testing takes from there"


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 9)), max_size=20))
def test_pins_are_installed_once_each_by_two_and_those_of_a_package_together(
    pins: list[tuple[str, int]],
) -> None:
    with TemporaryDirectory() as folder:
        layout = Layout(Path(folder))
        lines = [
            f"{name}=={n} ; python_version > '3' \\\n    --hash=sha256:{n}" for name, n in pins
        ]
        layout.backend_requirements.parent.mkdir()
        layout.backend_requirements.write_text("builder==1 ; python_version > '3'\n")
        pinned = Path(folder, "pins.txt")
        pinned.write_text("\n".join([*lines, "builder==1"]) + "\n")
        parts = [part.read_text() for part in parts_of(layout, "packages", pinned)]
    whole = Counter(line.replace("\\\n", " ") for line in lines)
    assert Counter("".join(parts).splitlines()) == whole
    names = [{line.partition("==")[0] for line in part.splitlines()} for part in parts]
    assert not names[0] & names[1]
    assert abs(len(names[0]) - len(names[1])) <= 1
