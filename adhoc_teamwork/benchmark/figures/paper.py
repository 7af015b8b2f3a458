# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The paper's Tables I to IV, as figures to print beside ours."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adhoc_teamwork.benchmark.agents.registry import adhoc_names, team_names
from adhoc_teamwork.benchmark.figures.metrics import AS, PS, SE, SUC, TS, change

FILE = Path(__file__).parents[1] / "data" / "paper_tables.csv"
"""Facts copied from the paper's tables. `meant` corrects what contradicts the paper's own brackets
or its other tables, such as a #TS of 367.3 where every other table has 467.3."""
SHOWN = (SUC, PS, TS, AS, SE)
ALONE = "No ad hoc"
POLICIES = {
    ALONE: "none",
    "Random": "random",
    "Heuristic": "heuristic",
    "PLASTIC": "plastic",
    "Naive-LLM": "naive",
    "GPL-LLM": "gpl",
    "CoT-LLM": "cot",
    "IRoT-LLM": "irot",
    "w/o STP.": "irot-no-planner",
    "IRoT w/o Ev. & Rf.": "irot-no-evaluation-no-reflection",
    "IRoT w/o Ev.": "irot-no-evaluation",
    "IRoT w/o Rf.": "irot-no-reflection",
    "IRoT (GPT-3.5)": "irot-weaker-model",
}
"""Our name of each of the paper's ad hoc policies, also of those that this version lacks."""


@dataclass(frozen=True)
class PaperRow:
    """Hold one row of a table of the paper: figures by metric key, as printed and as meant."""

    table: str
    t0: int
    team: str
    ad_hoc: str
    printed: Mapping[str, float]
    meant: Mapping[str, float]

    @property
    def policy(self) -> str:
        """Return our name of the ad hoc policy."""
        return POLICIES[self.ad_hoc]

    @property
    def in_this_version(self) -> bool:
        """Tell whether both policies of the row exist here."""
        return self.team in team_names() and self.policy in adhoc_names()


def paper_rows(table: str) -> list[PaperRow]:
    """Return the rows of one of the paper's tables, in its order."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return [_row(line) for line in csv.DictReader(file) if line["table"] == table]


def paper_changes(row: PaperRow, rows: list[PaperRow]) -> dict[str, float]:
    """Return what the paper has in brackets: the change on the same team alone, in percent."""
    base = next(r for r in rows if (r.team, r.t0, r.ad_hoc) == (row.team, row.t0, ALONE))
    if row is base:
        return {}
    found = {
        metric.key: change(metric, row.meant[metric.key], base.meant[metric.key])
        for metric in SHOWN
        if metric is not SE and metric.key in row.meant
    }
    return {key: value for key, value in found.items() if value is not None}


def _row(line: Mapping[str, str]) -> PaperRow:
    printed = {m.key: float(line[m.key]) for m in SHOWN if line[m.key]}
    corrections = dict(part.split("=") for part in line["meant"].split())
    meant = {**printed, **{key: float(value) for key, value in corrections.items()}}
    return PaperRow(line["table"], int(line["t0"]), line["team"], line["ad_hoc"], printed, meant)
