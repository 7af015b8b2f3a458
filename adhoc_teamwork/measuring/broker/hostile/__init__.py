# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the broker makes of hostile messages.

`attacks` says what is sent, the company in `ros` sends it, and `verdict` says what became of it.
"""
