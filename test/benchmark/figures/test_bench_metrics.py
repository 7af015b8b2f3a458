# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The paper's metrics, by hand and by property."""

from dataclasses import replace

import pytest
from bench_fakes import a_result
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.figures.metrics import (
    AS,
    METRICS,
    OWN_ERRANDS,
    OWN_WASTED,
    PS,
    SE,
    SUC,
    TS,
    WASTED,
    action_steps,
    change,
    partial_success,
    plain_steps,
    saving,
    team_steps,
    values,
)
from adhoc_teamwork.benchmark.store.episode import AgentOutcome, EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import HORIZON

ALONE = EpisodeKey("t", "heuristic", "none", 0)
JOINED = EpisodeKey("t", "heuristic", "irot", 50, "offline")


@st.composite
def results(draw: st.DrawFn, key: EpisodeKey) -> EpisodeResult:
    total = draw(st.integers(1, 5))
    return a_result(
        key,
        draw(st.integers(0, total)),
        total,
        draw(st.integers(1, HORIZON)),
        draw(st.integers(1, 5)),
        draw(st.integers(50, 500)),
    )


def test_a_failed_task_counts_the_horizon() -> None:
    failed = replace(a_result(ALONE, tidied=1, total=2, steps=120), team_steps=120)
    assert team_steps(failed) == HORIZON
    assert team_steps(a_result(ALONE, steps=120)) == 120


def test_action_steps_of_a_failed_task_are_each_robots_maximum() -> None:
    failed = a_result(ALONE, tidied=0, steps=120, team=4, battery=70)
    assert action_steps(failed) == 4 * HORIZON
    assert plain_steps(failed) == 4 * 70


@pytest.mark.parametrize(
    ("battery", "joined", "counted"), [(300, 50, 300), (480, 100, 400), (300, 600, 0)]
)
def test_the_ad_hoc_robot_counts_no_more_than_battery_and_time_allow(
    battery: int, joined: int, counted: int
) -> None:
    agents = (
        AgentOutcome("robot", False, True, 60, 0, 60, "battery"),
        AgentOutcome("adhoc", True, True, battery, joined, 10, "Stop"),
    )
    failed = EpisodeResult(JOINED, False, 0, 2, HORIZON, agents)
    assert action_steps(failed) == HORIZON + counted
    assert action_steps(replace(failed, success=True, tidied=2)) == 70


def test_waste_is_told_of_all_robots_and_of_the_ad_hoc_robot_alone() -> None:
    other = replace(
        AgentOutcome("robot", False, True, 60, 0, 60, "battery"),
        wasted_exploring=20, needless_steps=9,
    )  # fmt: skip
    adhoc = replace(other, name="adhoc", ad_hoc=True, wasted_exploring=3, needless_steps=4)
    both = EpisodeResult(JOINED, True, 1, 1, 100, (other, adhoc))
    late = EpisodeResult(JOINED, True, 1, 1, 40, (other,))
    assert values(WASTED, [both, late], None) == [23.0, 20.0]
    assert values(OWN_WASTED, [both, late], None) == [3.0, 0.0]
    assert values(OWN_ERRANDS, [both, late], None) == [4.0, 0.0]
    assert values(OWN_WASTED, [replace(late, key=ALONE)], None) is None
    uncounted = replace(both, agents=(replace(adhoc, wasted_exploring=None),))
    assert values(OWN_WASTED, [both, uncounted], None) is None


def test_saving_is_the_share_of_the_teams_steps_that_were_not_needed() -> None:
    alone = a_result(ALONE, steps=200)
    assert saving(a_result(JOINED, steps=150), alone) == 0.25
    assert saving(a_result(JOINED, steps=250), alone) == 0.0
    assert saving(a_result(JOINED, tidied=0, steps=150), alone) == 0.0
    assert saving(a_result(JOINED, steps=400), a_result(ALONE, tidied=0)) == 0.2


def test_saving_compares_only_like_with_like() -> None:
    other = replace(ALONE, task_id="other")
    with pytest.raises(ValueError, match="no pair"):
        saving(a_result(JOINED), a_result(other))


def test_changes_are_positive_where_it_got_better() -> None:
    # The paper's Table I, heuristic team, IRoT-LLM.
    assert change(SUC, 21.0, 15.3) == pytest.approx(37.3, abs=0.05)
    assert change(PS, 30.7, 21.7) == pytest.approx(41.5, abs=0.05)
    assert change(TS, 410.8, 467.3) == pytest.approx(12.1, abs=0.05)
    assert change(AS, 1922.3, 1863.2) == pytest.approx(-3.2, abs=0.05)
    assert change(SUC, 10.0, 0.0) is None


def test_without_a_comparison_there_is_no_saving() -> None:
    assert values(SE, [a_result(JOINED)], None) is None


@given(results(ALONE), results(JOINED))
def test_every_metric_keeps_its_bounds(alone: EpisodeResult, joined: EpisodeResult) -> None:
    for metric in METRICS:
        (value,) = values(metric, [joined], [alone]) or []
        highest = 1.0 if metric.percent else HORIZON * len(joined.agents)
        assert 0.0 <= value <= highest
    assert team_steps(joined) <= HORIZON
    assert saving(joined, alone) <= float(joined.success)
    assert (partial_success(joined) == 1.0) == joined.success
    assert saving(replace(alone, key=replace(ALONE, adhoc="random")), alone) == 0.0
