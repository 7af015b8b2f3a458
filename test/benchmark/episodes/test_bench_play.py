# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whole episodes: the same twice, whatever went before; what comes later changes nothing before."""

from dataclasses import replace

import pytest
from bench_episodes import ACTED, DrawnSet

from adhoc_teamwork.benchmark.episodes.play import house_plan, play
from adhoc_teamwork.benchmark.episodes.trace import EventKind, Trace
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.teamwork.settings.config import ConfigError

pytestmark = pytest.mark.slow

POLICIES = ("none", *ACTED, "all-seeing", "all-knowing", "oracle")


def run(
    drawn: DrawnSet, task: BenchTask, adhoc: str, t0: int = 0, trace: Trace | None = None
) -> EpisodeResult:
    return play(task, drawn.folder, "heuristic", adhoc, t0, "offline", trace=trace)


@pytest.mark.parametrize("adhoc", POLICIES)
def test_an_episode_is_the_same_whatever_was_played_before(drawn: DrawnSet, adhoc: str):
    task = drawn.task(4, 2)
    first = run(drawn, task, adhoc, 10)
    run(drawn, drawn.task(4, 3), "heuristic")
    assert run(drawn, task, adhoc, 10) == first
    house_plan.cache_clear()
    assert run(drawn, task, adhoc, 10) == first


@pytest.mark.parametrize("adhoc", POLICIES)
def test_the_outcome_agrees_with_itself(drawn: DrawnSet, adhoc: str):
    task = drawn.task(4, 3)
    result = run(drawn, task, adhoc)
    assert result.key.task_id == task.task_id
    assert result.success == (result.tidied == result.total == len(task.misplaced))
    assert len(result.tidied_at) == result.tidied
    assert all(0 < step <= result.team_steps for _, step in result.tidied_at)
    assert [a.ad_hoc for a in result.agents].count(True) == (adhoc != "none")
    assert (result.llm_calls > 0) == (adhoc == "irot") == bool(result.key.llm)
    assert (result.time is not None) == (result.llm_calls > 0)
    if adhoc != "oracle":
        assert ((result.decisions or 0) > 0) == (adhoc == "irot")
        assert (result.rule_decisions or 0) > 0
    for agent in result.agents:
        assert agent.steps <= min(agent.battery, result.team_steps - agent.joined)
        assert agent.stopped in ("Stop", "battery", "horizon", "done")


@pytest.mark.parametrize("adhoc", ACTED)
@pytest.mark.parametrize("t0", [1, 30])
def test_teammates_act_the_same_until_the_ad_hoc_robot_joins(drawn: DrawnSet, adhoc: str, t0: int):
    task = drawn.task(4, 3)
    alone, joined = Trace(), Trace()
    run(drawn, task, "none", 0, alone)
    run(drawn, task, adhoc, t0, joined)
    for robot in task.team:
        assert [p for p in alone.paths[robot.name] if p[0] <= t0] == [
            p for p in joined.paths[robot.name] if p[0] <= t0
        ]
    assert [e for e in alone.events if e.step < t0] == [e for e in joined.events if e.step < t0]
    assert joined.paths[task.adhoc.name][0][0] == t0


@pytest.mark.parametrize("adhoc", ["none", *ACTED])
@pytest.mark.parametrize(("rooms", "k"), [(2, 1), (2, 3), (4, 2), (4, 3)])
def test_nobody_passes_the_oracle(drawn: DrawnSet, adhoc: str, rooms: int, k: int):
    task = drawn.task(rooms, k)
    limit, result = run(drawn, task, "oracle"), run(drawn, task, adhoc)
    assert limit.tidied >= result.tidied
    if result.success:
        assert limit.success
        assert limit.team_steps <= result.team_steps


@pytest.mark.parametrize("bound", ["all-seeing", "all-knowing"])
def test_the_robot_that_knows_everything_takes_nothing_in_vain(drawn: DrawnSet, bound: str):
    task = drawn.sure_task()
    strong = replace(task.adhoc, can_manipulate=True, payload=20.0, battery=500)
    result = run(drawn, replace(task, adhoc=strong), bound)
    (knower,) = [agent for agent in result.agents if agent.ad_hoc]
    assert result.success
    assert (knower.needless_pickups, knower.needless_steps, knower.wasted_exploring) == (0, 0, 0)


def test_the_robot_that_sees_everything_goes_by_common_sense_alone(drawn: DrawnSet):
    sure = drawn.sure_task()
    strong = replace(sure.adhoc, can_manipulate=True, payload=20.0, battery=500)
    task = replace(sure, team=sure.team[:1], adhoc=strong)
    wanted = [replace(m, goal=replace(m.goal, receptacles=("Bathtub",))) for m in task.misplaced]
    unlike = replace(task, misplaced=tuple(wanted))

    def path(of: BenchTask, adhoc: str) -> list[tuple[int, float, float]]:
        trace = Trace()
        run(drawn, of, adhoc, 0, trace)
        return trace.paths[of.adhoc.name]

    same = path(task, "all-seeing")
    assert len(set(same)) > 1
    assert path(unlike, "all-seeing")[: len(same)] == same
    known = path(task, "all-knowing")
    assert path(unlike, "all-knowing")[: len(known)] != known


def test_a_team_that_has_done_before_needs_no_ad_hoc_robot(drawn: DrawnSet):
    sure = drawn.sure_task()
    alone = run(drawn, sure, "none")
    assert alone.success
    late = run(drawn, sure, "heuristic", alone.team_steps + 1)
    assert late.agents == alone.agents
    assert late.team_steps == alone.team_steps


def test_a_trace_tells_who_tidied_what(drawn: DrawnSet):
    task, trace = drawn.task(4, 3), Trace()
    result = run(drawn, task, "heuristic", 0, trace)
    tidied = [e for e in trace.events if e.kind is EventKind.TIDY]
    assert {e.step for e in tidied} >= {step for _, step in result.tidied_at}
    assert all(e.robot for e in tidied)
    assert trace.ad_hoc == task.adhoc.name
    assert trace.key == result.key
    assert set(trace.objects[0]) == {item.object for item in task.misplaced}


@pytest.mark.parametrize(("team", "adhoc"), [("heuristics", "none"), ("heuristic", "oracles")])
def test_an_unknown_policy_is_named_in_one_line(drawn: DrawnSet, team: str, adhoc: str):
    with pytest.raises(ConfigError, match=r"no such policy; expected") as caught:
        play(drawn.task(2, 1), drawn.folder, team, adhoc, 0, "")
    assert "\n" not in str(caught.value)


def test_an_unknown_model_is_named_in_one_line(drawn: DrawnSet):
    with pytest.raises(ConfigError, match="--llm clever: no such model; expected offline"):
        play(drawn.task(2, 1), drawn.folder, "heuristic", "irot", 0, "clever")


def test_a_task_of_another_house_is_refused(drawn: DrawnSet):
    task = replace(drawn.task(2, 1), house=drawn.task(4, 1).house)
    with pytest.raises(ConfigError, match="expected"):
        play(task, drawn.folder, "heuristic", "none", 0, "")
