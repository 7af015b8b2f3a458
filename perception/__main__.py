# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run perception's command line: ``python -m perception BAG|FOLDER --out DIR ...``."""

import sys

from perception.command import main

if __name__ == "__main__":
    sys.exit(main())
