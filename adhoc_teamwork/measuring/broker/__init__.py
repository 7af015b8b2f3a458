# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Measure the broker: latency, throughput, memory, and what breaks it (`adhoc comm-bench`).

Robots of the measurement are processes of their own; what they said is set against what was heard.
"""
