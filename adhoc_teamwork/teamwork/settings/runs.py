# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where runs lie, how commands name them, who writes there, and links to what was made last."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.settings.input_words import path_to_read
from adhoc_teamwork.teamwork.text.console import complain

RUNS = Path("runs")
LATEST = "latest"


def named_run(text: str) -> Path:
    """Return the folder or bag of the run that a person named; `latest` is runs/latest."""
    return RUNS / LATEST if text == LATEST else Path(text)


def recorded_run(text: str) -> Path:
    """Return the folder or bag of the run that a person named, which is there; for argparse."""
    return path_to_read(str(named_run(text)))


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make the folder of `--out` where it is missing, and keep other runs off for the block.

    The kernel lets go of it with the program, however that ends.

    Raises:
        ConfigError: Another run writes there, or it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise ConfigError(f"--out {folder}: {error.strerror}; expected a folder to write") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError(
                f"--out {folder}: another run is writing there; expected a folder of its own"
            ) from None
        except OSError as error:
            # A file system of another machine may have no locks on folders.
            complain(f"{folder}: {error.strerror}: no other run is kept from writing there")
        yield
    finally:
        os.close(descriptor)


def point_to(target: Path, link: Path) -> None:
    """Make a link to what was made last, or say why there is none."""
    if link.exists() and not link.is_symlink():
        complain(f"adhoc: {link} is no link; it is left as it is")
        return
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    except OSError as error:
        complain(f"adhoc: {link}: {error.strerror}; it does not lead to {target}")
