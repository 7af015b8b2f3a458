# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tidying-up benchmark: task sets, policies in step-synchronous episodes, metrics, tables."""
