# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""An Ethernet switch between hosts that loses, delays and parts as radio does, in user space."""

import contextlib
import os
import selectors
import threading
import time
from collections.abc import Callable, Mapping

from adhoc_teamwork.comm_bridge.radio_link.link_emulation import AirLink, LinkEmulation

FRAME = 65536
_TURN = 0.05
"""Seconds between two looks whether the switch should end."""
_PER_TURN = 64
"""Frames taken from one device before the others get their turn."""


class LinkSwitch:
    """Pass frames between TAP devices on a thread, each receiver behind a `LinkEmulation` of its.

    Args:
        devices: File descriptor of each host's device, by the host's name.
    """

    def __init__(self, devices: Mapping[str, int]) -> None:
        self._devices = dict(devices)
        self._airs = {host: LinkEmulation() for host in devices}
        self._lock = threading.Lock()
        self._owners: dict[bytes, str] = {}
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="switch", daemon=True)
        self.passed = 0

    def start(self) -> None:
        """Begin to pass frames on."""
        for device in self._devices.values():
            os.set_blocking(device, False)
        self._thread.start()

    def end(self) -> None:
        """Stop, and close the devices."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)
        for device in self._devices.values():
            os.close(device)

    def set_link(self, sender: str, receiver: str, link: AirLink) -> None:
        """Say how frames travel from one host to another from now on."""
        with self._lock:
            self._airs[receiver].set_link(sender, link)

    @property
    def lost(self) -> int:
        """Return how many frames were lost."""
        return sum(air.lost for air in self._airs.values())

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            for host, device in self._devices.items():
                selector.register(device, selectors.EVENT_READ, host)
            while not self._ending.is_set():
                for key, _ in selector.select(self._wait()):
                    self._read(str(key.data), key.fd)
                with self._lock:
                    now = time.monotonic()
                    for air in self._airs.values():
                        air.deliver(now)

    def _wait(self) -> float:
        with self._lock:
            dues = [air.next_due for air in self._airs.values() if air.next_due is not None]
        return min([_TURN, *(max(0.0, due - time.monotonic()) for due in dues)])

    def _read(self, host: str, device: int) -> None:
        for _ in range(_PER_TURN):
            try:
                frame = os.read(device, FRAME)
            except BlockingIOError:
                return
            self._owners[frame[6:12]] = host
            owner = self._owners.get(frame[:6])
            receivers = [owner] if owner else [other for other in self._devices if other != host]
            with self._lock:
                now = time.monotonic()
                for receiver in receivers:
                    if receiver != host:
                        self._airs[receiver].send(host, self._deliverer(receiver, frame), now)

    def _deliverer(self, receiver: str, frame: bytes) -> Callable[[], None]:
        def deliver() -> None:
            # A device whose queue is full loses the frame, as a real one does.
            with contextlib.suppress(BlockingIOError):
                os.write(self._devices[receiver], frame)
                self.passed += 1

        return deliver
