# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Figures, tables, and the paper's beside ours."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from bench_fakes import a_result, a_task_set

from adhoc_teamwork.benchmark.commands.paper import paper_text
from adhoc_teamwork.benchmark.figures.comparison import compare
from adhoc_teamwork.benchmark.figures.paper import paper_changes, paper_rows
from adhoc_teamwork.benchmark.figures.summary import common_tasks, summarize
from adhoc_teamwork.benchmark.figures.table_file import HEADINGS, write_table_file
from adhoc_teamwork.benchmark.figures.tables import (
    all_tables,
    figure_cell,
    page_tables,
    split_rows,
)
from adhoc_teamwork.benchmark.figures.talk_table import talk_cells
from adhoc_teamwork.benchmark.runs.plan import Setting, alone, make_setting, plan
from adhoc_teamwork.benchmark.store.episode import EpisodeKey, EpisodeResult
from adhoc_teamwork.benchmark.store.facts import RunFacts, facts_of
from adhoc_teamwork.benchmark.terminal.markdown import NO_VALUE, table
from adhoc_teamwork.teamwork.settings.config import ConfigError
from adhoc_teamwork.teamwork.team.channel import OPEN

TASK_SET = a_task_set(houses=3, sizes=(1, 4, 7))
FACTS: RunFacts = facts_of(TASK_SET)
BY_ID = FACTS.by_id()


def played(
    adhoc: str, solved: Iterable[str], steps: int = 100, t0: int = 0
) -> dict[EpisodeKey, EpisodeResult]:
    """Return episodes in all tasks, those in `solved` finished after `steps`."""
    solved = set(solved)
    results = {}
    for task in TASK_SET.tasks:
        key = EpisodeKey(task.task_id, "heuristic", adhoc, t0)
        total = len(task.misplaced)
        tidied = total if task.task_id in solved else 0
        results[key] = a_result(key, tidied, total, steps, len(task.team))
    return results


IDS = [task.task_id for task in TASK_SET.tasks]
RESULTS = {
    **played("none", IDS[::4], 200),
    **played("heuristic", IDS[::2], 150),
    **played("oracle", IDS),
}


def test_rows_hold_means_changes_and_what_is_possible() -> None:
    none, heuristic, oracle = summarize(RESULTS, BY_ID)
    assert [row.setting.adhoc for row in (none, heuristic, oracle)] == [
        "none", "heuristic", "oracle"
    ]  # fmt: skip
    tasks = len(IDS)
    base, share = -(-tasks // 4) / tasks, -(-tasks // 2) / tasks
    assert none.figures["suc"].value == pytest.approx(100 * base)
    assert none.figures["suc"].change is None
    assert "se" not in none.figures
    assert heuristic.figures["suc"].value == pytest.approx(100 * share)
    assert heuristic.figures["suc"].change == pytest.approx(100 * (share - base) / base)
    assert (heuristic.figures["suc"].p_value or 1.0) < 0.01
    # Tasks that only the new team finishes save 350 of 500 steps, the others 50 of 200.
    saved = 100 * (base * 50 / 200 + (share - base) * 350 / 500)
    assert heuristic.figures["se"].value == pytest.approx(saved)
    assert heuristic.of_oracle == pytest.approx(100 * share)
    for figure in heuristic.figures.values():
        assert figure.interval.low <= figure.value <= figure.interval.high


def test_tasks_that_only_one_of_two_has_played_are_not_compared() -> None:
    few = dict(list(played("none", IDS).items())[:5])
    joined = played("heuristic", IDS[:5])
    (row,) = [r for r in summarize({**few, **joined}, BY_ID) if r.setting.adhoc != "none"]
    assert len(row.tasks) == len(IDS)
    assert row.figures["suc"].change == 0.0
    assert len(common_tasks({**few, **joined})) == 10


def test_an_unfinished_run_has_figures_without_comparison() -> None:
    (row,) = summarize(played("heuristic", IDS[:5]), BY_ID)
    assert figure_cell(row.figures["suc"]) == f"{500 / len(IDS):.1f} (-)"
    assert "se" not in row.figures


def asked(
    adhoc: str, solved: Iterable[str], seed: int, wasted: int = 0
) -> dict[EpisodeKey, EpisodeResult]:
    """Return episodes of a policy that asks the stand-in, with so much wasted exploring each."""
    found = {}
    for key, result in played(adhoc, solved).items():
        new = replace(key, llm=f"offline t0.3 h0.1 s{seed}")
        agents = tuple(
            replace(a, wasted_exploring=wasted, needless_pickups=0, needless_steps=0)
            for a in result.agents
        )
        found[new] = replace(result, key=new, agents=agents)
    return found


SEEDED = {
    **played("none", IDS[::4], 200),
    **played("all-knowing", IDS[::2], 100),
    **asked("irot", IDS[::4], 0, wasted=2),
    **asked("irot", IDS[::2], 1, wasted=4),
    **asked("cot", IDS[::4], 0, wasted=9),
    **asked("cot", IDS[::4], 1, wasted=9),
}


def test_seeds_are_one_row() -> None:
    rows = {row.setting.adhoc: row for row in summarize(SEEDED, BY_ID)}
    irot = rows["irot"]
    assert irot.setting.llm == "offline t0.3 h0.1 s0,1"
    assert len(irot.tasks) == len(IDS)
    quarter, half = -(-len(IDS) // 4), -(-len(IDS) // 2)
    assert irot.figures["suc"].value == pytest.approx(100 * (quarter + half) / 2 / len(IDS))
    assert irot.figures["suc"].before == pytest.approx(100 * quarter / len(IDS))
    robots = sum(len(task.team) + 1 for task in TASK_SET.tasks) / len(IDS)
    assert irot.figures["wasted"].value == pytest.approx(3 * robots)


def test_a_share_of_the_bound_s_gain_is_none_half_or_all() -> None:
    rows = {row.setting.adhoc: row for row in summarize(SEEDED, BY_ID)}
    assert rows["all-knowing"].shares["suc"].value == pytest.approx(100.0)
    assert rows["irot"].shares["suc"].value == pytest.approx(50.0)
    assert rows["cot"].shares["suc"].value == pytest.approx(0.0)
    interval = rows["irot"].shares["suc"].interval
    assert interval is not None
    assert interval.low <= 50.0 <= interval.high
    assert not rows["none"].shares
    text = "\n\n".join(all_tables(SEEDED, FACTS))
    assert "## Shares of the bound's gain" in text
    assert "## Shares" not in "\n\n".join(all_tables(RESULTS, FACTS))


def test_where_the_bound_gains_nothing_there_is_no_share() -> None:
    same = {**SEEDED, **played("all-knowing", IDS[::4], 200)}
    (irot,) = [row for row in summarize(same, BY_ID) if row.setting.adhoc == "irot"]
    assert irot.shares["suc"].value is irot.shares["suc"].interval is None


def test_policies_are_compared_seed_by_seed() -> None:
    found = {c.setting.adhoc: c for c in compare(SEEDED, BY_ID, "irot")}
    assert set(found) == {"cot", "all-knowing"}
    cot = found["cot"].differences
    robots = sum(len(task.team) + 1 for task in TASK_SET.tasks) / len(IDS)
    assert cot["wasted"].value == pytest.approx(6 * robots)
    assert cot["wasted"].p_value < 0.01
    assert cot["suc"].value < 0.0
    assert "wasted" not in found["all-knowing"].differences
    text = "\n\n".join(all_tables(SEEDED, FACTS, "cot"))
    assert "## Less cot, in the same tasks" in text


def over_paper(episodes: Mapping[EpisodeKey, EpisodeResult]) -> dict[EpisodeKey, EpisodeResult]:
    """Return the same episodes as if they had been played over the paper's channel."""
    keys = {key: replace(key, channel="paper") for key in episodes}
    return {keys[key]: replace(result, key=keys[key]) for key, result in episodes.items()}


def test_policies_are_compared_over_the_same_channel_alone() -> None:
    """Where one folder holds several channels, each row is compared with its own channel's."""
    found = {**SEEDED, **over_paper(asked("cot", [], 0))}
    assert [c.setting.channel for c in compare(found, BY_ID, "irot")] == [OPEN.name] * 2
    found |= over_paper(asked("irot", [], 0))
    channels = [c.setting.channel for c in compare(found, BY_ID, "irot")]
    assert sorted(channels) == [OPEN.name] * 2 + ["paper"]


def test_a_page_shows_means_waste_and_differences_and_no_headings() -> None:
    text = "\n\n".join(page_tables(SEEDED, FACTS, "cot"))
    for part in (
        "| irot",
        "wasted exploring",
        "Less cot, in the same tasks:",
        "horizon 500 steps.",
    ):
        assert part in text
    assert not any(line.startswith("#") and line[1] in "# " for line in text.splitlines() if line)


def test_tables_have_a_row_per_setting() -> None:
    text = "\n\n".join(all_tables(RESULTS, FACTS))
    lines = [line for line in text.splitlines() if line.startswith("| heuristic | oracle")]
    assert len(lines) == 3
    assert "easy (45)" in text
    assert "ad hoc without arm" in text
    assert "Rows differ" not in text
    fewer = dict(list(RESULTS.items())[:-1])
    assert "Rows differ in their tasks" in "\n".join(all_tables(fewer, FACTS))


def test_all_figures_are_in_a_file(tmp_path: Path) -> None:
    path = write_table_file(tmp_path, split_rows(RESULTS, BY_ID))
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert tuple(lines[0]) == HEADINGS
    wanted = [
        line for line in lines
        if (line["ad_hoc"], line["kind_of_task"], line["metric"]) == ("heuristic", "all", "suc")
    ]  # fmt: skip
    assert [line["tasks"] for line in wanted] == [str(len(IDS))]
    assert float(wanted[0]["low_95"]) <= float(wanted[0]["value"]) <= float(wanted[0]["high_95"])


def test_a_table_is_aligned() -> None:
    text = table(["who", "value"], [["a", "1.0"], ["longer", "10.0"]], texts=1)
    assert len({len(line) for line in text.splitlines()}) == 1
    assert text.splitlines()[1] == "| ------ | ----: |"


def test_what_a_run_needs_includes_the_team_alone_once() -> None:
    settings = [make_setting("heuristic", name, 50, "offline") for name in ("none", "irot")]
    assert settings == [Setting("heuristic", "none"), Setting("heuristic", "irot", 50, "offline")]
    assert alone(settings[1]) == settings[0]
    works = plan(settings, TASK_SET.tasks)
    assert len(works) == len({work.key for work in works}) == 2 * len(IDS)


def test_unknown_policies_are_refused() -> None:
    with pytest.raises(ConfigError, match="--adhoc best: no such policy; expected none, "):
        make_setting("heuristic", "best", 0, "")


@pytest.mark.parametrize(("name", "rows"), [("I", 24), ("II", 24), ("III", 24), ("IV", 21)])
def test_the_papers_tables_are_complete(name: str, rows: int) -> None:
    assert len(paper_rows(name)) == rows


@pytest.mark.parametrize(
    ("table", "team", "adhoc", "t0", "brackets"),
    [
        ("I", "heuristic", "IRoT-LLM", 0, (37.3, 41.5, 12.1, -3.2)),
        ("I", "learning", "PLASTIC", 0, (2.2, 8.7, 2.1, -16.0)),
        ("II", "heuristic", "Heuristic", 50, (13.7, 23.0, 6.0, -7.4)),
        ("II", "learning", "Random", 50, (0.0, 0.0, 0.0, -15.1)),
        ("III", "llm", "IRoT-LLM", 100, (18.5, 21.7, 10.1, 0.6)),
        ("IV", "llm", "IRoT w/o Ev.", 100, (8.5, 13.2, 5.2, -5.4)),
    ],
)
def test_our_changes_are_the_papers_brackets(
    table: str, team: str, adhoc: str, t0: int, brackets: tuple[float, ...]
) -> None:
    rows = paper_rows(table)
    (row,) = [r for r in rows if (r.team, r.ad_hoc, r.t0) == (team, adhoc, t0)]
    changes = paper_changes(row, rows)
    assert [changes[key] for key in ("suc", "ps", "ts", "as")] == pytest.approx(brackets, abs=0.1)


def test_the_papers_rows_stand_above_ours() -> None:
    rows = paper_rows("II")
    settings = [
        Setting(r.team, r.policy, r.t0 if r.policy != "none" else 0)
        if r.in_this_version and r.policy != "plastic"
        else None
        for r in rows
    ]
    ours = {row.setting: row for row in summarize(RESULTS, BY_ID)}
    text = paper_text("II", rows, settings, ours)
    assert "367.3†" in text
    assert "| 50  | heuristic | PLASTIC   | paper; ours: not in this version |" in text
    lines = text.splitlines()
    alone_row = next(i for i, line in enumerate(lines) if "No ad hoc" in line)
    assert "none" in lines[alone_row + 1]
    assert "ours" in lines[alone_row + 1]
    assert "no result" in text


def test_a_row_of_talk_has_rounds_and_agreements_for_each_conversation() -> None:
    counts = {"drafts": 3.0, "conversations": 4.0, "rounds": 6.0, "agreed": 3.0, "replans_done": 2}
    assert talk_cells(counts) == ["3.0", "0.0", "4.0", "1.50", "75.0", "0.0", "2.0", "0.0"]
    assert talk_cells({"drafts": 1.0})[3:5] == [NO_VALUE, NO_VALUE]
