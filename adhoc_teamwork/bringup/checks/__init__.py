# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the doctor looks at. Standard library only: it also runs where nothing is set up.

Each check returns a finding with its remedy.
"""
