# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The other papers' figures: as they print them, and ours beside those of the same kind alone."""

from adhoc_teamwork.adhoc_planner.policies.registry import policies
from adhoc_teamwork.benchmark.figures.metrics import PS, TS
from adhoc_teamwork.benchmark.figures.other_papers import PAPERS, paper_figures, paper_text
from adhoc_teamwork.benchmark.figures.statistics import Interval
from adhoc_teamwork.benchmark.figures.summary import Figure, Row, Usage
from adhoc_teamwork.benchmark.runs.plan import Setting

COUNTS = {"drafts": 3.0, "conversations": 4.0, "rounds": 6.0, "agreed": 3.0, "replans_done": 2.0}


def row(team: str, llm: str) -> Row:
    figures = {m.key: Figure(m, v, Interval(v, v)) for m, v in ((TS, 88.0), (PS, 75.0))}
    usage = Usage(9.0, 5.0, 100.0, 20.0, 4.0, 0.0, counts=COUNTS if llm else {})
    return Row(Setting(team, "none", 0, llm, "text"), ("one",), figures, usage)


def test_every_figure_has_its_source_and_stands_for_a_policy_of_ours_or_none() -> None:
    known = {*policies(), "mhp", ""}
    for paper in PAPERS:
        figures = paper_figures(paper)
        assert len(figures) > 20
        assert all(one.source.startswith(paper) and one.policy in known for one in figures)
    ablations = {f.policy: f.value for f in paper_figures("capo") if f.table == "3"}
    expected = {"capo-none": 73, "capo-initial": 74, "capo-frozen": 77, "capo": 84}
    assert ablations == expected


def test_ours_stand_beside_the_same_policy_and_number_of_robots() -> None:
    text = paper_text("capo", [row("capo", "offline"), row("rhp", "")], [2, 1])
    lines = text.splitlines()
    mean = next(line for line in lines if "CaPo, 2 robots" in line and "83 steps" in line)
    assert mean.rstrip(" |").endswith("88.0 (text)")
    four = next(line for line in lines if "CaPo, 4 robots" in line)
    assert four.rstrip(" |").endswith("-")
    assert "Rows of rules (rhp)" in text
    assert "asked offline check" in text
    own = next(line for line in lines if line.startswith("| capo"))
    cells = [cell.strip() for cell in own.split("|")[1:-1]]
    assert cells[-6:] == ["4.0", "1.50", "75.0", "0.0", "2.0", "0.0"]
