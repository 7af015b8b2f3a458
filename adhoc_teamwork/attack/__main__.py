# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run `python -m adhoc_teamwork.attack`."""

import sys

from adhoc_teamwork.attack.command import main

sys.exit(main())
