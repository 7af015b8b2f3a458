"""Write whole files or none."""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmark.errors import BenchError


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file so that its name always has the old content or the new, also after a crash.

    Raises:
        BenchError: It cannot be written; what was there before is still there.
    """
    temporary = ""
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            temporary = file.name
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise BenchError(f"{path}: {error.strerror}; nothing was changed") from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


def write_json(path: Path, data: Any) -> None:
    """Write plain values as JSON with sorted keys; see `write_whole` for errors."""
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    write_whole(path, [text.encode(), b"\n"])


def sync_folder(folder: Path) -> None:
    """Have the disk keep what was created or renamed in a folder.

    Raises:
        OSError: The folder cannot be opened or synced.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
