# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What ends a command early although its input was right."""


class BenchError(Exception):
    """Say in one line why the work could not be finished; the command exits with 1."""
