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

"""Put a text into a page between two marks, in place of what stood there."""

from pathlib import Path

from benchmark.files import write_whole
from teamwork.config import ConfigError


def put_into(page: Path, name: str, text: str) -> None:
    """Replace what stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->`` in a page.

    Raises:
        ConfigError: The page cannot be read, or lacks the marks.
        BenchError: It cannot be written.
    """
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    try:
        old = page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"--into {page}: {error}; expected a page of text") from None
    head, found, rest = old.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ConfigError(f"--into {page}: expected a line '{begin}' and after it '{end}'")
    write_whole(page, [f"{head}{begin}\n\n{text}\n\n{end}{tail}".encode()])
