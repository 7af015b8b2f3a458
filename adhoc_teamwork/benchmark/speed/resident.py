# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How much memory a process lies in now, as Linux counts it."""

import os
from pathlib import Path


def resident_bytes(pid: int | None = None) -> int:
    """Return the bytes of memory in which a process lies now; without a number this process.

    Raises:
        OSError: There is no such process.
    """
    name = "self" if pid is None else str(pid)
    pages = int(Path(f"/proc/{name}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
