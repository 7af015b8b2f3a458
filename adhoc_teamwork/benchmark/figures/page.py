# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Put a text into a page between two marks, in place of what stood there."""

from pathlib import Path

from adhoc_teamwork.benchmark.store.files import write_whole
from adhoc_teamwork.teamwork.settings.config import ConfigError


class Page:
    """Put a text into a page once it is there, where one is wanted: what is wrong is told before.

    What comes between may take hours.
    """

    def __init__(self, page: str | Path | None, name: str) -> None:
        """Look at the page, where one is named, for the marks of a text's name.

        Raises:
            ConfigError: The page cannot be read, or lacks the marks.
        """
        self._page, self._name = Path(page) if page else None, name
        if self._page is not None:
            _around(self._page, name)

    def put(self, text: str) -> None:
        """Put the text there, as `put_into` does.

        Raises:
            ConfigError: The page has lost its marks.
            BenchError: It cannot be written.
        """
        if self._page is not None:
            put_into(self._page, self._name, text)


def put_into(page: Path, name: str, text: str) -> None:
    """Replace what stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->`` in a page.

    Raises:
        ConfigError: The page cannot be read, or lacks the marks.
        BenchError: It cannot be written.
    """
    before, after = _around(page, name)
    write_whole(page, [f"{before}\n\n{text}\n\n{after}".encode()])


def _around(page: Path, name: str) -> tuple[str, str]:
    """Return a page up to the mark at which a text begins, and from the one at its end on."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    try:
        old = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"--into {page}: {error}; expected a page of text") from None
    head, found, rest = old.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ConfigError(f"--into {page}: expected a line '{begin}' and after it '{end}'")
    return f"{head}{begin}", f"{end}{tail}"
