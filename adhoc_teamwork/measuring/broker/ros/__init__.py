# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robots of the measurement, as processes of their own.

They are told by lines of JSON what to say, and tell what they heard.
"""
