# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What measures the parts: broker, console, perception, skills and arms, against their limits.

Each folder or module starts the real part, gives it what is drawn from a seed, and prints a table.
No robot carries it, and nothing that robots run imports it.
"""
