# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who runs this process."""

import getpass
import os


def user_name() -> str:
    """Return the user's name, or ``uid N`` where the system knows none, as in many containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"
