# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot joins an unknown team of different robots at any time and pitches in.

Each folder is a room of the house that docs/architecture.md describes: who may import whom is
written there and checked.
"""

import pkgutil

# adhoc_teamwork_bench adds a room of its own, in a colcon workspace from another folder.
__path__ = pkgutil.extend_path(__path__, __name__)
