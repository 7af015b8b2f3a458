# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every measurement is told, and the processes that most of them share."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from adhoc_teamwork.comm_bridge.rules import KindRules
from adhoc_teamwork.measuring.broker.children import Child, Children
from adhoc_teamwork.teamwork.settings.places import config_dir
from adhoc_teamwork.teamwork.team.message import MessageKind

BROKER = "adhoc_teamwork.comm_bridge.ros.broker.node"
HOST = "adhoc_teamwork.measuring.broker.ros.host"
UNLIMITED = 1e6
CONNECT = 40.0
"""Seconds that robots get to find the broker and the broker to find them."""


@dataclass(frozen=True)
class Setting:
    """Hold the options of a run.

    `seconds` is how long each load lasts, `memory_minutes` how long memory is followed, `hours`
    that of a team by its own clock; random moments are drawn from `seed`. `config` is the folder
    with the demonstration's scenarios.
    """

    seconds: float
    memory_minutes: float
    domains: tuple[int, ...]
    seed: int = 0
    hours: float = 24.0
    config: Path = field(default_factory=config_dir)

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables of a team on this machine."""
        return {
            "ROS_DOMAIN_ID": str(self.domains[0]),
            # Fast DDS does not find all of more than twenty participants on LOCALHOST.
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "PYTHONUNBUFFERED": "1",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }


@dataclass(frozen=True)
class Load:
    """Say who speaks: robots spread over processes, each with so many messages a second."""

    robots: int
    processes: int
    rate: float
    kind: MessageKind
    size: int = 0

    def shares(self) -> list[list[str]]:
        """Return the names of the robots of each process."""
        names = [f"robot_{index:02d}" for index in range(self.robots)]
        return [names[start :: self.processes] for start in range(self.processes)]


@contextmanager
def team(setting: Setting, load: Load) -> Iterator[tuple[Child, Sequence[Child]]]:
    """Run a broker and the robots of a load until they have found each other; end them after."""
    with Children(setting.environment) as children:
        kinds = children.folder / "kinds.yaml"
        kinds.write_text(_without_limits(load.kind), encoding="utf-8")
        broker = children.start("broker", BROKER, ("--ros-args", "-p", f"kinds:={kinds}"))
        hosts = [children.start(f"host_{i}", HOST) for i in range(load.processes)]
        for host, names in zip(hosts, load.shares(), strict=True):
            host.tell({"do": "start", "names": names, "kind": int(load.kind), "size": load.size})
        for host in hosts:
            host.answer(CONNECT)
        for host in hosts:
            host.tell({"do": "connect", "within": CONNECT})
        for host in hosts:
            host.answer(CONNECT + 5.0)
        yield broker, hosts


def _without_limits(kind: MessageKind) -> str:
    """Return rules by which robots may say a kind as often as they like: the broker is measured."""
    rule = asdict(replace(KindRules()[kind], rate=UNLIMITED, burst=int(UNLIMITED)))
    return json.dumps({"kinds": {kind.name.lower(): rule}})
