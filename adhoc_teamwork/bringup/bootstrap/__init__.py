# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Prepare everything that ``./adhoc`` needs, with nothing but Python's standard library.

It must import and run on a bare machine: nothing here may import a package that is installed later.
"""
