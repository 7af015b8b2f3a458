# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run the set-up, then the command: ``python -m adhoc_teamwork.bringup.bootstrap COMMAND ...``."""

import sys

from adhoc_teamwork.bringup.bootstrap.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
