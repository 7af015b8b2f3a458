# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bars of a group stand around its middle, whichever policies are missing; pictures are whole."""

from pathlib import Path

import pytest

from adhoc_teamwork.benchmark.errors import BenchError
from adhoc_teamwork.benchmark.figures.figure8 import Bar, _grouped
from adhoc_teamwork.benchmark.figures.metrics import SUC
from adhoc_teamwork.benchmark.figures.plot_style import new_figure, save
from adhoc_teamwork.benchmark.figures.statistics import Interval
from adhoc_teamwork.benchmark.figures.summary import Figure

BAR = Bar(Figure(SUC, 50.0, Interval(40.0, 60.0)), "#123456")


@pytest.mark.parametrize("group", [[None, BAR], [BAR, None], [BAR], [BAR, None, BAR], [BAR] * 3])
def test_bars_stand_around_the_middle_of_their_group(group: list[Bar | None]) -> None:
    axis = new_figure(4.0, 3.0).subplots()
    _grouped(axis, [group, [BAR, BAR]])
    middles = [bar.get_x() + bar.get_width() / 2.0 for bar in axis.patches]
    count = len([bar for bar in group if bar])
    assert sum(middles[:count]) / count == pytest.approx(0.0)
    assert sum(middles[count:]) / 2 == pytest.approx(1.0)


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    save(new_figure(1.0, 1.0), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BenchError, match=r"missing/a\.png"):
        save(new_figure(1.0, 1.0), tmp_path / "missing" / "a.png")
