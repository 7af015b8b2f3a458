# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fixtures that every test may use. Tests reach no network but loopback."""

import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for node_manager

_ALONE = ("ros", "system", "launch")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts nodes or whole teams, or takes long: it wants the machine for itself."""
    for item in items:
        folders = item.path.relative_to(Path(__file__).parent).parts[:-1]
        if set(folders) & set(_ALONE) or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.alone)


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse Python connections to anything but this machine."""
    real_connect = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            host = str(address[0])
            if not (host.startswith("127.") or host in ("::1", "localhost", "0.0.0.0")):
                raise RuntimeError(f"a test tried to reach {host}")
        real_connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture(scope="session", autouse=True)
def _own_ros_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what nodes remember over a restart out of the user's home."""
    os.environ["ROS_HOME"] = str(tmp_path_factory.mktemp("ros_home"))


@pytest.fixture(scope="session")
def ros_domain() -> Iterator[int]:
    """Reserve a ROS domain that no other test process on this machine uses; skip without ROS."""
    pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
    from domain_coordinator import domain_id

    with domain_id() as domain:
        os.environ["ROS_DOMAIN_ID"] = str(domain)
        os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
        yield int(domain)


@pytest.fixture
def ros_context(ros_domain: int) -> Iterator[Any]:
    """Yield an initialised rclpy context in the session's domain; shut it down afterwards."""
    import rclpy
    from rclpy.context import Context

    context = Context()
    rclpy.init(context=context, domain_id=ros_domain)
    yield context
    rclpy.try_shutdown(context=context)
    # Nodes and their callbacks refer to one another: until they are collected DDS keeps their
    # participant, and a domain of one machine holds about 32 of them.
    gc.collect()


@pytest.fixture
def manage(ros_context: Any) -> Iterator[Callable[..., Any]]:
    """Yield a maker of `NodeManager`s in the test's context, from the name of what they manage."""
    from node_manager import NodeManager

    made: list[NodeManager] = []

    def make(name: str, **more: Any) -> NodeManager:
        made.append(NodeManager(ros_context, name, **more))
        return made[-1]

    yield make
    for manager in made:
        manager.close()
