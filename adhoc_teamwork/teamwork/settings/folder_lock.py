# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Folders that one run at a time writes: of two each would take the other's files for its own."""

import fcntl
import os
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import open_to_add
from adhoc_teamwork.teamwork.text.console import complain

_FILE = ".lock"


class FolderLock:
    """Keep all other runs from writing into a folder while it is taken.

    The kernel lets go of it with the program, however that ends.

    Args:
        folder: The folder of `--out`.
        by_file: Lock a file in it, which file systems of clusters know as well, in place of the
            folder itself, in which nothing is put by that.
    """

    def __init__(self, folder: Path, by_file: bool = False) -> None:
        self._folder, self._by_file = folder, by_file
        self._descriptor = -1

    def __enter__(self) -> None:
        """Take it for a block; see `take` for errors."""
        self.take()

    def __exit__(self, *_: object) -> None:
        """Release it."""
        self.release()

    def take(self) -> None:
        """Make the folder where it is missing, and keep others off.

        Raises:
            ConfigError: Another run writes there, or it cannot be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._descriptor = self._opened()
        except OSError as error:
            raise ConfigError(
                f"--out {self._folder}: {error.strerror}; expected a folder to write"
            ) from None
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise ConfigError(
                f"--out {self._folder}: another run is writing there; expected a folder of its own"
            ) from None
        except OSError as error:
            complain(f"{self._folder}: {error.strerror}: no other run is kept from writing there")

    def release(self) -> None:
        """Let others write there; it can be taken again afterwards."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def _opened(self) -> int:
        if self._by_file:
            return open_to_add(self._folder / _FILE)
        return os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
