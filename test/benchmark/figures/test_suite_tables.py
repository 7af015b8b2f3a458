# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The figures of suites: L with the cap, TR over time, EI; and the papers' beside ours."""

from dataclasses import replace
from pathlib import Path

import pytest
from bench_fakes import a_result, a_task_set

from adhoc_teamwork.benchmark.cli import main
from adhoc_teamwork.benchmark.figures.suite_figures import suite_rows
from adhoc_teamwork.benchmark.figures.suite_tables import (
    beside_paper,
    paper_figures,
    suite_text,
)
from adhoc_teamwork.benchmark.store.episode import Cooperation, EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import RunFacts, facts_of


def results(*outcomes: tuple[str, int, int]) -> tuple[dict[EpisodeKey, EpisodeResult], RunFacts]:
    """Return episodes of rhp: who joins, targets there of 4, steps; tasks in turn for each."""
    tasks = a_task_set(1, sizes=(1,)).tasks
    played: dict[EpisodeKey, EpisodeResult] = {}
    seen: dict[str, int] = {}
    for adhoc, tidied, steps in outcomes:
        number = seen[adhoc] = seen.get(adhoc, -1) + 1
        key = EpisodeKey(tasks[number].task_id, "rhp", adhoc, 0)
        one = a_result(key, tidied, 4, steps, team=1)
        times = tuple((f"part {n}", (n + 1) * 700) for n in range(tidied))
        played[key] = replace(one, tidied_at=times, cooperation=Cooperation(4, 1, 10))
    return played, facts_of(a_task_set(1, sizes=(1,)))


def test_steps_count_the_horizon_where_it_was_not_done() -> None:
    played, facts = results(("none", 4, 200), ("none", 2, 250), ("rhp", 4, 100), ("rhp", 4, 150))
    alone, both = suite_rows(played, replace(facts, suite="c-wah", horizon=250), rated=False)
    assert (alone.figures["L"].value, both.figures["L"].value) == (225.0, 125.0)
    assert alone.figures["done %"].value == 50.0
    # (200 - 100) / 200 and (250 - 150) / 250.
    assert both.figures["EI %"].value == pytest.approx(45.0)
    assert both.figures["L ratio"].value == pytest.approx(250 / 450)
    assert both.figures["duplicated %"].value == 25.0
    assert (alone.robots, both.robots) == ("1", "2")


def test_rates_are_told_over_time() -> None:
    played, facts = results(("none", 2, 3000), ("rhp", 4, 2800))
    alone, both = suite_rows(played, replace(facts, suite="tdw-mat", horizon=3000), rated=True)
    rates = [alone.figures[name].value for name in ("TR % at 1000", "TR % at 2000", "TR %")]
    assert rates == [25.0, 50.0, 50.0]
    assert both.figures["TR %"].value == 100.0
    assert both.figures["EI %"].value == 50.0
    assert both.figures["TR ratio"].value == 2.0


def test_tables_print_ours_beside_the_papers() -> None:
    played, facts = results(("none", 2, 3000), ("rhp", 4, 2800))
    facts = replace(facts, suite="tdw-mat", horizon=3000)
    text = "\n".join(suite_text(played, facts))
    assert "horizon 3000 frames" in text
    assert "tokens" not in text
    beside = "\n".join(beside_paper("capo", played, facts)).splitlines()
    row = next(n for n, line in enumerate(beside) if "two planners" in line)
    assert "75" in beside[row]
    assert "ours, rule" in beside[row + 1]
    assert all(
        paper_figures(paper, suite) for paper in ("coela", "capo") for suite in ("c-wah", "tdw-mat")
    )


def test_a_suites_table_goes_into_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, facts = results(("none", 4, 200), ("rhp", 4, 100))
    facts = replace(facts, suite="c-wah", horizon=250)
    monkeypatch.setattr("adhoc_teamwork.benchmark.store.facts.read_facts", lambda _: facts)
    monkeypatch.setattr("adhoc_teamwork.benchmark.store.results.read_results", lambda _: played)
    page = tmp_path / "page.md"
    page.write_text("# Page\n<!-- Suite c-wah -->\nold\n<!-- end of Suite c-wah -->\n")
    assert main(["table", "--results", str(tmp_path), "--into", str(page)]) == 0
    told = page.read_text()
    assert "| rhp" in told
    assert "old" not in told
    assert main(["table", "--results", str(tmp_path), "--into", str(tmp_path / "none.md")]) == 2
