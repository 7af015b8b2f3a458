# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How bases move: paths on the floor, traffic, levels, flight.

`navigation` plans on `nav_grid`, `driver` follows among the others of the `fleet`. Poses are in
`map`, metres and radians.
"""
