# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Read regular files up to a size; write whole files or none."""

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

MEGABYTE = 1_000_000


def read_regular(path: Path, most: int) -> bytes:
    """Return what a regular file holds; a device, a pipe or a folder is never waited for.

    Args:
        path: The file.
        most: Bytes that it may have.

    Raises:
        OSError: It cannot be read, is no regular file or has more bytes; `strerror` says which.
    """
    try:
        # What nobody writes to would be waited for without end.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError:
        raise OSError(errno.EINVAL, "not a file's name") from None
    with os.fdopen(descriptor, "rb") as file:
        _check_regular(os.fstat(descriptor), path, most)
        content = file.read(most + 1)
    if len(content) > most:
        raise _too_large(path, most)
    return content


def is_file(path: Path) -> bool:
    """Tell whether a path leads to a regular file; one that no file can have leads to none."""
    try:
        return path.is_file()
    except OSError:
        # Such as a name that is too long.
        return False


def read_lines(path: Path, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield number and content of each whole line of a regular file, without its end.

    A last line that was cut off is left out; a longer line than `longest` bytes comes as an empty
    one.

    Raises:
        OSError: It cannot be read, or is no regular file.
    """
    check_regular(path)
    with path.open("rb") as file:
        number, too_long = 1, False
        while piece := file.readline(longest + 1):
            if not piece.endswith(b"\n"):
                too_long = True
                continue
            yield number, b"" if too_long else piece[:-1]
            number, too_long = number + 1, False


def check_regular(path: Path, most: int | None = None) -> None:
    """Refuse what a library that opens files itself had better not be given; see `read_regular`.

    Raises:
        OSError: It is missing, no regular file, or has more bytes.
    """
    try:
        found = path.stat()
    except ValueError:
        raise OSError(errno.EINVAL, "not a file's name") from None
    _check_regular(found, path, most)


def _check_regular(found: os.stat_result, path: Path, most: int | None) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if most is not None and found.st_size > most:
        raise _too_large(path, most)


def _too_large(path: Path, most: int) -> OSError:
    return OSError(errno.EFBIG, f"larger than {most / MEGABYTE:g} MB", str(path))


def open_to_add(path: Path) -> int:
    """Open a regular file to read it and to add to its end, made where it is missing.

    A link is not followed: in a folder of somebody else's it may lead to any file.

    Returns:
        Its descriptor.

    Raises:
        OSError: It is a link, no regular file, or cannot be opened.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, "a link", str(path))
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o644)
    try:
        _check_regular(os.fstat(descriptor), path, None)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file so that its name always has the old content or the new, also after a crash.

    Raises:
        OSError: It cannot be written, or something else than a file has that name; what was there
            before is still there.
    """
    with contextlib.suppress(FileNotFoundError):
        check_regular(path)
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
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


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
