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

"""Run a command line in this process, as a test, and see what it changed."""

from collections.abc import Callable, Sequence
from pathlib import Path


def exit_code(main: Callable[[Sequence[str]], int], words: Sequence[str]) -> int:
    """Return a command line's exit code, also where its parser ends the program."""
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0)


def state_of(folder: Path) -> dict[str, tuple[int, int]]:
    """Return size and time of change of a folder and all that is in it, to compare."""
    found = {path: path.lstat() for path in (folder, *folder.rglob("*"))}
    return {str(path): (stat.st_size, stat.st_mtime_ns) for path, stat in found.items()}
