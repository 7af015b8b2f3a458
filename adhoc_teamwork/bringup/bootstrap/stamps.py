# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Know which stages of the set-up are finished, also after an interruption.

A stage's stamp holds a digest of what the stage was made from and is written only after it
succeeded. A stage that is under way has a mark; a mark found at the start of a run means that the
stage was cut short, by a kill or a power cut, and that what it left cannot be trusted.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


def digest(parts: Iterable[str | Path]) -> str:
    """Return a digest of texts and of the contents of files; a missing file counts as empty."""
    total = hashlib.sha256()
    for part in parts:
        content = _content(part) if isinstance(part, Path) else part.encode()
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


class SetUpStage:
    """Follow one stage of the set-up.

    Args:
        folder: Where stamps lie.
        name: The stage, as a file name.
        wanted: Digest of everything the stage is made from.
    """

    def __init__(self, folder: Path, name: str, wanted: str) -> None:
        self.wanted = wanted
        self._stamp = folder / f"{name}.done"
        self._mark = folder / f"{name}.under-way"

    def is_done(self) -> bool:
        """Tell whether the stage was finished from exactly these inputs."""
        return not self._mark.exists() and _content(self._stamp).decode() == self.wanted

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Mark the stage while the block runs; stamp it when the block succeeds.

        After an exception the mark stays, and the stage counts as cut short. Whoever knows that
        nothing was touched calls `forget_mark`.
        """
        self.doubt()
        yield
        whole = self._stamp.with_suffix(".new")
        whole.write_text(self.wanted, encoding="ascii")
        whole.replace(self._stamp)
        self._mark.unlink(missing_ok=True)

    def doubt(self) -> None:
        """Count the stage as cut short from now on."""
        self._mark.parent.mkdir(parents=True, exist_ok=True)
        self._stamp.unlink(missing_ok=True)
        self._mark.touch()

    def forget_mark(self) -> None:
        """Take back the mark of a stage that failed before it changed anything."""
        self._mark.unlink(missing_ok=True)

    def was_cut_short(self) -> bool:
        """Tell whether an earlier run began the stage and did not come to its end."""
        return self._mark.exists()
