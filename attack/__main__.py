# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run `python -m attack`."""

import sys

from attack.command import main

sys.exit(main())
