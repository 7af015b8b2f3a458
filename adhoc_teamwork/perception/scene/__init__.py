# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The hierarchical scene graph, and how it is written for programs and prompts.

Objects, rooms and `relations` come in; the graph, its JSON and its text go out.
"""
