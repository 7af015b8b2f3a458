# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses of our own: floor plans drawn, joined by doors and furnished by statistics.

`house_generator` draws a plan (`rooms`), lets `furniture` fill it, and writes it in ProcTHOR's
format. The same seed gives the same house.
"""
