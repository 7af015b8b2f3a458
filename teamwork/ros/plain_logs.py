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

"""Keep what others say from acting on the terminal, or passing for a line, in logs of nodes."""

import os
from typing import Any

from rclpy.impl import rcutils_logger

from teamwork.plain_text import plain

_real_log = rcutils_logger.RcutilsLogger.log


def make_logs_plain() -> None:
    """Make plain what this process's nodes log; further lines of an entry are indented."""
    here = os.path.realpath(__file__)
    if here not in rcutils_logger._internal_callers:
        # rclpy tells calls apart by who made them: this module is none of those, as its own are.
        rcutils_logger._internal_callers.append(here)
        rcutils_logger.RcutilsLogger.log = _log


def _log(self: Any, message: object, severity: Any, **options: Any) -> bool:
    text = plain(str(message)).replace("\n", "\n    ")
    return bool(_real_log(self, text, severity, **options))
