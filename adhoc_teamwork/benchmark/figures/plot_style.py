# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""How the benchmark's pictures look."""

import io
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from adhoc_teamwork.benchmark.store.files import write_whole

INK = "#23292f"
GRID = "#e6e9ec"
MUTED = "#8c96a0"
POLICY_COLORS = {
    "none": "#b9bec4",
    "random": "#d3b37a",
    "heuristic": "#4c8dc9",
    "irot": "#c2512f",
    "all-knowing": "#93ad5c",
    "oracle": "#5a7d2b",
}
OTHER_COLORS = ("#8a5aa8", "#2f7f86", "#e08a2e", "#7d6b5d", "#c05b91", "#5566aa")
TEAM_COLORS = ("#2a6fb0", "#d9822b", "#3d8f5f", "#8a5aa8", "#a8503f")
AD_HOC_COLOR = "#d6225c"


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, in inches, that needs no display."""
    figure = Figure(figsize=(width, height), dpi=130)
    FigureCanvasAgg(figure)
    return figure


def save(figure: Figure, path: Path) -> None:
    """Write a picture.

    Raises:
        BenchError: It cannot be written.
    """
    picture = io.BytesIO()
    figure.savefig(picture, format="png")
    write_whole(path, [picture.getvalue()])


def policy_color(name: str, known: list[str]) -> str:
    """Return a policy's colour, always the same for those of this version."""
    if name in POLICY_COLORS:
        return POLICY_COLORS[name]
    others = sorted(set(known) - set(POLICY_COLORS))
    return OTHER_COLORS[others.index(name) % len(OTHER_COLORS)]


def tidy_axis(axis: Any) -> None:
    """Leave only what is needed of an axis with bars."""
    axis.grid(axis="y", color=GRID, linewidth=0.8)
    axis.set_axisbelow(True)
    axis.tick_params(length=0)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)
