# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The limit that no policy can pass: everything known, centrally assigned, nobody in the way.

A task and a house come in, a number of steps goes out.
"""
