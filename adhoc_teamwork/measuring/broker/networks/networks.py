# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teams on several hosts and in several ROS domains: how they meet, and what radio does to them."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from adhoc_teamwork.comm_bridge.radio_link.link_emulation import AirLink
from adhoc_teamwork.measuring.broker.children import tie_to_parent
from adhoc_teamwork.measuring.broker.findings import Finding, Result, none_of, plain
from adhoc_teamwork.measuring.broker.networks.hosts import (
    Host,
    Hosts,
    NoHostsError,
    make_hosts,
    why_not,
)
from adhoc_teamwork.measuring.broker.setting import Setting
from adhoc_teamwork.measuring.broker.talk import Place, Talk, talking_team, told
from adhoc_teamwork.teamwork.settings.discovery import SERVER_PORT, Discovery, read_discovery
from adhoc_teamwork.teamwork.settings.discovery import Finding as Way

SERVER = "fast-discovery-server"
BROKER_HOST = "broker"
ROBOTS = 3
LINK = AirLink(loss=0.2, delay=0.2)
PARTITION = 30.0
TITLE = "Hosts in network namespaces"
_BEFORE = 5.0


def measure_hosts(setting: Setting) -> Result:
    """Have a team on four hosts meet in three ways, lose frames, and be parted."""
    reason = why_not()
    if not reason and shutil.which(SERVER) is None:
        reason = f"there is no {SERVER} on this machine"
    if reason:
        return Result(TITLE, skipped=reason)
    findings: list[Finding] = []
    try:
        for way in Way:
            if way is not Way.MACHINE:
                findings += _meet(setting, way)
        findings += _lose_and_part(setting)
    except NoHostsError as error:
        return Result(TITLE, skipped=f"network namespaces: {error}")
    return Result(f"{TITLE}, joined by a switch in user space (no netem needed)", tuple(findings))


def measure_domains(setting: Setting) -> Result:
    """Put each robot into a ROS domain of its own; the broker alone is in all of them."""
    names = [f"robot_{index:02d}" for index in range(ROBOTS)]
    domains = setting.domains[1 : ROBOTS + 1]
    if len(domains) < ROBOTS:
        return Result("Domains", skipped=f"needs {ROBOTS + 1} domains: --domains N,N,N,N")
    places = {
        name: Place(environment={"ROS_DOMAIN_ID": str(domain)})
        for name, domain in zip(names, domains, strict=True)
    }
    listed = ",".join(str(domain) for domain in domains)
    with talking_team(
        setting, ROBOTS, places=places, broker_parameters={"domains": f"[{listed}]"}
    ) as talk:
        talk.begin()
        time.sleep(setting.seconds)
        talk.broker.kill()
        time.sleep(_BEFORE)
        talk.restart_broker()
        time.sleep(_BEFORE)
        talk.stop()
        account, calm = talk.account()
    return Result(
        "Each robot in a ROS domain of its own, the broker killed once", told(account, calm)
    )


def _meet(setting: Setting, way: Way) -> list[Finding]:
    """Return how long a team takes to meet, and whether all that was said came through."""
    with _team(setting, way) as (talk, _, met):
        talk.begin()
        time.sleep(_BEFORE)
        talk.stop()
        account, _ = talk.account()
    return [
        plain(f"found each other by {way}", met, "s"),
        none_of(f"lost, by {way}", account.lost),
        none_of(f"doubled, by {way}", account.doubled),
    ]


def _lose_and_part(setting: Setting) -> list[Finding]:
    with _team(setting, Way.MULTICAST) as (talk, hosts, _):
        hosts.set_all(LINK)
        talk.begin()
        time.sleep(setting.seconds)
        hosts.part(["robot_00"])
        time.sleep(PARTITION)
        hosts.set_all(LINK)
        time.sleep(_BEFORE)
        talk.stop()
        account, calm = talk.account()
        lost = hosts.switch.lost
    return [
        plain(f"frames lost at {LINK.loss:.0%} loss, {LINK.delay * 1000:.0f} ms delay, "
              f"{PARTITION:.0f} s partition", lost),
        *told(account, calm),
    ]  # fmt: skip


@contextmanager
def _team(setting: Setting, way: Way) -> Iterator[tuple[Talk, Hosts, float]]:
    """Run a team that has met on hosts of its own; the last value says after how many seconds."""
    names = [f"robot_{index:02d}" for index in range(ROBOTS)]
    with make_hosts([BROKER_HOST, *names]) as hosts:
        places = {
            name: Place(host.prefix, _variables(_line(way, hosts)))
            for name, host in hosts.by_name.items()
        }
        with _server(way, hosts.by_name[BROKER_HOST]):
            began = time.monotonic()
            with talking_team(setting, ROBOTS, places=places) as talk:
                yield talk, hosts, time.monotonic() - began


@contextmanager
def _server(way: Way, host: Host) -> Iterator[None]:
    """Run a Fast DDS discovery server on a host where that is the way to find each other."""
    if way is not Way.SERVER:
        yield
        return
    words = [*host.prefix, SERVER, "-i", "0", "-l", host.address, "-p", str(SERVER_PORT)]
    server = subprocess.Popen(
        words,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=tie_to_parent(),
    )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait(timeout=5.0)


def _line(way: Way, hosts: Hosts) -> Discovery:
    """Return the line of config for a way to find each other."""
    addresses = [host.address for host in hosts.by_name.values()]
    words = {Way.SERVER: addresses[:1], Way.PEERS: addresses}.get(way, [])
    return read_discovery(" ".join([way.value, *words]), "discovery")


def _variables(discovery: Discovery) -> dict[str, str]:
    # Hosts on one machine would else talk through its memory, past the network between them.
    return {**discovery.environment(), "FASTDDS_BUILTIN_TRANSPORTS": "UDPv4"}
