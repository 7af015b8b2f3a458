# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the learned policies from demonstrations in houses of their own (paper appendix F.2).

An expert that reads the task's truth shows how it is done; networks are fitted to what it did and
shipped as arrays.
"""
