# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How processes of a team find each other: a line of config, as the variables that ROS 2 takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.teamwork.enums import StrEnum
from adhoc_teamwork.teamwork.settings.config import ConfigError, load_config

SERVER_PORT = 11811
"""Where a Fast DDS discovery server listens unless it is told otherwise."""
FORMS = "'machine', 'multicast', 'server HOST[:PORT] ...' or 'peers HOST ...'"


class Finding(StrEnum):
    """Say how processes find each other.

    MACHINE: only those of this machine. MULTICAST: all of the subnet. SERVER: whoever knows the
    same Fast DDS discovery server. PEERS: this machine, and the hosts that are listed.
    """

    MACHINE = "machine"
    MULTICAST = "multicast"
    SERVER = "server"
    PEERS = "peers"


@dataclass(frozen=True)
class Discovery:
    """Hold how processes find each other, and the hosts that this names."""

    finding: Finding
    hosts: tuple[str, ...] = ()

    def environment(self) -> dict[str, str]:
        """Return the variables of ROS 2 Jazzy and Fast DDS that say so; empty ones count as unset.

        A robot's radio and the broker look at the whole graph, which a discovery server shows to
        super clients alone.
        """
        variables = {"ROS_DISCOVERY_SERVER": "", "ROS_SUPER_CLIENT": "", "ROS_STATIC_PEERS": ""}
        if self.finding is Finding.MULTICAST:
            return {**variables, "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}
        if self.finding is Finding.SERVER:
            return {
                **variables,
                # With any other value, ROS 2 sets peers of its own, which a client must not have.
                "ROS_AUTOMATIC_DISCOVERY_RANGE": "SYSTEM_DEFAULT",
                "ROS_DISCOVERY_SERVER": ";".join(self.hosts),
                "ROS_SUPER_CLIENT": "TRUE",
            }
        # With OFF, ROS 2 heeds no peers either.
        return {
            **variables,
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "ROS_STATIC_PEERS": ";".join(self.hosts),
        }


@dataclass(frozen=True)
class _NetworkFile:
    discovery: str = "multicast"


def read_discovery(text: str, source: str) -> Discovery:
    """Return what a line of config means.

    Args:
        text: One of `FORMS`.
        source: What the line is called where it is wrong.

    Raises:
        ConfigError: It is none of these, or names no hosts, or a wrong port.
    """
    word, *hosts = text.replace(",", " ").split() or [""]
    try:
        finding = Finding(word)
    except ValueError:
        raise ConfigError(f"{source}: expected {FORMS}, got '{text}'") from None
    takes_hosts = finding in (Finding.SERVER, Finding.PEERS)
    if takes_hosts is not bool(hosts):
        raise ConfigError(
            f"{source}: expected {'hosts' if takes_hosts else 'nothing'} after '{word}', "
            f"got '{text}'"
        )
    if finding is Finding.SERVER:
        hosts = [_with_port(host, source) for host in hosts]
    return Discovery(finding, tuple(hosts))


def load_discovery(config: Path) -> Discovery:
    """Return what config/communication/network.yaml says.

    Raises:
        ConfigError: The file cannot be read, or its line is wrong.
    """
    path = config / "communication" / "network.yaml"
    return read_discovery(load_config(path, _NetworkFile).discovery, f"{path}: discovery")


def given_by(environment: Mapping[str, str]) -> bool:
    """Tell whether the user's own variables already say how processes find each other."""
    names = ("ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_DISCOVERY_SERVER", "ROS_STATIC_PEERS")
    return any(environment.get(name) for name in (*names, "FASTRTPS_DEFAULT_PROFILES_FILE"))


def _with_port(host: str, source: str) -> str:
    name, colon, port = host.rpartition(":")
    if not colon:
        return f"{host}:{SERVER_PORT}"
    if not name or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ConfigError(f"{source}: expected HOST or HOST:PORT, got '{host}'")
    return host
