# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Build the ament_python package adhoc_teamwork."""

from pathlib import Path

from setuptools import find_packages, setup

NAME = "adhoc_teamwork"
ROOMS = (
    "teamwork",
    "robot_model",
    "llm_port",
    "perception",
    "skills",
    "adhoc_planner",
    "comm_bridge",
    "simulation",
    "benchmark",
    "bringup",
)
NODES = {
    "simulator": "simulation.ros.node",
    "gazebo": "simulation.ros.gazebo_node",
    "isaac": "simulation.ros.isaac_node",
    "perception": "perception.ros.node",
    "segmenter": "perception.ros.segmenter_node",
    "isaac_masks": "perception.ros.isaac_masks_node",
    "skills": "skills.ros.node",
    "base_stop": "skills.ros.base_stop_node",
    "stop": "comm_bridge.ros.stop",
    "planner": "adhoc_planner.ros.node",
    "broker": "comm_bridge.ros.node",
    "stranger": "comm_bridge.ros.stranger",
    "chat": "comm_bridge.ros.chat",
    "watch": "comm_bridge.ros.watch",
    "observer": "bringup.ros.observer",
    "player": "bringup.ros.player",
    "recorder": "bringup.ros.recorder_node",
    "console": "bringup.ros.console_node",
    "offline_model": "adhoc_planner.offline.server",
    "adhoc": "bringup.cli",
}


def shared(folder: str) -> list[tuple[str, list[str]]]:
    """Return data_files for every file under a folder, installed to the package's share."""
    here = Path(__file__).parent
    files = sorted(p.relative_to(here) for p in (here / folder).rglob("*") if p.is_file())
    kept = [path for path in files if "__pycache__" not in path.parts]
    return [(f"share/{NAME}/{path.parent}", [str(path)]) for path in kept]


def data_beside_code(room: str) -> list[str]:
    """Return the files of a package that are not code, relative to the package."""
    folder = Path(__file__).parent / room
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return [str(p.relative_to(folder)) for p in files if p.suffix not in (".py", ".pyc")]


setup(
    name=NAME,
    version="0.1.0",
    description="A robot joins an unknown team of different robots at any time and pitches in.",
    license="Apache-2.0",
    maintainer="adhoc_teamwork maintainers",
    maintainer_email="maintainers@users.noreply.a-seed-15b0095c.example",
    packages=find_packages(include=[pattern for room in ROOMS for pattern in (room, f"{room}.*")]),
    package_data={room: data_beside_code(room) for room in ROOMS},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        *shared("launch"),
        *shared("config"),
    ],
    install_requires=["setuptools"],
    extras_require={
        "segmenter": ["onnxruntime"],
        "usd": ["usd-core"],
        # By these words colcon test knows that pytest runs the tests.
        "test": ["pytest", "pytest-timeout", "hypothesis"],
    },
    zip_safe=False,
    entry_points={
        "console_scripts": [f"{script} = {module}:main" for script, module in NODES.items()]
    },
)
