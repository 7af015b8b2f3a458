# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Write the benchmark's files, whole or not at all."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.teamwork.settings import files
from adhoc_teamwork.teamwork.settings.config import ConfigError


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file as `adhoc_teamwork.teamwork.settings.files` does.

    Raises:
        ConfigError: It is a folder.
        BenchError: It cannot be written; what was there before is still there.
    """
    try:
        files.write_whole(path, parts)
    except IsADirectoryError:
        raise ConfigError(f"{path}: a folder; expected a file to write") from None
    except OSError as error:
        raise BenchError(f"{path}: {error.strerror}; nothing was changed") from None


def write_json(path: Path, data: Any) -> None:
    """Write plain values as JSON with sorted keys; see `write_whole` for errors."""
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    write_whole(path, [text.encode(), b"\n"])
