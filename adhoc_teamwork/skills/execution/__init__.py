# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Running sub-skills: one at a time, bounded, cancellable, within what safety allows.

`executor` steps a skill that `registry` names, `policy` says how long and how often, `safety` may
halt it. Results leave with a cause and a remedy.
"""
