# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Targets that do what no input of ours should make any target do."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from adhoc_teamwork.attack.corpus.mutation import Shape
from adhoc_teamwork.attack.trial.target import Strike, Target

_CALM = b"calm"


def make_targets() -> list[Target]:
    """Return one target for each way to fall; the corpus has what it falls over second."""

    def falling(name: str, fall: Strike) -> Target:
        def strike(data: bytes) -> object:
            return fall(data) if data == b"fall" else None

        return Target(name, lambda _: strike, (_CALM,), (ValueError,), Shape.BYTES,
                      lambda _: (_CALM, b"fall", _CALM))  # fmt: skip

    return [
        falling("dies", lambda _: os.kill(os.getpid(), signal.SIGSEGV)),
        falling("never ends", _spin),
        falling("raises", lambda _: [][1]),
        falling("refuses", lambda data: _refuse(f"wrong: {data!r}")),
        falling("tells in colour", lambda _: sys.stdout.write("\x1b[31m")),
        falling("runs", lambda _: subprocess.run(["true"], check=True)),
        falling("swells", lambda _: bytes(2**33)),
        Target("obeys", _obeying, (_CALM,), (), Shape.BYTES,
               lambda canary: (_CALM, f"touch {canary}/x".encode())),
    ]  # fmt: skip


def _refuse(why: str) -> object:
    raise ValueError(why)


def _spin(_: bytes) -> object:
    while True:
        pass


def _obeying(folder: Path) -> Strike:
    folder.mkdir(parents=True)

    def strike(data: bytes) -> object:
        if data.startswith(b"touch "):
            Path(data.split()[1].decode()).touch()
        return sys.byteorder

    return strike
