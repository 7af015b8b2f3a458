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
from hypothesis import settings

from adhoc_teamwork.bringup.process_control.domains import hold_domain

sys.path.insert(0, str(Path(__file__).parent))  # for node_manager, unseen_houses
import unseen_houses

# A busy machine fails no test.
settings.register_profile("adhoc_teamwork", deadline=None)
settings.load_profile("adhoc_teamwork")

_LONGEST_FIRST = ("system", "slow", "nodes")
"""Folders and marks whose tests begin, in this order; a file comes with the first of its tests."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare a run of nothing but tests that run alone the import of all files without any."""
    if config.option.markexpr != "alone" or collection_path.suffix != ".py":
        return None
    return None if _names_alone(collection_path) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is on ROS, and begin with the files that take longest: they fill both cores."""
    order: dict[Path, int] = {}
    for item in items:
        if item.get_closest_marker("alone") and not _names_alone(item.path):
            raise pytest.UsageError(f"{item.nodeid}: expected the mark alone in the file itself")
        if "ros_domain" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.nodes)
        order[item.path] = min(order.get(item.path, len(_LONGEST_FIRST)), _place(item))
    items.sort(key=lambda item: order[item.path])


def _names_alone(path: Path) -> bool:
    return "pytest.mark.alone" in path.read_text(encoding="utf-8")


def _place(item: pytest.Item) -> int:
    places = (number for number, name in enumerate(_LONGEST_FIRST) if name in item.keywords)
    return next(places, len(_LONGEST_FIRST))


def pytest_collection_finish() -> None:
    """Spare each collection of garbage what lives to the end: modules and tests, half a million."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was read from outside the repository."""
    terminalreporter.write_line(unseen_houses.report())


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
def _held_domain() -> Iterator[int]:
    """Hold a ROS domain that no other test process or team on this machine uses."""
    pytest.importorskip("rclpy", reason="no ROS 2: node tests need rclpy")
    hold = hold_domain({})
    yield hold.domain
    hold.release()


@pytest.fixture
def ros_domain(_held_domain: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return this process's own ROS domain, which programs that the test starts join as well."""
    monkeypatch.setenv("ROS_DOMAIN_ID", str(_held_domain))
    if "ROS_AUTOMATIC_DISCOVERY_RANGE" not in os.environ:
        monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    return _held_domain


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
