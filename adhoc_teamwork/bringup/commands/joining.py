# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Join a team that already runs on this machine: find its ROS domain."""

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from adhoc_teamwork.bringup.commands.handing_over import become
from adhoc_teamwork.bringup.process_control.domains import LOCK, check_domain
from adhoc_teamwork.teamwork.settings.config import ConfigError

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


def become_member(
    module: str,
    options: argparse.Namespace,
    parameters: Mapping[str, object],
    words: Sequence[str] = (),
) -> int:
    """Become a node that takes part in the team which the options of `add_joining` name.

    Args:
        module: The node's.
        options: The parsed command line.
        parameters: Of the node, beside the one that its clock is.
        words: Further ROS arguments.

    Raises:
        ConfigError: Nothing says which team is meant.
        OSError: This Python cannot be started once more.
    """
    arguments = ["--ros-args", *words]
    for name, value in {"use_sim_time": not options.wall_clock, **parameters}.items():
        arguments += ["-p", f"{name}:={json.dumps(value)}"]
    os.environ.update(join_team(options.domain))
    return become(module, arguments)


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
        text = environment["ROS_DOMAIN_ID"]
        return check_domain(text, f"ROS_DOMAIN_ID {text!r}")
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
