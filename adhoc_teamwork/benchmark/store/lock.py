# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Results folders are for one run at a time: at its end each puts its own lines in order."""

import fcntl
import os
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.files import open_to_add

_FILE = ".lock"


class FolderLock:
    """Keep all others from writing into a folder while it is taken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._descriptor = -1

    def take(self) -> None:
        """Make the folder where it is missing, and keep others off.

        Raises:
            ConfigError: Another run writes there, or it cannot be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._descriptor = open_to_add(self._folder / _FILE)
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise ConfigError(
                f"--out {self._folder}: another run is writing there; expected a folder of its own"
            ) from None
        except OSError as error:
            self.release()
            raise ConfigError(
                f"--out {self._folder}: {error.strerror}; expected a folder to write"
            ) from None

    def release(self) -> None:
        """Let others write there; it can be taken again afterwards."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1
