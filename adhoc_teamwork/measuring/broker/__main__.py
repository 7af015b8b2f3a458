# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the measurement of the broker as a program."""

import sys

from adhoc_teamwork.measuring.broker.command import main

if __name__ == "__main__":
    sys.exit(main())
