# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A worker process: plays the chunks that come through its pipe."""

import contextlib
import gc
from multiprocessing.connection import Connection
from pathlib import Path

from adhoc_teamwork.benchmark.engines.work import Chunk, play_one, resolve_player

_GARBAGE = 20_000
"""After how many new objects it is looked for garbage in cycles: an episode makes little."""
READY = "ready"
"""Sent when the worker can take a chunk."""


def serve(pipe: Connection, player_name: str, folder: Path) -> None:
    """Play what comes through the pipe until it is closed; send each outcome, then READY."""
    gc.set_threshold(_GARBAGE)
    # Whoever started the worker is gone, or ends it: there is nobody left to tell.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        player = resolve_player(player_name)
        pipe.send(READY)
        while True:
            chunk: Chunk = pipe.recv()
            for work in chunk:
                pipe.send(play_one(player, work, folder))
            pipe.send(READY)
