# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Leave behind what is known of episodes that failed."""

from collections.abc import Iterable
from pathlib import Path

from adhoc_teamwork.benchmark.engines.work import Failure
from adhoc_teamwork.benchmark.store.files import write_whole

FILE = "failures.log"


def write_failures(folder: Path, failures: Iterable[Failure]) -> Path:
    """Write the failures of one run, with what Python said, and return the file.

    Raises:
        BenchError: It cannot be written.
    """
    path = folder / FILE
    write_whole(path, (_text(failure).encode() for failure in failures))
    return path


def _text(failure: Failure) -> str:
    return f"{failure.key}: {failure.reason}\n{failure.trace}\n"
