# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The house for other simulators and for Nav2: SDF, USD, map files.

`exported_bodies` turns a house into boxes; the writers put them into each format. Nothing comes
back from here.
"""
