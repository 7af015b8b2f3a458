# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The switch between hosts, and hosts in namespaces where the machine permits them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from adhoc_teamwork.comm_bridge.radio_link.link_emulation import AirLink
from adhoc_teamwork.measuring.broker.networks.hosts import make_hosts, why_not
from adhoc_teamwork.measuring.broker.networks.link_switch import LinkSwitch

EVERYBODY = b"\xff" * 6
WAIT = 2.0


class Port:
    """Stand for a host's network: what it sends, and what comes."""

    def __init__(self, number: int) -> None:
        self.address = bytes([2, 0, 0, 0, 0, number])
        device, self.socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.device = device.detach()

    def send(self, to: bytes, words: bytes) -> None:
        self.socket.send(to + self.address + words)

    def hear(self, within: float = WAIT) -> bytes:
        self.socket.settimeout(within)
        try:
            return self.socket.recv(2000)[12:]
        except TimeoutError:
            return b""


@pytest.fixture
def ports() -> Iterator[dict[str, Port]]:
    made = {name: Port(index) for index, name in enumerate("abc")}
    yield made
    for port in made.values():
        port.socket.close()


@pytest.fixture
def switch(ports: dict[str, Port]) -> Iterator[LinkSwitch]:
    made = LinkSwitch({name: port.device for name, port in ports.items()})
    made.start()
    yield made
    made.end()


def test_frames_go_to_their_host_alone_once_it_is_known(
    switch: LinkSwitch, ports: dict[str, Port]
) -> None:
    ports["b"].send(EVERYBODY, b"who is there?")
    assert ports["a"].hear() == ports["c"].hear() == b"who is there?"
    ports["a"].send(ports["b"].address, b"me")
    assert ports["b"].hear() == b"me"
    assert ports["c"].hear(within=0.1) == b""
    assert switch.lost == 0


def test_links_part_and_delay_one_way(switch: LinkSwitch, ports: dict[str, Port]) -> None:
    switch.set_link("a", "b", AirLink(reachable=False))
    switch.set_link("a", "c", AirLink(delay=0.2))
    began = time.monotonic()
    ports["a"].send(EVERYBODY, b"hello")
    assert ports["c"].hear() == b"hello"
    assert time.monotonic() - began >= 0.2
    assert ports["b"].hear(within=0.1) == b""
    ports["b"].send(EVERYBODY, b"hello, a")
    assert ports["a"].hear() == b"hello, a"


LISTENER = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
    here.bind(("0.0.0.0", 5005))
    here.settimeout(8.0)
    print("ready", flush=True)
    print(here.recv(100).decode(), flush=True)
"""
SPEAKER = """
import socket, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
    here.sendto(b"hello", (sys.argv[1], 5005))
"""


def test_hosts_hear_each_other_over_the_switch_alone() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    with make_hosts(["one", "other"]) as hosts:
        one, other = hosts.by_name["one"], hosts.by_name["other"]
        listener = subprocess.Popen(
            [*other.prefix, sys.executable, "-c", LISTENER], stdout=subprocess.PIPE, text=True
        )
        assert listener.stdout is not None
        assert listener.stdout.readline() == "ready\n"
        subprocess.run(
            [*one.prefix, sys.executable, "-c", SPEAKER, other.address], check=True, timeout=10.0
        )
        assert listener.stdout.readline() == "hello\n"
        assert hosts.switch.passed > 0
        listener.communicate(timeout=10.0)
        kept = one.prefix[1].removeprefix("--target=")
    assert not os.path.exists(f"/proc/{kept}")  # noqa: PTH110
