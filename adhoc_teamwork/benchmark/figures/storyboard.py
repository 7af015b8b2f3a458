# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The counterpart of the paper's Fig. 9: episodes of one task from above, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.lines import Line2D

from adhoc_teamwork.benchmark.episodes.trace import EventKind, Trace, TraceEvent
from adhoc_teamwork.benchmark.figures.house_picture import draw_house
from adhoc_teamwork.benchmark.figures.plot_style import (
    AD_HOC_COLOR,
    GRID,
    INK,
    MUTED,
    TEAM_COLORS,
    new_figure,
    save,
)
from adhoc_teamwork.benchmark.figures.tables import adhoc_label
from adhoc_teamwork.benchmark.runs.plan import NONE, Setting
from adhoc_teamwork.benchmark.store.episode import EpisodeResult
from adhoc_teamwork.benchmark.tasks.task import BenchTask
from adhoc_teamwork.simulation.houses.house import House

PANELS = 5
"""Most pictures of one episode."""
PANEL_WIDTH, GAP = 3.0, 0.14
TOP, LINE_HEIGHT, ABOVE_ROW, BOTTOM = 0.5, 0.32, 1.0, 0.4
"""Inches: a picture and what is between two; above the time line, per episode in it, above a row
of pictures for its headings, for the legend."""
WIDEST = 50
"""Characters above a picture."""
CLOSE, LONG = 0.05, 0.34
"""Shares of an episode: closer events share a picture, longer stretches get one more."""
WEIGHTS = {
    EventKind.TIDY: 5,
    EventKind.JOIN: 4,
    EventKind.PICK_UP: 3,
    EventKind.DROP: 2,
    EventKind.PUT_DOWN: 2,
    EventKind.STOP: 1,
}
"""How much an event is worth a picture of its own; the others never are."""
MISPLACED_COLOR, TIDY_COLOR = "#d33f2f", "#2f9e44"


@dataclass(frozen=True)
class Take:
    """Hold one played episode with its trace."""

    setting: Setting
    result: EpisodeResult
    trace: Trace

    @classmethod
    def of(cls, task: BenchTask, folder: Path, setting: Setting) -> "Take":
        """Play the task in a setting.

        Raises:
            ConfigError: The task does not fit its house.
        """
        from adhoc_teamwork.benchmark.episodes.play import play

        trace = Trace()
        who = setting.team, setting.adhoc, setting.t0, setting.llm, setting.channel
        return cls(setting, play(task, folder, *who, trace=trace), trace)

    @property
    def last_step(self) -> int:
        """Return the step at which the last robot still did something."""
        return max((step for path in self.trace.paths.values() for step, _, _ in path), default=0)

    @property
    def title(self) -> str:
        """Return who took part and how it ended."""
        who = f"with {adhoc_label(self.setting)} from step {self.setting.t0}"
        who = "team alone" if self.setting.adhoc == NONE else who
        done, total = self.result.tidied, self.result.total
        end = "all tidy" if self.result.success else f"{done} of {total} tidy"
        return f"{self.setting.team} {who}: {end} after {self.result.team_steps} steps"


def draw_storyboard(house: House, task: BenchTask, takes: Sequence[Take], out: Path) -> None:
    """Draw a row of pictures per episode under a common time line, into a PNG.

    Raises:
        BenchError: The file cannot be written.
    """
    colors = robot_colors(task)
    panels = [key_steps(take) for take in takes]
    x0, y0, x1, y1 = house.bounds
    tall = min(1.6, max(0.55, (y1 - y0) / (x1 - x0))) * PANEL_WIDTH
    row = ABOVE_ROW + tall + GAP
    line = LINE_HEIGHT * (len(takes) + 0.6)
    width = max(3, *(len(steps) for steps in panels)) * (PANEL_WIDTH + GAP) + GAP
    height = TOP + line + row * len(takes) + BOTTOM
    figure = new_figure(width, height)

    def axis_at(left: float, top: float, wide: float, high: float) -> Any:
        """Return an axis whose top left corner and size are given in inches."""
        place = left / width, 1.0 - (top + high) / height, wide / width, high / height
        return figure.add_axes(place)

    with mpl.rc_context({"font.size": 8}):
        _draw_time(axis_at(GAP, TOP, width - 4 * GAP, line), takes, panels, colors)
        for number, (take, steps) in enumerate(zip(takes, panels, strict=True)):
            top = TOP + line + number * row + ABOVE_ROW
            figure.text(GAP / width, 1.0 - (top - 0.56) / height, take.title, fontsize=9.5,
                        color=INK, weight="bold")  # fmt: skip
            for column, step in enumerate(steps):
                axis = axis_at(GAP + column * (PANEL_WIDTH + GAP), top, PANEL_WIDTH, tall)
                before = steps[column - 1] if column else 0
                _draw_panel(axis, house, take, before, step, colors)
        figure.text(GAP / width, 1.0 - 0.3 / height, _heading(task), fontsize=11, color=INK)
        figure.legend(handles=_legend(task, takes, colors), loc="lower center", ncols=12,
                      frameon=False, fontsize=8, handlelength=1.5)  # fmt: skip
    save(figure, out)


def robot_colors(task: BenchTask) -> dict[str, str]:
    """Return each robot's colour, the ad hoc robot's apart from all others."""
    team = {r.name: TEAM_COLORS[i % len(TEAM_COLORS)] for i, r in enumerate(task.team)}
    return {**team, task.adhoc.name: AD_HOC_COLOR}


def key_steps(take: Take, most: int = PANELS) -> list[int]:
    """Return the steps that get a picture, the last one always among them.

    Those with the most telling events come first, none close to another; what room is left goes to
    the middle of long stretches without any.
    """
    last = take.last_step
    worth: dict[int, int] = {}
    for event in take.trace.events:
        if event.kind in WEIGHTS and not (event.kind is EventKind.JOIN and event.step == 0):
            worth[event.step] = max(worth.get(event.step, 0), WEIGHTS[event.kind])
    chosen = [0, last]
    for step in sorted(worth, key=lambda step: (-worth[step], step)):
        if len(chosen) <= most and min(abs(step - other) for other in chosen) >= CLOSE * last:
            chosen.append(step)
    while len(chosen) <= most:
        ordered = sorted(chosen)
        start, end = max(pairwise(ordered), key=lambda gap: gap[1] - gap[0])
        if end - start < LONG * last or last == 0:
            break
        chosen.append((start + end) // 2)
    return sorted(set(chosen))[1:] or [0]


def _draw_panel(
    axis: Any, house: House, take: Take, before: int, step: int, colors: dict[str, str]
) -> None:
    draw_house(axis, house)
    _draw_objects(axis, take, step)
    for name, path in take.trace.paths.items():
        past = [(x, y) for at, x, y in path if at <= before]
        now = [(x, y) for at, x, y in path if before <= at <= step]
        color = colors.get(name, INK)
        if past:
            axis.plot(*zip(*past, strict=True), color=color, linewidth=0.8, alpha=0.3, zorder=3)
        if now:
            axis.plot(*zip(*now, strict=True), color=color, linewidth=1.7, alpha=0.9, zorder=4,
                      solid_joinstyle="round")  # fmt: skip
        if past or now:
            x, y = (now or past)[-1]
            marker = "*" if name == take.trace.ad_hoc else "o"
            size = 13 if marker == "*" else 8
            axis.plot([x], [y], marker=marker, markersize=size, color=color,
                      markeredgecolor="white", markeredgewidth=0.9, zorder=6)  # fmt: skip
    found = [e for e in take.trace.events if before < e.step <= step and e.kind in WEIGHTS]
    axis.set_title(_caption(found, step), loc="left", fontsize=7.5, color=INK, pad=3)


def _draw_objects(axis: Any, take: Take, step: int) -> None:
    placed = [at for at in take.trace.objects if at <= step]
    if not placed:
        return
    tidied = {name for name, at in take.result.tidied_at if at <= step}
    for name, (x, y) in take.trace.objects[max(placed)].items():
        color = TIDY_COLOR if name in tidied else MISPLACED_COLOR
        axis.plot([x], [y], marker="D", markersize=6, color=color, markeredgecolor="white",
                  markeredgewidth=0.8, zorder=5)  # fmt: skip


def _caption(events: Sequence[TraceEvent], step: int) -> str:
    """Say what happened up to a step in three lines at most, what matters most."""
    tidied = {event.step for event in events if event.kind is EventKind.TIDY}
    told = [e for e in events if e.kind is not EventKind.PUT_DOWN or e.step not in tidied]
    best = sorted(told, key=lambda e: (-WEIGHTS[e.kind], -e.step))[:2]
    best.sort(key=lambda event: event.step)
    lines = [f"step {step}", *(f"{e.robot}: {e.text or e.kind}" for e in best)]
    return "\n".join(line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…" for line in lines)


def _draw_time(
    axis: Any, takes: Sequence[Take], panels: Sequence[list[int]], colors: dict[str, str]
) -> None:
    last = max(take.last_step for take in takes) or 1
    for row, (take, steps) in enumerate(zip(takes, panels, strict=True)):
        axis.plot([0, take.last_step], [-row, -row], color=GRID, linewidth=5, zorder=1,
                  solid_capstyle="round")  # fmt: skip
        for event in take.trace.events:
            if event.kind in (EventKind.PICK_UP, EventKind.TIDY, EventKind.JOIN) and event.step:
                marker = {EventKind.PICK_UP: "^", EventKind.TIDY: "D"}.get(event.kind, ">")
                axis.plot([event.step], [-row], marker=marker, markersize=6.5, linestyle="",
                          color=colors.get(event.robot, MUTED), markeredgecolor="white",
                          markeredgewidth=0.6, zorder=3)  # fmt: skip
        for step, following in pairwise([*steps, 2 * last]):
            if following - step < 0.025 * last:
                continue
            axis.annotate(str(step), (step, -row), xytext=(0, 6), textcoords="offset points",
                          ha="center", fontsize=7, color=INK)  # fmt: skip
    labels = [adhoc_label(take.setting) for take in takes]
    labels = ["team alone" if label == NONE else label for label in labels]
    axis.set_yticks([-row for row in range(len(takes))], labels)
    axis.set_ylim(-len(takes) + 0.4, 0.75)
    axis.set_xlim(-0.12 * last, 1.02 * last)
    axis.spines["bottom"].set_bounds(0, last)
    axis.annotate("step", (last, -len(takes) + 0.4), xytext=(14, -8), fontsize=7.5,
                  textcoords="offset points", annotation_clip=False)  # fmt: skip
    axis.tick_params(length=0, labelsize=7.5)
    axis.tick_params(axis="y", pad=-4)
    for label in axis.get_yticklabels():
        label.set_horizontalalignment("left")
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)


def _heading(task: BenchTask) -> str:
    things = ", ".join(one.object.split("|")[0] for one in task.misplaced)
    rooms = f"{task.rooms} room{'s' * (task.rooms > 1)}"
    return f"Task {task.task_id}: {rooms}, {len(task.team)} teammates, out of place: {things}"


def _legend(task: BenchTask, takes: Sequence[Take], colors: dict[str, str]) -> list[Any]:
    joined = any(take.setting.adhoc != NONE for take in takes)
    robots = [*task.team, *([task.adhoc] * joined)]
    handles = [
        Line2D([], [], color=colors[robot.name], marker="*" if robot is task.adhoc else "o",
               label=f"{robot.name}{'' if robot.can_manipulate else ' (no arm)'}")
        for robot in robots
    ]  # fmt: skip
    marks = (("D", MISPLACED_COLOR, "out of place"), ("D", TIDY_COLOR, "tidy"),
             ("^", MUTED, "picks up"), ("D", MUTED, "tidies"), (">", MUTED, "joins"))  # fmt: skip
    return handles + [
        Line2D([], [], linestyle="", marker=marker, color=color, label=label)
        for marker, color, label in marks
    ]
