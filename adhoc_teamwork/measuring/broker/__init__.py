# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Measure the broker: latency, throughput, memory, and what breaks it (`adhoc comm-bench`).

Robots of the measurement are processes of their own (`ros`); what they said is set against what was
heard. `networks` puts hosts between them, `hostile` those who mean harm.
"""
