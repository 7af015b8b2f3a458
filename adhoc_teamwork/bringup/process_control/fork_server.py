# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Import once what the processes of a team share, and fork each of them from there.

The program reads orders from a socket, a line of JSON each, and answers with lines of JSON: which
process began and, later, with which exit code it ended. It ends with the socket, and what it forked
ends with it. While nothing is ordered it imports what will be.

A fork has none of the server's other threads. rclpy brings two, which listen for tracers; so what
is forked cannot be traced with LTTng.
"""

import contextlib
import ctypes
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

from adhoc_teamwork.bringup.process_control.child import tie_to

SHARED = (
    "numpy", "scipy.ndimage", "pydantic", "rclpy.node", "adhoc_interfaces.msg", "sensor_msgs.msg",
)  # fmt: skip
"""What nearly every process of a team imports."""
LONGEST_COMMAND = 4096
"""Bytes of a command that processes of this machine are shown."""
_ARGUMENTS = (48, 49)
"""Fields of /proc/PID/stat: where a process's command begins and ends in its memory (proc(5))."""


@dataclass(frozen=True)
class Order:
    """Ask for a process: `python -m MODULE ARGUMENTS...`, with its output in a file.

    `environment` holds the variables in which it differs from the server's. `pipes` are files in
    the place of its input and of what it prints, where it is connected: its errors go to the log.
    """

    module: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: str
    pipes: Sequence[str] = ()

    def to_json(self) -> str:
        """Return it as one line."""
        return json.dumps(asdict(self))


class _Server:
    """Fork what is ordered, and tell how it ends.

    Args:
        channel: Orders come from it, and answers go to it.
        modules: What several processes will run, in the order in which they are expected.
    """

    def __init__(self, channel: socket.socket, modules: Sequence[str]) -> None:
        self._channel, self._to_import = channel, deque(modules)
        self._orders = b""
        self._woken, self._wakes = socket.socketpair()
        for end in (self._woken, self._wakes):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)

    def serve(self) -> Order | None:
        """Return, in a process that was forked, what it is to do; None when the socket ended."""
        while True:
            wait = 0.0 if self._to_import else None
            ready, _, _ = select.select([self._channel, self._woken], [], [], wait)
            if not ready:
                self._import_next()
            if self._woken in ready:
                self._woken.recv(4096)
                self._tell_ends()
            if self._channel not in ready:
                continue
            received = self._channel.recv(1 << 16)
            if not received:
                return None
            *lines, self._orders = (self._orders + received).split(b"\n")
            for line in lines:
                order = Order(**json.loads(line))
                if self._fork(order):
                    return order

    def _fork(self, order: Order) -> bool:
        """Fork a process; return whether this is the new one."""
        while order.module in self._to_import:
            self._import_next()
        gc.collect()
        gc.freeze()
        parent = os.getpid()
        if os.fork():
            return False
        os.setsid()
        tie_to(parent)()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            _connect(order)
        finally:
            # Who has ordered it keeps its ends of the pipes open until then.
            self._tell({"began": os.getpid()})
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for end in (self._channel, self._woken, self._wakes):
            end.close()
        return True

    def _import_next(self) -> None:
        # What is missing is missed, and told, by the process that needs it.
        with contextlib.suppress(ImportError):
            import_module(self._to_import.popleft())

    def _tell_ends(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            self._tell({"ended": pid, "code": os.waitstatus_to_exitcode(status)})

    def _tell(self, what: dict[str, int]) -> None:
        self._channel.sendall(json.dumps(what).encode() + b"\n")


def _connect(order: Order) -> None:
    """Give this process the input and the output of an order."""
    log = os.open(order.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    source, sink = order.pipes or (os.devnull, "")
    read = os.open(source, os.O_RDONLY)
    write = os.open(sink, os.O_WRONLY) if sink else os.dup(log)
    for given, target in ((read, 0), (write, 1), (log, 2)):
        os.dup2(given, target)
        os.close(given)


def _become(order: Order) -> None:
    """Give this process the arguments, the variables and the visible command of an order."""
    os.environ.update(order.environment)
    # The first is replaced by the module's file when that runs.
    sys.argv = [order.module, *order.arguments]
    _show_command([sys.executable, "-m", order.module, *order.arguments])


def _show_command(words: list[str]) -> None:
    """Write the command that others see of this process over the one that it began with."""
    fields = Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    begin, end = (int(fields[number - 3]) for number in _ARGUMENTS)
    text = "\0".join(words).encode()[: end - begin - 1]
    ctypes.memmove(begin, text.ljust(end - begin, b"\0"), end - begin)


def main() -> None:
    """Serve the socket with the number that is the first argument.

    The second argument is there for its length alone: shown commands go over it. The others are
    modules that several processes will run.
    """
    channel = socket.socket(fileno=int(sys.argv[1]))
    for module in SHARED:
        import_module(module)
    order = _Server(channel, sys.argv[3:]).serve()
    if order is not None:
        _become(order)
        # What was imported for later processes runs as a program here.
        sys.modules.pop(order.module, None)
        runpy.run_module(order.module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
