# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Check words that name what a command reads, before anything is set up or begun.

The functions are argparse types and need the standard library alone. What a file holds is looked
at later, by who reads it.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from adhoc_teamwork.teamwork.settings.files import is_file
from adhoc_teamwork.teamwork.task_names import task_names

_CONFIG = Path(__file__).resolve().parents[3] / "config"


def file_to_read(text: str) -> Path:
    """Return the path of a regular file that can be read."""
    path = path_to_read(text)
    if not is_file(path):
        kind = "is a folder" if path.is_dir() else "is no regular file"
        _refuse(f"{text}: {kind}; expected a file")
    return path


def folder_to_read(text: str) -> Path:
    """Return the path of a folder that can be read."""
    path = path_to_read(text)
    if not path.is_dir():
        _refuse(f"{text}: is no folder; expected a folder")
    return path


def path_to_read(text: str) -> Path:
    """Return the path of a file or folder that can be read."""
    try:
        path = Path(text).expanduser()
        found = bool(text) and os.path.exists(path)  # noqa: PTH110 - also of names too long
    except (OSError, RuntimeError) as error:
        _refuse(f"{text}: {getattr(error, 'strerror', None) or error}")
    if not found:
        _refuse(f"{text or repr(text)}: no such file or folder")
    if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        _refuse(f"{text}: cannot be read by this user")
    return path


def name_or_file(kind: str, *endings: str) -> Callable[[str], str]:
    """Return the type of a word that is a file to read, or the name of one in config/`kind`.

    Args:
        kind: The folder's name.
        endings: Of the files there, such as ".yaml"; a name may do without.
    """
    folder = _CONFIG / kind

    def check(text: str) -> str:
        shipped = [folder / text, *(folder / f"{text}{ending}" for ending in endings)]
        # Once installed there is no such folder beside the code: who reads the file finds it.
        if text and (not folder.is_dir() or any(is_file(path) for path in shipped)):
            return text
        if not text or not os.path.exists(os.path.expanduser(text)):  # noqa: PTH110, PTH111
            names = ", ".join(sorted(p.stem for p in folder.glob("*") if p.suffix in endings))
            _refuse(f"{text or repr(text)}: no such file; expected one, or one of {names}")
        return str(file_to_read(text))

    return check


def name_of_task(text: str) -> str:
    """Return a word that names a task: a folder of config/tasks, or of another package."""
    names = task_names(_CONFIG)
    if names and text not in names:
        _refuse(f"{text!r}: expected one of {', '.join(names)}")
    return text


def _refuse(problem: str) -> NoReturn:
    raise argparse.ArgumentTypeError(problem)
