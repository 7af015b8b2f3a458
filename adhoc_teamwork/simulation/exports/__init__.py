# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The house for others: bodies of boxes, a map for Nav2, classes for segmentation.

Other simulators' writers build on `exported_bodies`. Nothing comes back from here.
"""
