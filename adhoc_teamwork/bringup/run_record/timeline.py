# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draw timelines: who did what when, who told whom, and what became of the objects."""

import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.colors
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from adhoc_teamwork.bringup.run_record.run_statistics import RobotRecord, Span
from adhoc_teamwork.bringup.run_record.timeline_data import ObjectTrack, TimelineData
from adhoc_teamwork.teamwork.settings.config import ConfigError

SUBTASK_COLORS = {"Explore": "#4c8dc9", "Re-place": "#e08a2e", "Stop": "#b9bec4"}
SKILL_COLORS = {
    "GoToObject": "#2f7f86",
    "GoToPoint": "#6fb3b8",
    "GoToRoom": "#4a9aa0",
    "PickupObject": "#a3492f",
    "PutObject": "#5a7d2b",
    "Explore": "#8fb4da",
    "Stop": "#d5d9dd",
}
MISPLACED_COLOR, HELD_COLOR, TIDY_COLOR = "#e9b4ae", "#f3d48a", "#a9d3a0"
MESSAGE_COLORS = {
    "join": "#444444",
    "intent": "#c07f2a",
    "reflection": "#8a5aa8",
    "talk": "#2f8f6b",
}
OTHER_MESSAGE_COLOR = "#8c96a0"
INK = "#23292f"
LANE = 1.0
DOTS, HIGHEST = 110, 500.0
"""Of a picture: dots an inch, and inches."""
OBJECT_LANE = 0.42
CHARACTERS_PER_WIDTH = 190
"""How many characters of bar labels fit into the whole width of a picture."""


def draw(runs: Sequence[TimelineData], out: Path) -> None:
    """Draw runs one above the other on one time axis into a PNG.

    Raises:
        ConfigError: The picture cannot be written.
    """
    heights = [_height(run) for run in runs]
    height = 0.95 * sum(heights) + 1.1 * len(runs) + 0.9
    if height > HIGHEST:
        lanes = sum(len(run.robots) + len(run.objects) for run in runs)
        raise ConfigError(f"{out}: {lanes} robots and things; expected fewer in one picture")
    figure = Figure(figsize=(15.0, height), dpi=DOTS)
    FigureCanvasAgg(figure)
    with mpl.rc_context({"font.size": 9, "text.parse_math": False}), warnings.catch_warnings():
        # A letter that the font lacks is a box in the picture; that is said there.
        warnings.filterwarnings("ignore", "Glyph ")
        axes = figure.subplots(
            len(runs), 1, sharex=True, squeeze=False, height_ratios=heights, gridspec_kw={}
        )[:, 0]
        longest = max(run.duration for run in runs)
        for run, axis in zip(runs, axes, strict=True):
            _draw_run(axis, run, longest)
        axes[-1].set_xlabel("simulated time (s)")
        axes[-1].set_xlim(-0.01 * longest, longest * 1.02)
        figure.legend(
            handles=_legend(), loc="lower center", ncols=9, frameon=False, fontsize=8,
            columnspacing=1.4, handlelength=1.4,
        )  # fmt: skip
        figure.tight_layout(rect=(0.0, 0.62 / figure.get_figheight(), 1.0, 1.0), h_pad=1.6)
        try:
            figure.savefig(out)
        except OSError as error:
            raise ConfigError(f"{out}: {error.strerror}; expected a file to write") from None


def _height(run: TimelineData) -> float:
    return LANE * len(run.robots) + OBJECT_LANE * len(run.objects) + 0.15


def _draw_run(axis: Any, run: TimelineData, longest: float) -> None:
    lanes = {robot.name: -LANE * index for index, robot in enumerate(run.robots)}
    labels = [(y, _lane_label(robot)) for robot, y in zip(run.robots, lanes.values(), strict=True)]
    for robot in run.robots:
        _draw_robot(axis, robot, lanes[robot.name], run.duration, longest)
    _draw_messages(axis, run, lanes)
    _draw_moves(axis, run, lanes, longest)
    y = -LANE * (len(run.robots) - 1) - 0.5 - OBJECT_LANE / 2
    for track in run.objects.values():
        _draw_object(axis, track, y, run.duration)
        labels.append((y, track.category))
        y -= OBJECT_LANE
    for time, process in run.restarts:
        axis.axvline(time, color="#b03030", linewidth=0.8, linestyle=(0, (4, 3)), zorder=5)
        axis.annotate(f"{process} restarts", (time, 0.56), fontsize=7, color="#b03030", va="bottom",
                      annotation_clip=False)  # fmt: skip
    for time, version in run.plans:
        axis.axvline(time, color="#5b6b7a", linewidth=0.6, linestyle=":", zorder=1.2)
        axis.annotate(f"plan {version}", (time, 0.5), fontsize=6.5, color="#5b6b7a", va="bottom",
                      ha="left", annotation_clip=False)  # fmt: skip
    axis.axvline(run.duration, color=INK, linewidth=1.0)
    axis.set_ylim(y + OBJECT_LANE / 2 - 0.05, 0.55)
    axis.set_yticks([y for y, _ in labels], [text for _, text in labels])
    axis.tick_params(axis="y", length=0)
    axis.tick_params(axis="x", labelbottom=True)
    axis.grid(axis="x", color="#e6e9ec", linewidth=0.7)
    axis.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)
    axis.set_title(run.title, loc="left", fontsize=11, color=INK, pad=12)


def _lane_label(robot: RobotRecord) -> str:
    kind = f"\n{robot.robot_type[:28]}" if robot.robot_type else ""
    ad_hoc = " (ad hoc)" if robot.ad_hoc else ""
    return f"{robot.name}{ad_hoc}{kind}\n{robot.path_length:.1f} m"


def _draw_robot(axis: Any, robot: RobotRecord, y: float, duration: float, longest: float) -> None:
    joined = robot.joined_at
    end = duration if robot.left_at is None else robot.left_at
    if joined is None:
        axis.text(0.0, y, "did not join", color="#8c96a0", va="center", style="italic")
        return
    axis.plot([joined, end], [y, y], color="#c9ced3", linewidth=1.0, zorder=1)
    for span in robot.subtasks.values():
        _draw_subtask(axis, span, y, end, longest)
    for span in robot.subskills:
        if span.start >= end:
            continue
        stop = min(end if span.end is None else span.end, end)
        color = SKILL_COLORS.get(span.kind, "#999999")
        axis.barh(y - 0.22, max(stop - span.start, 0.0), left=span.start, height=0.12,
                  color=color, edgecolor="white", linewidth=0.5, zorder=3)  # fmt: skip
        axis.plot([span.start] * 2, [y - 0.31, y - 0.16], color=INK, linewidth=0.6, zorder=4)
    axis.plot([joined], [y + 0.08], marker=">", color=INK, markersize=8, zorder=6)
    axis.annotate(f"joins {joined:.0f} s", (joined, y + 0.36), fontsize=7.5, color=INK, va="center")


def _draw_subtask(axis: Any, span: Span, y: float, end: float, longest: float) -> None:
    stop = min(end if span.end is None else span.end, end)
    if span.start >= end:
        return
    color = SUBTASK_COLORS.get(span.kind, "#999999")
    completed = span.status in ("done", "running")
    axis.barh(y + 0.08, stop - span.start, left=span.start, height=0.36, zorder=2, linewidth=1.0,
              facecolor=color if completed else _pale(color), edgecolor="white",
              hatch=None if completed else "////")  # fmt: skip
    room = int((stop - span.start) / longest * CHARACTERS_PER_WIDTH)
    words = [word.strip("<>") for word in span.name.split(" ")]
    candidates = (" ".join(words), " ".join(words[:2]), words[1] if len(words) > 1 else words[0])
    label = next((text for text in candidates if len(text) <= room), "")
    axis.text(span.start + (stop - span.start) / 2, y + 0.08, label, ha="center", va="center",
              fontsize=7.5, color="white" if completed and span.kind != "Stop" else INK,
              zorder=4)  # fmt: skip


def _pale(color: str) -> tuple[float, ...]:
    """Return a colour halfway to white."""
    return tuple(0.45 * channel + 0.55 for channel in mpl.colors.to_rgb(color))


def _draw_messages(axis: Any, run: TimelineData, lanes: dict[str, float]) -> None:
    joined = {robot.name: robot.joined_at for robot in run.robots}
    for message in run.messages:
        if message.sender not in lanes or message.time > run.duration:
            continue
        color = MESSAGE_COLORS.get(message.kind, OTHER_MESSAGE_COLOR)
        start = lanes[message.sender]
        for robot, y in lanes.items():
            there = joined[robot]
            if robot == message.sender or there is None or there > message.time:
                continue
            if message.recipient not in ("", robot):
                continue
            axis.annotate(
                "", xy=(message.time, y + (0.3 if y < start else -0.32)), annotation_clip=True,
                xytext=(message.time, start + (-0.32 if y < start else 0.3)),
                arrowprops={
                    "arrowstyle": "-|>,head_length=0.25,head_width=0.12", "color": color,
                    "linewidth": 0.7, "alpha": 0.35, "shrinkA": 0, "shrinkB": 0,
                },
                zorder=1.5,
            )  # fmt: skip


def _draw_moves(axis: Any, run: TimelineData, lanes: dict[str, float], longest: float) -> None:
    """Mark what hands took up and put down; words that would lie over others are left out."""
    character = longest / CHARACTERS_PER_WIDTH
    free_from = dict.fromkeys(lanes, -math.inf)
    for move in sorted(run.moves, key=lambda move: move.time):
        if move.robot not in lanes or move.time > run.duration:
            continue
        up = move.kind == "grasp"
        y = lanes[move.robot] - 0.22
        axis.plot([move.time], [y], marker="^" if up else "v", markersize=8, color="#ffffff",
                  markeredgecolor=INK, markeredgewidth=1.2, zorder=7)  # fmt: skip
        verb = {"grasp": "picks", "release": "puts"}.get(move.kind, "drops")
        at_the_end = move.time > 0.95 * run.duration
        for text in (f"{verb} {move.category}", verb):
            width = character * len(text)
            begin = move.time - (width if at_the_end else width / 2.0)
            if begin >= free_from[move.robot]:
                axis.annotate(text, (move.time, lanes[move.robot] - 0.40), fontsize=7.5,
                              ha="right" if at_the_end else "center", va="center", color=INK,
                              zorder=7)  # fmt: skip
                free_from[move.robot] = begin + width + character
                break


def _draw_object(axis: Any, track: ObjectTrack, y: float, duration: float) -> None:
    def bar(start: float, end: float, color: str) -> None:
        axis.barh(y, max(end - start, 0.0), left=start, height=0.22, color=color, zorder=2)

    bar(0.0, duration, MISPLACED_COLOR)
    if track.tidied_at is not None:
        bar(track.tidied_at, duration, TIDY_COLOR)
    for start, end in track.held:
        bar(start, duration if end is None else end, HELD_COLOR)


def _legend() -> list[Any]:
    tasks = [Patch(color=color, label=kind) for kind, color in SUBTASK_COLORS.items()]
    unfinished = Patch(facecolor="#b5cbe0", edgecolor="white", hatch="////", label="not completed")
    objects = [
        Patch(color=MISPLACED_COLOR, label="object out of place"),
        Patch(color=HELD_COLOR, label="object held"),
        Patch(color=TIDY_COLOR, label="object tidy"),
    ]
    marks = [
        Line2D([], [], linestyle="", marker=">", color=INK, label="joins"),
        Line2D([], [], linestyle="", marker="^", color="w", markeredgecolor=INK, label="picks up"),
        Line2D([], [], linestyle="", marker="v", color="w", markeredgecolor=INK, label="puts"),
    ]
    messages = [
        Line2D([], [], color=color, linewidth=1.2, label=f"{kind} message")
        for kind, color in {**MESSAGE_COLORS, "other": OTHER_MESSAGE_COLOR}.items()
    ]
    skills = [Patch(color=c, label=f"{kind} (skill)") for kind, c in SKILL_COLORS.items()]
    return [*tasks, unfinished, *objects, *marks, *messages, *skills[:6]]
