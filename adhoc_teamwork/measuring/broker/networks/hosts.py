# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hosts on one machine: network namespaces, joined by a switch that behaves like radio."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.comm_bridge.radio_link.link_emulation import AirLink
from adhoc_teamwork.measuring.broker.children import tie_to_parent
from adhoc_teamwork.measuring.broker.networks.link_switch import LinkSwitch

NETWORK = "10.77.0"
_MODULE = "adhoc_teamwork.measuring.broker.networks.namespace"
_READY = 15.0


class NoHostsError(RuntimeError):
    """This machine permits no network namespaces; the text says what refused."""


@dataclass(frozen=True)
class Host:
    """Hold one host: its address, and the words before a command that run it there."""

    name: str
    address: str
    prefix: tuple[str, ...]


@dataclass(frozen=True)
class Hosts:
    """Hold hosts by name, and the switch between them."""

    by_name: dict[str, Host]
    switch: LinkSwitch

    def set_all(self, link: AirLink) -> None:
        """Make every link alike."""
        for sender in self.by_name:
            for receiver in self.by_name:
                if sender != receiver:
                    self.switch.set_link(sender, receiver, link)

    def part(self, apart: Sequence[str]) -> None:
        """Cut some hosts off from all others, both ways."""
        for sender in self.by_name:
            for receiver in self.by_name:
                if (sender in apart) != (receiver in apart):
                    self.switch.set_link(sender, receiver, AirLink(reachable=False))


def why_not() -> str:
    """Return why this machine permits no hosts of this kind, or nothing where it does."""
    for tool in ("unshare", "nsenter", "ip"):
        if shutil.which(tool) is None:
            return f"there is no `{tool}` on this machine"
    if not Path("/dev/net/tun").exists():
        return "there is no /dev/net/tun on this machine"
    words = [*_unshare(), "true"]
    tried = subprocess.run(words, capture_output=True, text=True, timeout=10.0, check=False)
    if tried.returncode:
        return f"network namespaces are not permitted: {tried.stderr.strip() or 'refused'}"
    return ""


@contextmanager
def make_hosts(names: Sequence[str]) -> Iterator[Hosts]:
    """Make a namespace for each name, all joined by a switch; undo it after.

    Raises:
        NoHostsError: A namespace or its device was refused.
    """
    processes: list[subprocess.Popen[bytes]] = []
    devices: dict[str, int] = {}
    hosts: dict[str, Host] = {}
    switch: LinkSwitch | None = None
    try:
        for index, name in enumerate(names, 1):
            address = f"{NETWORK}.{index}"
            process, device = _start_host(address)
            processes.append(process)
            devices[name] = device
            # `unshare` becomes the program that it starts, so that its number is the one inside.
            enter: tuple[str, ...] = ("nsenter", f"--target={process.pid}", "--net")
            if os.geteuid():
                enter = (*enter, "--user", "--preserve-credentials")
            hosts[name] = Host(name, address, enter)
        switch = LinkSwitch(devices)
        switch.start()
        yield Hosts(hosts, switch)
    finally:
        if switch is not None:
            switch.end()
        else:
            for device in devices.values():
                os.close(device)
        for process in processes:
            _end(process)


def _unshare() -> list[str]:
    return (
        ["unshare", "--net"]
        if os.geteuid() == 0
        else ["unshare", "--user", "--map-root-user", "--net"]
    )


def _start_host(address: str) -> tuple["subprocess.Popen[bytes]", int]:
    """Return the process that keeps a new namespace, and its device."""
    here, there = socket.socketpair()
    with here, there:
        number = there.fileno()
        process = subprocess.Popen(
            [*_unshare(), sys.executable, "-m", _MODULE, f"{address}/24", str(number)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(number,),
            start_new_session=True,
            preexec_fn=tie_to_parent(),
        )
        there.close()
        here.settimeout(_READY)
        try:
            _, devices, _, _ = socket.recv_fds(here, 16, 1)
        except TimeoutError:
            devices = []
    if devices:
        return process, devices[0]
    process.kill()
    _, errors = process.communicate(timeout=5.0)
    raise NoHostsError(errors.decode("utf-8", "replace").strip() or "no device came")


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        process.stdin.close()
    if process.stderr is not None:
        process.stderr.close()
    until = time.monotonic() + 2.0
    while process.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    process.wait(timeout=5.0)
