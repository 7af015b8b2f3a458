# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""All figures of a results folder as CSV: one line per setting, kind of task and metric."""

import csv
import io
from pathlib import Path

from adhoc_teamwork.benchmark.figures.summary import Figure, Row, Share
from adhoc_teamwork.benchmark.figures.tables import Splits
from adhoc_teamwork.benchmark.store.files import write_whole

FILE = "table.csv"
HEADINGS = (
    "team", "ad_hoc", "t0", "model", "channel", "kind_of_task", "tasks", "metric", "value",
    "low_95", "high_95", "team_alone", "change_percent", "p_value",
)  # fmt: skip


def write_table_file(folder: Path, splits: Splits) -> Path:
    """Write table.csv into the results folder and return it; see `write_whole` for errors."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for kind, rows in splits.items():
        for row in rows:
            writer.writerows(_cells(kind, row, figure) for figure in row.figures.values())
            writer.writerows(
                [*_who(kind, row), name, f"{value:.6g}", *([""] * 5)]
                for name, value in row.cost.by_name().items()
                if value is not None
            )
            writer.writerows(_share_cells(kind, row, share) for share in row.shares.values())
    path = folder / FILE
    write_whole(path, [text.getvalue().encode()])
    return path


def _cells(kind: str, row: Row, figure: Figure) -> list[str]:
    numbers = (
        figure.value, figure.interval.low, figure.interval.high, figure.before, figure.change,
        figure.p_value,
    )  # fmt: skip
    texts = ("" if number is None else f"{number:.6g}" for number in numbers)
    return [*_who(kind, row), figure.metric.key, *texts]


def _share_cells(kind: str, row: Row, share: Share) -> list[str]:
    low, high = (share.interval.low, share.interval.high) if share.interval else (None, None)
    numbers = (share.value, low, high, None, None, None)
    texts = ("" if number is None else f"{number:.6g}" for number in numbers)
    return [*_who(kind, row), f"{share.metric.key}_share_of_bound", *texts]


def _who(kind: str, row: Row) -> list[str]:
    setting = row.setting
    return [
        setting.team, setting.adhoc, str(setting.t0), setting.llm, setting.channel, kind,
        str(len(row.tasks)),
    ]  # fmt: skip
