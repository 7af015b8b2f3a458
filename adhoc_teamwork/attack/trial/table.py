# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The table of an attack, and the folder that keeps what did harm."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from adhoc_teamwork.attack.trial.outcome import HARM, Outcome, Tally
from adhoc_teamwork.attack.trial.worker import leaked

_SHOWN = 110


def print_table(tallies: Sequence[Tally], console: Console) -> None:
    """Print one line for each row, and one for all."""
    table = Table(title="Attack", title_justify="left", title_style="bold")
    for name in ("what", "tried", "held", *(outcome.value for outcome in HARM), "worst effect"):
        table.add_column(name, justify="left" if name in ("what", "worst effect") else "right")
    for tally in tallies:
        table.add_row(*_cells(tally.row, [tally], _effect(tally)))
    table.add_section()
    table.add_row(*_cells("all", tallies, ""))
    console.print(table)


def _cells(name: str, tallies: Iterable[Tally], effect: str) -> list[Text]:
    tallies = list(tallies)
    counts = [sum(tally.counts[outcome] for tally in tallies) for outcome in Outcome]
    harmless, harms = counts[0], counts[1:]
    cells = [Text(name), Text(f"{sum(t.tried for t in tallies):,}"), Text(f"{harmless:,}")]
    cells += [Text(str(count), "bold red" if count else "") for count in harms]
    return [*cells, Text(effect)]


def _effect(tally: Tally) -> str:
    worst = tally.worst
    said = f"{worst.target}: {worst.detail}".removeprefix(": ") if worst is not None else "none"
    if tally.skipped:
        said = f"{said}; {tally.skipped}" if worst is not None else tally.skipped
    return shown(said)


def shown(text: str) -> str:
    """Return a text that may hold an attack's input as a terminal may show it."""
    return "".join("?" if leaked(c) or c == "\n" else c for c in text)[:_SHOWN]


def write_report(folder: Path, seed: int, tallies: Sequence[Tally]) -> None:
    """Write `attack.json`: what was tried, what held, and every harm.

    Raises:
        OSError: It cannot be written.
    """
    rows = [
        {
            "row": tally.row,
            "tried": tally.tried,
            "seconds": round(tally.seconds, 1),
            "skipped": tally.skipped,
            "outcomes": {outcome.value: tally.counts[outcome] for outcome in Outcome},
            "harms": [asdict(harm) for harm in tally.harms],
        }
        for tally in tallies
    ]
    text = json.dumps({"seed": seed, "rows": rows}, indent=1) + "\n"
    (folder / "attack.json").write_text(text, encoding="utf-8")
