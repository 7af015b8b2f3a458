"""Join a team that already runs on this machine: find its ROS domain."""

import os
from collections.abc import Mapping
from pathlib import Path

from bringup.domains import LOCK
from bringup.joining_options import MAX_DOMAIN
from teamwork.config import ConfigError

_SOCKETS = Path("/proc/net/unix")


def join_team(domain: int | None, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the variables with which a process takes part in the team.

    Args:
        domain: The team's domain where one was named.
        environment: The present variables: ROS_DOMAIN_ID goes before what is found.

    Raises:
        ConfigError: Nothing says which team is meant.
    """
    chosen = domain if domain is not None else _chosen(environment)
    return {
        "ROS_DOMAIN_ID": str(chosen),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": environment.get("ROS_AUTOMATIC_DISCOVERY_RANGE")
        or "LOCALHOST",
    }


def running_domains(sockets: Path = _SOCKETS) -> tuple[int, ...]:
    """Return the domains of the teams that this machine's runs hold."""
    mark = "@" + LOCK
    try:
        names = [line.split()[-1] for line in sockets.read_text().splitlines() if line.strip()]
    except OSError:
        return ()
    found = {name.removeprefix(mark) for name in names if name.startswith(mark)}
    return tuple(sorted(int(number) for number in found if number.isdecimal()))


def _chosen(environment: Mapping[str, str]) -> int:
    if environment.get("ROS_DOMAIN_ID"):
        return _checked(environment["ROS_DOMAIN_ID"])
    running = running_domains()
    if len(running) == 1:
        return running[0]
    if not running:
        raise ConfigError(
            "no team runs on this machine (./adhoc demo starts one); of a team elsewhere give "
            "--domain or ROS_DOMAIN_ID"
        )
    domains = ", ".join(map(str, running))
    raise ConfigError(f"several teams run, in the domains {domains}: choose one with --domain")


def _checked(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_DOMAIN:
        raise ConfigError(f"ROS_DOMAIN_ID {text!r}: expected a number from 0 to {MAX_DOMAIN}")
    return int(text)
