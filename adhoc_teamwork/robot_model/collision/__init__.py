# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What an arm touches, for many states at once.

Collision shapes become spheres where they move and obstacles where they stand; states come in, and
which of them are free goes out.
"""
