# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The vocabulary of ad hoc teamwork: plain typed values that every room shares."""
