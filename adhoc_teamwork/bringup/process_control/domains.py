# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Find a free ROS domain on this machine and hold it for one run."""

import os
import random
import socket
from collections.abc import Mapping

from adhoc_teamwork.bringup.joining_options import MAX_DOMAIN
from adhoc_teamwork.teamwork.settings.config import ConfigError

DOMAINS = range(20, 100)
"""Domains to choose from; their UDP ports stay below those that Linux hands out by itself."""
LOCK = "adhoc_teamwork_domain_"
"""Begins the name of the abstract socket that marks a domain as taken."""


class DomainHold:
    """Hold a ROS domain for this process: other runs on this machine choose another one."""

    def __init__(self, domain: int, lock: socket.socket) -> None:
        self.domain = domain
        self._lock = lock

    def keep_beyond_this_program(self) -> None:
        """Hold the domain also after this process has become another program."""
        self._lock.set_inheritable(True)

    def release(self) -> None:
        """Let the domain go; it also goes when this process ends."""
        self._lock.close()


def hold_domain(environment: Mapping[str, str] = os.environ) -> DomainHold:
    """Return the user's ROS_DOMAIN_ID, or else a free domain.

    Raises:
        ConfigError: ROS_DOMAIN_ID is no domain, another run of this machine holds it, whose clock
            and robots would be these robots', too, or none is free.
    """
    chosen = environment.get("ROS_DOMAIN_ID", "")
    if chosen:
        domain = check_domain(chosen, f"ROS_DOMAIN_ID={chosen}")
        lock = _lock(domain)
        if lock is None:
            raise ConfigError(
                f"ROS_DOMAIN_ID={chosen}: another team of this machine runs in that domain; "
                "expected another one, or none to have a free one chosen"
            )
        return DomainHold(domain, lock)
    for domain in random.sample(DOMAINS, len(DOMAINS)):
        lock = None if _in_use(domain) else _lock(domain)
        if lock is not None:
            return DomainHold(domain, lock)
    raise ConfigError(
        f"no free ROS domain from {DOMAINS[0]} to {DOMAINS[-1]}; set ROS_DOMAIN_ID to one to share"
    )


def check_domain(text: str, source: str) -> int:
    """Return the number of a ROS domain.

    Raises:
        ConfigError: It is none; `source` says where it stands.
    """
    if not (text.isascii() and text.isdecimal()) or int(text) > MAX_DOMAIN:
        raise ConfigError(f"{source}: expected a number from 0 to {MAX_DOMAIN}")
    return int(text)


def _lock(domain: int) -> socket.socket | None:
    """Return a socket that marks the domain as taken, or None where another run's does."""
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # An abstract name leaves no file and goes with the process, however that ends.
        lock.bind(f"\0{LOCK}{domain}")
    except OSError:
        lock.close()
        return None
    return lock


def _in_use(domain: int) -> bool:
    """Tell whether a DDS participant of this machine has one of the domain's first ports."""
    first = 7400 + 250 * domain + 10
    for port in (first, first + 2, first + 4):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                return True
    return False
