# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where the offline model is asked; nothing here needs a set-up."""

import socket


def offline_url(port: int) -> str:
    """Return the endpoint of an offline model that listens on a port of this machine."""
    return f"http://127.0.0.1:{port}/v1"


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 that nobody listens on."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
