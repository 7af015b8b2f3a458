# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw suites' sets: houses with goods by the figures of the suites' own files, and the tasks."""
