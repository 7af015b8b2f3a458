# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Serve model endpoints on loopback: odd ones in a thread, the offline model as it ships."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """Serve `app` on loopback; yield its base URL."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 5.0
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        server.force_exit = server.should_exit = True
        thread.join(5.0)
        listener.close()


@contextmanager
def offline_server(latency: float = 0.05) -> Iterator[str]:
    """Run the offline model, a rule-based stand-in, as a process; yield its base URL."""
    root = str(Path(__file__).parents[2])
    paths = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    command = [
        "-m",
        "adhoc_teamwork.offline_model.server",
        "--port",
        "0",
        "--latency",
        str(latency),
    ]
    server = subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the offline model did not say where it is"
        yield found.group()
    finally:
        server.terminate()
        server.communicate(timeout=5.0)
