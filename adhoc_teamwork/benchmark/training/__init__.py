# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the learned policies from demonstrations in houses of their own (paper appendix F.2)."""
