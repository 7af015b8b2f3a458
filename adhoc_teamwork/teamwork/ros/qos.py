# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Named QoS profiles: the only place where quality of service is chosen."""

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

SENSOR = QoSProfile(
    depth=2, reliability=ReliabilityPolicy.BEST_EFFORT, history=HistoryPolicy.KEEP_LAST
)
RELIABLE = QoSProfile(depth=20, reliability=ReliabilityPolicy.RELIABLE)
LATCHED = QoSProfile(
    depth=1,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
STOPS = QoSProfile(
    depth=100,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
"""Words about the emergency stop and what robots do about it: who comes late hears the last."""
TEAM = QoSProfile(
    depth=200,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
"""Team messages: whoever comes back finds the last 200 of each sender."""
TEAM_EARS = QoSProfile(
    depth=1000,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
"""Team messages for the broker: as `TEAM`, with room for bursts."""
TEAM_LIVE = QoSProfile(depth=5000, reliability=ReliabilityPolicy.RELIABLE)
"""Team messages for a radio: what was said before it listened, it is told when it joins."""
RECEIPTS = QoSProfile(depth=5, reliability=ReliabilityPolicy.RELIABLE)
"""Receipts: the newest count, and too many lost ones would be taken for silence."""
EVENTS = QoSProfile(
    depth=500,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
LLM_CALLS = QoSProfile(
    history=HistoryPolicy.KEEP_ALL,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
JOURNAL = QoSProfile(
    depth=1200,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
"""A planner's journal, two batches a second: a recorder may be away for ten minutes."""
CLOCK = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
TF = QoSProfile(depth=100, reliability=ReliabilityPolicy.RELIABLE)
TF_STATIC = QoSProfile(
    depth=100,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
