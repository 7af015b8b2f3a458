# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What cameras and lasers see: rays cast into the house, and noise.

`meshes` make triangles of the world, `ray_scene` casts, `noise` makes pictures and poses imperfect.
"""
