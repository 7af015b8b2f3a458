# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Convert the shared vocabulary to messages and back, x_to_ros and x_from_ros, by subject.

They lose nothing that a message can carry, and refuse nothing silently.
"""
