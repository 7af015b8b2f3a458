# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a grid lies, and how it grows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.teamwork.maps.grid_frame import GridFrame

place = st.floats(-20.0, 20.0)
box = st.tuples(place, place, st.floats(0.1, 8.0), st.floats(0.1, 8.0)).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@settings(max_examples=60)
@given(box, box, st.sampled_from([0.05, 0.1, 0.25]))
def test_growing_holds_both_and_moves_no_cell(
    first: tuple[float, float, float, float], then: tuple[float, float, float, float], cell: float
) -> None:
    small = GridFrame(cell).grown_to(first, 1.0, 100.0)
    large = small.grown_to(then, 1.0, 100.0)
    for extent, held in ((small, first), (large, first), (large, then)):
        x0, y0, x1, y1 = extent.box
        assert x0 <= held[0] + 1e-6
        assert y0 <= held[1] + 1e-6
        assert x1 >= held[2] - 1e-6
        assert y1 >= held[3] - 1e-6
    rows, columns = small.offset_in(large)
    assert large.origin[0] + columns.start * cell == pytest.approx(small.origin[0], abs=1e-6)
    assert large.origin[1] + rows.start * cell == pytest.approx(small.origin[1], abs=1e-6)
    assert 0 <= rows.start <= rows.stop <= large.height
    assert 0 <= columns.start <= columns.stop <= large.width
    assert large.grown_to(then, 1.0, 100.0) is large


def test_cells_of_points() -> None:
    extent = GridFrame.around((-1.0, 0.0, 1.0, 0.5), 0.1)
    assert (extent.width, extent.height, extent.origin) == (20, 5, (-1.0, 0.0))
    points = np.array([[-0.95, 0.05], [0.95, 0.45], [1.05, 0.1]], np.float32)
    rows, cols, inside = extent.cells(points)
    assert inside.tolist() == [True, True, False]
    assert (rows[:2].tolist(), cols[:2].tolist()) == ([0, 4], [0, 19])
    assert extent.cell_at(-0.95, 0.05) == (0, 0)
    assert extent.cell_at(1.05, 0.1) is None


def test_longest_side_is_kept() -> None:
    extent = GridFrame(0.1).grown_to((0.0, 0.0, 1.0, 1.0), 1.0, 10.0)
    grown = extent.grown_to((-500.0, 0.0, 500.0, 1.0), 1.0, 10.0)
    assert grown.width <= 101
    assert grown.height == extent.height


@settings(max_examples=60)
@given(st.lists(box, max_size=5), st.lists(st.tuples(place, place), min_size=1, max_size=8))
def test_many_at_once_are_as_one_by_one(
    boxes: list[tuple[float, float, float, float]], points: list[tuple[float, float]]
) -> None:
    extent = GridFrame.around((-5.0, -4.0, 9.0, 12.0), 0.1)
    cells = np.arange(extent.height * extent.width).reshape(extent.height, extent.width)
    for (low, left, top, right), one in zip(extent.windows(boxes).tolist(), boxes, strict=True):
        assert np.array_equal(cells[low:top, left:right], cells[extent.window(one)])
    xy = np.array(points, np.float32)
    rows, cols, inside = extent.cells(xy)
    assert extent.places(xy[:, 0], xy[:, 1]).tolist() == (
        (rows * extent.width + cols)[inside].tolist()
    )


frames = st.builds(
    GridFrame,
    st.sampled_from([0.05, 0.1, 0.25, 0.3]),
    st.tuples(place, place),
    st.integers(1, 60),
    st.integers(1, 60),
)


@given(frames, st.integers(-70, 130), st.integers(-70, 130))
def test_a_cells_middle_is_in_the_cell(frame: GridFrame, row: int, column: int) -> None:
    x, y = frame.middle(row, column)
    assert frame.cell_of(x, y) == (row, column)
    assert frame.holds((row, column)) == (frame.cell_at(x, y) is not None)
    rows, columns, inside = frame.index(np.array([x]), np.array([y]))
    assert (rows[0], columns[0], inside[0]) == (row, column, frame.holds((row, column)))


@given(frames, st.integers(-70, 130), st.integers(-70, 130))
def test_the_line_between_two_cells_is_the_upper_ones(
    frame: GridFrame, row: int, column: int
) -> None:
    """Whatever digits are lost on the way: 0.3 is the lower border of the fourth tenth."""
    x, y = frame.origin[0] + column * frame.cell, frame.origin[1] + row * frame.cell
    assert frame.cell_of(x, y) == (row, column)


@given(frames, st.floats(-30.0, 30.0), st.floats(-30.0, 30.0))
def test_a_point_is_at_most_half_a_cell_from_the_middle_of_its_cell(
    frame: GridFrame, x: float, y: float
) -> None:
    middle = frame.middle(*frame.cell_of(x, y))
    assert max(abs(x - middle[0]), abs(y - middle[1])) <= frame.cell * (0.5 + 1e-5)
    near = frame.nearest_cell(x, y)
    assert frame.holds(near)
    assert near == (frame.cell_at(x, y) or near)


@given(frames)
def test_middles_are_those_of_the_cells_one_by_one(frame: GridFrame) -> None:
    x, y = frame.middles()
    for row, column in ((0, 0), (frame.height - 1, frame.width - 1)):
        assert (x[column], y[row]) == frame.middle(row, column)
    again = GridFrame.of_middles(x[0], y[0], frame.cell, (len(y), len(x)))
    assert (again.width, again.height) == (frame.width, frame.height)
    assert again.origin == pytest.approx(frame.origin, abs=1e-9)
    rows, columns, inside = frame.index(x[None, :] + 0 * y[:, None], y[:, None] + 0 * x)
    assert inside.all()
    assert (rows == np.arange(frame.height)[:, None]).all()
    assert (columns == np.arange(frame.width)).all()


def test_what_is_nowhere_is_in_no_cell() -> None:
    frame = GridFrame(0.1, (0.0, 0.0), 10, 10)
    _, _, inside = frame.index(np.array([np.nan, 0.5]), np.array([0.5, np.inf]))
    assert not inside.any()
