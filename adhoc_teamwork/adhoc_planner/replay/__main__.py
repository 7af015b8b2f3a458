# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the command line of replays: ``python -m adhoc_teamwork.adhoc_planner.replay RUN ...``."""

import sys

from adhoc_teamwork.adhoc_planner.replay.command import main

if __name__ == "__main__":
    sys.exit(main())
