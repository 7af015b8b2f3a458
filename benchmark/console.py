"""Write to the terminal, also where nobody reads any more."""

import os
import sys
from pathlib import Path
from typing import TextIO


def say(text: str) -> None:
    """Write a line to standard output."""
    _write(sys.stdout, text)


def complain(text: str) -> None:
    """Write a line to standard error."""
    _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(f"{text}\n")
        stream.flush()
    except OSError:
        # The terminal is closed, or a reader such as `head` has seen enough: what was begun must
        # still be ended in good order, so nothing more is written.
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
