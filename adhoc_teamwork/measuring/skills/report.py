# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The table of the trials."""

from collections import Counter
from collections.abc import Sequence

from rich.table import Table

from adhoc_teamwork.measuring.skills.limits import STOP_WITHIN, WANTED, faults, rows, slowest_stop
from adhoc_teamwork.measuring.skills.trial import Trial
from adhoc_teamwork.teamwork.text.tables import PlainConsole

_WIDTH = 120


def print_report(trials: Sequence[Trial], show_misses: bool) -> bool:
    """Print the table and on demand each call that went wrong; tell whether all is as wanted."""
    console = PlainConsole(width=_WIDTH, highlight=False)
    console.print(_table(trials))
    console.print(_refusals(trials))
    if show_misses:
        for trial in trials:
            if not trial.right or trial.bumps or trial.stopped_after > STOP_WITHIN:
                console.print(miss_text(trial), markup=False, soft_wrap=True)
    missed = faults(trials)
    text = f"MISSED: {'; '.join(missed)}" if missed else f"all limits are met ({len(trials)} calls)"
    console.print(text, markup=False, soft_wrap=True)
    return not missed


def miss_text(trial: Trial) -> str:
    """Return one line on a call that did not end as it should."""
    result, call = trial.result, trial.call
    kind = str(call.subskill.kind)
    words = (call.subskill.object_id, call.subskill.receptacle_id, call.subskill.room_id)
    said = "succeeded" if result.success else f"{result.stage} {result.cause}: {result.message}"
    wrong = f" [{call.mistake}]" if call.mistake else ""
    bumps = f" COLLISION {', '.join(trial.bumps)}" if trial.bumps else ""
    stop = f" stood after {trial.stopped_after:.2f} s" if call.cancel_after else ""
    name = " ".join([kind, *(word for word in words if word)])
    return f"{trial.house} {trial.robot}: {name}{wrong}: {said}{bumps}{stop}"


def _table(trials: Sequence[Trial]) -> Table:
    table = Table(title="Sub-skills called at random")
    table.add_column("calls of", no_wrap=True)
    for name in ("calls", "as it should", "share", "wanted", "mean s"):
        table.add_column(name, justify="right")
    for row in rows(trials):
        table.add_row(
            row.sort.value,
            str(row.calls),
            str(row.right),
            f"{row.share:.1%}",
            f"{WANTED[row.sort]:.0%}",
            f"{row.seconds:.1f}",
        )
    table.add_section()
    bumps = sum(bool(trial.bumps) for trial in trials)
    table.add_row("all", str(len(trials)), str(sum(t.right for t in trials)), "", "", "")
    table.add_row("with a collision", str(bumps), "", "", "0", "")
    stop = f"{slowest_stop(trials):.2f} s"
    table.add_row("slowest stop after a cancel", "", "", stop, f"{STOP_WITHIN} s", "")
    return table


def _refusals(trials: Sequence[Trial]) -> str:
    """Return which mistakes were made, how often, and how they ended."""
    made = Counter(trial.call.mistake for trial in trials if trial.call.mistake)
    lines = []
    for mistake, count in sorted(made.items()):
        mine = [trial for trial in trials if trial.call.mistake == mistake]
        ends = Counter(
            f"{t.result.stage} {t.result.cause}" if not t.result.success else "SUCCEEDED"
            for t in mine
        )
        ended = ", ".join(f"{end} {number}" for end, number in sorted(ends.items()))
        lines.append(f"  {mistake} ({count}): {ended}")
    return "\n".join(["Invalid calls, and how they ended:", *lines]) if lines else ""
