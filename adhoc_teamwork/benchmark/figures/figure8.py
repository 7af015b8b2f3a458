# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The counterpart of the paper's Fig. 8: %Suc by join time, difficulty and the robot's ability."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl

from adhoc_teamwork.benchmark.figures.metrics import SUC
from adhoc_teamwork.benchmark.figures.plot_style import (
    INK,
    MUTED,
    new_figure,
    policy_color,
    save,
    tidy_axis,
)
from adhoc_teamwork.benchmark.figures.summary import Figure as Value
from adhoc_teamwork.benchmark.figures.summary import Row
from adhoc_teamwork.benchmark.figures.tables import Splits, adhoc_label, stars
from adhoc_teamwork.benchmark.runs.plan import NONE

GROUP = 0.8
"""Share of the distance between two groups that their bars take up."""


@dataclass(frozen=True)
class Bar:
    """Hold one bar: %Suc with its interval, and what stands above it."""

    value: Value
    color: str
    above: str = ""


def draw_figure8(splits: Splits, team: str, focus: str, title: str, out: Path) -> None:
    """Draw the three panels for one team's policy into a PNG.

    Args:
        splits: Rows by kind of task.
        team: The team's policy.
        focus: The ad hoc policy of panel b.
        title: What stands above all.
        out: The file.

    Raises:
        BenchError: The file cannot be written.
    """
    mine = {kind: [r for r in rows if r.setting.team == team] for kind, rows in splits.items()}
    rows = [row for row in mine["all"] if row.setting.adhoc != NONE]
    names = list(dict.fromkeys(adhoc_label(row.setting) for row in rows))
    colors = {
        adhoc_label(row.setting): policy_color(row.setting.adhoc, [r.setting.adhoc for r in rows])
        for row in rows
    }
    base = next((row for row in mine["all"] if row.setting.adhoc == NONE), None)
    figure = new_figure(13.5, 4.9)
    with mpl.rc_context({"font.size": 9}):
        axes = figure.subplots(1, 3, width_ratios=[1.25, 1.0, 1.0])
        _by_join_time(axes[0], rows, names, colors, base)
        _by_difficulty(axes[1], mine, focus, colors)
        _by_ability(axes[2], mine, names, colors)
        figure.suptitle(title, x=0.012, ha="left", fontsize=11.5, color=INK)
        _legend(figure, names, colors, base)
        figure.tight_layout(rect=(0.0, 0.075, 1.0, 1.0), w_pad=2.2)
    save(figure, out)


def _by_join_time(
    axis: Any, rows: Sequence[Row], names: Sequence[str], colors: dict[str, str], base: Row | None
) -> None:
    times = sorted({row.setting.t0 for row in rows})
    found = {(adhoc_label(row.setting), row.setting.t0): row for row in rows}
    groups = [
        [_bar(found.get((name, t0)), colors[name], marked=True) for name in names] for t0 in times
    ]
    _grouped(axis, groups)
    axis.set_xticks(range(len(times)), [f"t0 = {t0}" for t0 in times])
    if base is not None:
        value = base.figures[SUC.key]
        axis.axhspan(value.interval.low, value.interval.high, color=MUTED, alpha=0.15, zorder=0.5)
        axis.axhline(value.value, color=MUTED, linewidth=1.3, linestyle=(0, (5, 3)), zorder=1)
    axis.set_title("(a) by the step at which the ad hoc robot joins", loc="left")
    axis.set_xlabel("join time (steps)")
    axis.set_ylabel("%Suc (tasks finished, %)")


def _by_difficulty(axis: Any, splits: Splits, focus: str, colors: dict[str, str]) -> None:
    kinds = [kind for kind in ("easy", "medium", "difficult") if splits.get(kind)]
    groups, changes = [], []
    for kind in kinds:
        alone = _find(splits[kind], NONE)
        row = _find(splits[kind], focus)
        label = adhoc_label(row.setting) if row else ""
        groups.append([_bar(alone, "#b9bec4"), _bar(row, colors.get(label, INK), marked=True)])
        changes.append(row.figures[SUC.key].change if row else None)
    _grouped(axis, groups)
    labels = [
        f"{kind}\n{len(splits[kind][0].tasks)} tasks\n{_change_text(change)}"
        for kind, change in zip(kinds, changes, strict=True)
    ]
    axis.set_xticks(range(len(kinds)), labels)
    t0 = min((r.setting.t0 for r in splits["all"] if r.setting.adhoc == focus), default=0)
    axis.set_title(f"(b) by difficulty: alone, and with {focus} (t0 = {t0})", loc="left")


def _by_ability(axis: Any, splits: Splits, names: Sequence[str], colors: dict[str, str]) -> None:
    kinds = [kind for kind in ("ad hoc with arm", "ad hoc without arm") if splits.get(kind)]
    groups = []
    for kind in kinds:
        first = {adhoc_label(r.setting): r for r in reversed(splits[kind])}
        alone = _bar(_find(splits[kind], NONE), "#b9bec4")
        groups.append(
            [alone, *(_bar(first.get(name), colors[name], marked=True) for name in names)]
        )
    _grouped(axis, groups)
    labels = [f"{kind}\n{max(len(r.tasks) for r in splits[kind])} tasks" for kind in kinds]
    axis.set_xticks(range(len(kinds)), labels)
    axis.set_title("(c) by the ad hoc robot's ability", loc="left")


def _grouped(axis: Any, groups: Sequence[Sequence[Bar | None]]) -> None:
    """Draw groups of bars with intervals; each group's bars stand around its middle."""
    there = [[bar for bar in group if bar is not None] for group in groups]
    width = GROUP / max((1, *(len(group) for group in there)))
    top = 1.0
    for index, group in enumerate(there):
        for place, bar in enumerate(group):
            value, interval = bar.value.value, bar.value.interval
            x = index + (place - (len(group) - 1) / 2.0) * width
            axis.bar(x, value, width * 0.92, color=bar.color, zorder=2)
            axis.plot([x, x], [interval.low, interval.high], color=INK, linewidth=1.0, zorder=3)
            axis.annotate(
                f"{value:.0f}{bar.above}", (x, interval.high), xytext=(0, 2),
                textcoords="offset points", ha="center", va="bottom", fontsize=7.5, color=INK,
            )  # fmt: skip
            top = max(top, interval.high)
    axis.set_ylim(0.0, min(1.12 * top, 108.0))
    axis.set_xlim(-0.6, len(groups) - 0.4)
    tidy_axis(axis)


def _bar(row: Row | None, color: str, marked: bool = False) -> Bar | None:
    if row is None:
        return None
    value = row.figures[SUC.key]
    return Bar(value, color, stars(value.p_value) if marked else "")


def _find(rows: Sequence[Row], adhoc: str) -> Row | None:
    return next((row for row in rows if row.setting.adhoc == adhoc), None)


def _change_text(change: float | None) -> str:
    return "" if change is None else f"{change:+.0f} %"


def _legend(figure: Any, names: Sequence[str], colors: dict[str, str], base: Row | None) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = []
    if base is not None:
        handles.append(Patch(color="#b9bec4", label="team alone (line in a)"))
    handles.extend(Patch(color=colors[name], label=name) for name in names)
    handles.append(Line2D([], [], color=INK, linewidth=1.0, label="95 % interval"))
    handles.append(Line2D([], [], linestyle="", label="* p < 0.05, ** 0.01, *** 0.001"))
    figure.legend(
        handles=handles, loc="lower center", ncols=len(handles), frameon=False, fontsize=8.5,
        handlelength=1.3, columnspacing=1.6,
    )  # fmt: skip
