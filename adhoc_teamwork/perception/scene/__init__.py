# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hierarchical scene graph, how objects are described, and how it is written down.

Objects, rooms and `relations` come in; the graph, its JSON, its text and descriptions go out.
"""
