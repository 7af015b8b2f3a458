# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What plays episodes: processes of this machine, or a Ray cluster; both give the same results.

Work goes out in chunks, outcomes come back; the order of arrival changes nothing.
"""
