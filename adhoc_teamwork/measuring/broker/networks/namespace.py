# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""One host of the measurement: a network namespace with one Ethernet device (executable).

Started within a new namespace (`unshare --net`), it makes a TAP device, gives it an address, hands
the device to whoever holds the other end of the socket, and keeps the namespace until standard
input ends.
"""

import fcntl
import os
import socket
import struct
import subprocess
import sys

DEVICE = "radio0"
_TUNSETIFF = 0x400454CA
_TAP_WITHOUT_HEADER = 0x0002 | 0x1000


def open_tap() -> int:
    """Return the file descriptor of a new TAP device of this namespace.

    Raises:
        OSError: The kernel lacks such devices, or refuses one.
    """
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH22x", DEVICE.encode(), _TAP_WITHOUT_HEADER))
    return device


def main() -> int:
    """Make the host whose address with its prefix, and the socket's number, are the words."""
    address, number = sys.argv[1], int(sys.argv[2])
    try:
        device = open_tap()
        for words in (
            ("link", "set", "lo", "up"),
            ("addr", "add", address, "dev", DEVICE),
            ("link", "set", DEVICE, "up"),
            ("route", "add", "224.0.0.0/4", "dev", DEVICE),
        ):
            subprocess.run(("ip", *words), check=True, capture_output=True, text=True, timeout=10.0)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"ip: {error.stderr.strip()}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{error.filename or 'the TAP device'}: {error.strerror}\n")
        return 1
    with socket.socket(fileno=number) as line:
        socket.send_fds(line, [b"device"], [device])
    os.close(device)
    try:
        sys.stdin.read()
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
