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

"""What the benchmark's command lines have in common: how they end."""

from collections.abc import Callable

from benchmark.signals import answer_signals
from teamwork.command_line import BAD_INPUT, FAILED, INTERRUPTED
from teamwork.console import complain


def ended(program: str, begin: Callable[[], Callable[[], int]]) -> int:
    """Return the exit code of what `begin` returns, or of how it ended; tell errors in one line.

    `begin` reads the command line, which needs nothing of a set-up.
    """
    try:
        answer_signals()
        return _told(program, begin())
    except KeyboardInterrupt:
        complain(f"{program}: interrupted")
        return INTERRUPTED


def _told(program: str, work: Callable[[], int]) -> int:
    # Imported here because the command line is read where nothing may be set up yet.
    from benchmark.errors import BenchError
    from teamwork.config import ConfigError

    try:
        return work()
    except ConfigError as error:
        complain(f"{program}: {error}")
        return BAD_INPUT
    except BenchError as error:
        complain(f"{program}: {error}")
        return FAILED
