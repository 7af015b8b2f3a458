# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sub-goals that two robots are at, and time that they let pass."""

from adhoc_teamwork.benchmark.episodes.cooperation import CooperationCount
from adhoc_teamwork.simulation.lattice.terms import Timing


def test_a_sub_goal_is_duplicated_where_a_teammate_is_at_it_or_has_looked() -> None:
    count = CooperationCount(Timing(ticks=4))
    for name, words in (
        ("al", "Explore <room_0>: Explore"),
        ("bo", "Explore <room_1>: Explore"),
        ("al", "Take <Mug_0>: GoToObject <Mug_0>"),
        ("al", "Load <Mug_0> <Bowl_0>: PutIn <Mug_0> <Bowl_0>"),
        ("al", "Transport <Mug_0>: GoToObject <Bed_0>"),
    ):
        count.doing(name, words)
    assert (count.subgoals, count.duplicated) == (3, 0)
    count.doing("bo", "Take <Mug_0>: GoToObject <Mug_0>")
    count.doing("bo", "resting, alert")
    count.doing("bo", "Explore <room_0>: Explore")
    assert (count.subgoals, count.duplicated) == (5, 2)
    for _ in range(6):
        count.passes(["al", "bo"])
    assert count.idle == 3
