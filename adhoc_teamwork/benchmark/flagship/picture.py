# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""The cross-play matrices as a picture: how near each ad hoc robot is to the best beside a team."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np

from adhoc_teamwork.benchmark.figures.plot_style import INK, new_figure, save
from adhoc_teamwork.benchmark.flagship.cross_play import CrossPlay, groups_of
from adhoc_teamwork.benchmark.flagship.rows import FlagshipRow
from adhoc_teamwork.benchmark.flagship.sample import SECTIONS

FILE = "flagship.png"
_WIDE = 4.7
_DARK = 0.55
"""Proximity below which a cell is so dark that its number is written in white."""


def draw_plays(rows: Sequence[FlagshipRow], llm: str, channel: str, folder: Path) -> Path:
    """Draw a matrix for each suite that several teams play, into a folder; return the picture.

    Raises:
        BenchError: The picture cannot be written.
    """
    plays = [groups_of(rows, section, llm, channel) for section in SECTIONS]
    path = folder / FILE
    title = "Score of a team (row) with an ad hoc robot (column); bright: near the best beside it"
    draw_cross_play([play for play in plays if len(play.teams) > 1], title, path)
    return path


def draw_cross_play(plays: Sequence[CrossPlay], title: str, out: Path) -> None:
    """Draw a matrix for each suite; teams are rows, ad hoc robots columns.

    Raises:
        BenchError: The picture cannot be written.
    """
    rows = max(len(play.teams) for play in plays)
    figure = new_figure(_WIDE * len(plays), 1.6 + 0.55 * rows)
    with mpl.rc_context({"font.size": 9}):
        axes = figure.subplots(1, len(plays), squeeze=False)[0]
        for axis, play in zip(axes, plays, strict=True):
            teams, adhocs = play.teams, play.adhocs
            near = np.full((len(teams), len(adhocs)), np.nan)
            for i, team in enumerate(teams):
                for j, adhoc in enumerate(adhocs):
                    found, row = play.proximity(team, adhoc), play.cell(team, adhoc)
                    if found is None or row is None:
                        continue
                    near[i, j] = found
                    color = "white" if found < _DARK else INK
                    bold = "bold" if team == adhoc else "normal"
                    axis.text(
                        j, i, f"{row.value:.0f}", ha="center", va="center", color=color,
                        fontweight=bold,
                    )  # fmt: skip
            axis.imshow(near, cmap="viridis", vmin=0.0, vmax=1.0, aspect="auto")
            axis.set_xticks(range(len(adhocs)), adhocs, rotation=35, ha="right")
            axis.set_yticks(range(len(teams)), teams)
            axis.tick_params(length=0)
            axis.set_title(f"{play.section.name}: {play.section.score.name}", loc="left")
            axis.set_xlabel("ad hoc robot")
        axes[0].set_ylabel("team")
        figure.suptitle(title, x=0.012, ha="left", fontsize=11.5, color=INK)
        figure.tight_layout()
    save(figure, out)
