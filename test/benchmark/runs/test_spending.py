# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a run may spend: counted by episode, and no episode is begun that it would not last for."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from bench_fakes import a_result, a_task_set
from hypothesis import given
from hypothesis import strategies as st

from adhoc_teamwork.benchmark.engines.work import Chunk, Outcomes
from adhoc_teamwork.benchmark.runs.plan import Setting, plan
from adhoc_teamwork.benchmark.runs.runner import RunReport, run_missing
from adhoc_teamwork.benchmark.runs.spending import RunBudget, run_budget
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult, ModelTime
from adhoc_teamwork.benchmark.store.facts import facts_of
from adhoc_teamwork.benchmark.store.store import EpisodeStore
from adhoc_teamwork.teamwork.settings.config import ConfigError

HOSTED = "openai:gpt-4o-mini t0.3"
CALLS = 10


def an_episode(key: EpisodeKey, cached: int = 0) -> EpisodeResult:
    time = ModelTime(5.0, CALLS, cached)
    made = replace(a_result(key), llm_calls=CALLS, prompt_tokens=900, completion_tokens=100)
    return replace(made, time=time)


class Engine:
    """Plays episodes one by one; each asks a model ten times."""

    def __init__(self) -> None:
        self.begun = 0

    def run(self, chunks: Sequence[Chunk]) -> Outcomes:
        """Play."""
        for chunk in chunks:
            for work in chunk:
                self.begun += 1
                yield an_episode(work.key)


def played(out: Path, budget: RunBudget, engine: Engine) -> RunReport:
    task_set = a_task_set()
    works = plan([Setting("naive", "none", 0, HOSTED)], task_set.tasks)
    with EpisodeStore(out, facts_of(task_set)) as store:
        return run_missing(works, store, engine, 1, budget)


def test_a_run_ends_before_it_would_spend_more_and_another_goes_on(tmp_path: Path) -> None:
    engine = Engine()
    whole = len(a_task_set().tasks)

    report = played(tmp_path, run_budget("calls=35", [HOSTED]), engine)

    # The fourth would end at 40 calls.
    assert (report.played, engine.begun) == (3, 3)
    assert str(report.spent) == "the run's budget of 35 calls"
    assert report.missing == whole - 3
    again = played(tmp_path, run_budget("", [HOSTED]), engine)
    assert (again.kept, again.played, again.spent) == (3, whole - 3, None)


def test_what_is_left_of_a_budget_holds_for_what_is_played_next(tmp_path: Path) -> None:
    budget = run_budget("calls=35", [HOSTED])
    played(tmp_path / "one", budget, Engine())
    engine = Engine()

    report = played(tmp_path / "two", budget, engine)

    # 30 calls are spent, and no other episode fits.
    assert (report.played, engine.begun) == (0, 0)
    assert str(report.spent) == "the run's budget of 35 calls"


@given(
    st.integers(1, 100),
    st.integers(1, 8),
    st.lists(st.integers(0, CALLS), min_size=1, max_size=30),
)
def test_the_episodes_under_way_are_counted_as_the_others_were(
    limit: int, under_way: int, cached: list[int]
) -> None:
    budget = run_budget(f"calls={limit}", [HOSTED])
    for number, from_cache in enumerate(cached):
        budget.add(an_episode(EpisodeKey(f"t{number}", "naive", "none", 0, HOSTED), from_cache))
    spent = sum(CALLS - one for one in cached)

    is_over = spent * (1 + under_way / len(cached)) > limit + 1e-9

    assert (budget.reached(under_way) is not None) == is_over


def test_dollars_are_those_of_the_price_table_and_caches_are_free() -> None:
    budget = run_budget("usd=1000", [HOSTED])
    budget.add(an_episode(EpisodeKey("a", "naive", "none", 0, HOSTED)))
    whole = str(budget)
    budget.add(an_episode(EpisodeKey("b", "naive", "none", 0, HOSTED), cached=CALLS))

    assert whole == str(budget)
    assert whole.startswith("10 calls, 1000 tokens, 0.0")
    assert not whole.endswith(" 0 US$")


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("usd=1", "openai:nobody-knows-me t0.3"),
        ("robot.calls=3", HOSTED),
        ("decision.seconds=3", HOSTED),
        ("calls", HOSTED),
        ("calls=-1", HOSTED),
        ("calls=nan", HOSTED),
    ],
)
def test_what_is_no_budget_of_a_run_is_refused(text: str, model: str) -> None:
    with pytest.raises(ConfigError, match="budget"):
        run_budget(text, [model])
