# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run perception's command line: `adhoc perceive BAG|FOLDER --out DIR ...`."""

import sys

from adhoc_teamwork.perception.command import main

if __name__ == "__main__":
    sys.exit(main())
