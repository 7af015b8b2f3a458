"""All figures of a results folder as CSV: one line per setting, kind of task and metric."""

import csv
import io
from pathlib import Path

from benchmark.files import write_whole
from benchmark.summary import Figure, Row
from benchmark.tables import Splits

FILE = "table.csv"
HEADINGS = (
    "team", "ad_hoc", "t0", "model", "kind_of_task", "tasks", "metric", "value", "low_95",
    "high_95", "team_alone", "change_percent", "p_value",
)  # fmt: skip


def write_table_file(folder: Path, splits: Splits) -> Path:
    """Write table.csv into the results folder and return it; see `write_whole` for errors."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADINGS)
    for kind, rows in splits.items():
        for row in rows:
            writer.writerows(_cells(kind, row, figure) for figure in row.figures.values())
    path = folder / FILE
    write_whole(path, [text.getvalue().encode()])
    return path


def _cells(kind: str, row: Row, figure: Figure) -> list[str]:
    setting = row.setting
    numbers = (
        figure.value, figure.interval.low, figure.interval.high, figure.before, figure.change,
        figure.p_value,
    )  # fmt: skip
    return [
        setting.team, setting.adhoc, str(setting.t0), setting.llm, kind, str(len(row.tasks)),
        figure.metric.key, *("" if number is None else f"{number:.6g}" for number in numbers),
    ]  # fmt: skip
