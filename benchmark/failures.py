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

"""Leave behind what is known of episodes that failed."""

from collections.abc import Iterable
from pathlib import Path

from benchmark.engines.work import Failure
from benchmark.files import write_whole

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
