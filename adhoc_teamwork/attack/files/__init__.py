# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Hostile files: whatever a command or a node reads from a disk.

Each module makes hostile files of one kind and gives them to their readers.
"""
