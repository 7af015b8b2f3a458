# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What robots that know nothing of our vocabulary publish, turned into it, and back.

A configuration says how such a robot speaks; `formats` reads and writes it, `sender` speaks for it
as a teammate would.
"""
