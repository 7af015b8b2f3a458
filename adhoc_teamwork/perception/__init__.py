# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""RGB-D, instance masks and pose to objects, relations, rooms, scene graph and map (IV-C)."""
