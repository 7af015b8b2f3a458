# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tasks and task sets on disk, and the checks that they can be played.

A folder comes in, checked tasks and houses go out.
"""
