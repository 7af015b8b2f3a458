# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who knows a task's truth: bounds of what a team and one robot can do, and the teacher.

`oracle` works out the limit that no team can pass: everything known, centrally assigned, nobody in
the way. `all_knowing` acts as one robot beside an unchanged team, by the rules of `expert`, whom
learned policies are trained on. Nothing that robots carry imports any of it.
"""
