# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""A worker process: plays the chunks that come through its pipe."""

import contextlib
from multiprocessing.connection import Connection
from pathlib import Path

from benchmark.engines.work import Chunk, play_one, resolve_player

READY = "ready"
"""Sent when the worker can take a chunk."""


def serve(pipe: Connection, player_name: str, folder: Path) -> None:
    """Play what comes through the pipe until it is closed; send each outcome, then READY."""
    # Whoever started the worker is gone, or ends it: there is nobody left to tell.
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        player = resolve_player(player_name)
        pipe.send(READY)
        while True:
            chunk: Chunk = pipe.recv()
            for work in chunk:
                pipe.send(play_one(player, work, folder))
            pipe.send(READY)
