# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Build the ament_python package adhoc_teamwork."""

from pathlib import Path

from setuptools import find_packages, setup

NAME = "adhoc_teamwork"
NOT_INSTALLED = ("attack", "measuring")
"""Rooms that no robot needs: measuring comes with adhoc_teamwork_bench, attack with a checkout."""
NODES = {
    "simulator": "adhoc_teamwork.simulation.ros.node",
    "gazebo": "adhoc_teamwork.simulation.ros.gazebo_node",
    "isaac": "adhoc_teamwork.simulation.ros.isaac_node",
    "perception": "adhoc_teamwork.perception.ros.node",
    "segmenter": "adhoc_teamwork.perception.ros.segmenter_node",
    "isaac_masks": "adhoc_teamwork.perception.ros.isaac_masks_node",
    "skills": "adhoc_teamwork.skills.ros.node",
    "cell": "adhoc_teamwork.cells.ros.cell_node",
    "cell_rounds": "adhoc_teamwork.cells.ros.rounds_node",
    "cell_speaker": "adhoc_teamwork.cells.ros.speaker_node",
    "base_stop": "adhoc_teamwork.skills.ros.base_stop_node",
    "stop": "adhoc_teamwork.comm_bridge.ros.stop",
    "planner": "adhoc_teamwork.adhoc_planner.ros.node",
    "broker": "adhoc_teamwork.comm_bridge.ros.broker.node",
    "stranger": "adhoc_teamwork.comm_bridge.ros.stranger",
    "chat": "adhoc_teamwork.comm_bridge.ros.chat",
    "seat_chat": "adhoc_teamwork.comm_bridge.ros.seat_chat",
    "watch": "adhoc_teamwork.comm_bridge.ros.watch",
    "where": "adhoc_teamwork.comm_bridge.ros.where",
    "observer": "adhoc_teamwork.bringup.ros.observer",
    "player": "adhoc_teamwork.bringup.ros.player",
    "recorder": "adhoc_teamwork.bringup.ros.recorder_node",
    "console": "adhoc_teamwork.bringup.ros.console_node",
    "agent_door": "adhoc_teamwork.bringup.ros.agent_door_node",
    "offline_model": "adhoc_teamwork.offline_model.server",
    "adhoc": "adhoc_teamwork.bringup.cli",
}


def shared(folder: str) -> list[tuple[str, list[str]]]:
    """Return data_files for every file under a folder, installed to the package's share."""
    here = Path(__file__).parent
    files = sorted(p.relative_to(here) for p in (here / folder).rglob("*") if p.is_file())
    kept = [path for path in files if "__pycache__" not in path.parts]
    return [(f"share/{NAME}/{path.parent}", [str(path)]) for path in kept]


def data_beside_code() -> list[str]:
    """Return the files of the package that are not code, relative to the package."""
    folder = Path(__file__).parent / NAME
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return [str(p.relative_to(folder)) for p in files if p.suffix not in (".py", ".pyc")]


def offline() -> list[str]:
    """Return what the commands need that run without ROS, as the sets of pins are made from it."""
    path = Path(__file__).parent / "requirements" / "common.in"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "setuptools", "wheel"))]


setup(
    name=NAME,
    version="0.1.0",
    description="A robot joins an unknown team of different robots at any time and pitches in.",
    license="Apache-2.0",
    maintainer="adhoc_teamwork maintainers",
    maintainer_email="maintainers@users.noreply.a-seed-15b0095c.example",
    packages=find_packages(
        include=[NAME, f"{NAME}.*"],
        exclude=[f"{NAME}.{room}{rest}" for room in NOT_INSTALLED for rest in ("", ".*")],
    ),
    package_data={NAME: data_beside_code()},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (f"share/{NAME}", ["package.xml"]),
        *shared("launch"),
        *shared("config"),
    ],
    install_requires=["setuptools"],
    extras_require={
        "offline": offline(),
        "segmenter": ["onnxruntime"],
        "usd": ["usd-core"],
        "cells": ["mujoco==3.17.0"],
        "mcp": ["mcp==2.3.0"],
        "ray": ["ray==2.60.0"],
        "otel": [
            "opentelemetry-sdk==1.45.2",
            "opentelemetry-exporter-otlp-proto-http==1.45.2",
        ],
        # By these words colcon test knows that pytest runs the tests.
        "test": ["pytest", "pytest-timeout", "hypothesis"],
    },
    zip_safe=False,
    entry_points={
        "console_scripts": [f"{script} = {module}:main" for script, module in NODES.items()]
    },
)
