# Copyright 2026 adhoc_teamwork maintainers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.

"""Write to the terminal, also where nobody reads any more; it needs the standard library alone."""

import os
import sys
from pathlib import Path
from typing import TextIO


def say(text: str) -> None:
    """Write a line to standard output."""
    write(sys.stdout, f"{text}\n")


def complain(text: str) -> None:
    """Write a line to standard error."""
    write(sys.stderr, f"{text}\n")


def write(stream: TextIO, text: str) -> None:
    """Write a text as it is."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        # The terminal is closed, or a reader such as `head` has seen enough: what was begun must
        # still be ended in good order, so nothing more is written.
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
