# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keep what others say from acting on the terminal, or passing for a line, in logs of nodes."""

import inspect
import os
from functools import partial
from typing import Any

from rclpy.impl import rcutils_logger

from adhoc_teamwork.teamwork.text.plain_text import plain

_real_log = rcutils_logger.RcutilsLogger.log


class _Frames:
    """Stand for `inspect` in rclpy's logging, which wants to know a caller's file and no more.

    With a line of the source, as it asks for, a process's first entry waits until the files of all
    its modules were looked up.
    """

    currentframe = staticmethod(inspect.currentframe)
    getframeinfo = staticmethod(partial(inspect.getframeinfo, context=0))


def make_logs_plain() -> None:
    """Make plain what this process's nodes log; further lines of an entry are indented."""
    here = os.path.realpath(__file__)
    if here not in rcutils_logger._internal_callers:
        # rclpy tells calls apart by who made them: this module is none of those, as its own are.
        rcutils_logger._internal_callers.append(here)
        rcutils_logger.RcutilsLogger.log = _log
        rcutils_logger.inspect = _Frames


def _log(self: Any, message: object, severity: Any, **options: Any) -> bool:
    text = plain(str(message)).replace("\n", "\n    ")
    return bool(_real_log(self, text, severity, **options))
