# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""A picture shows things where they are and robots in their colours, whoever draws it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from physical import world_of

from adhoc_teamwork.cells.cell_file import Part, Thing
from adhoc_teamwork.cells.drawing import GlPainter, Painter, RayPainter, painter_of
from adhoc_teamwork.cells.world import CellWorld

Picture = np.ndarray[Any, np.dtype[np.uint8]]
LEFT, RIGHT = -0.4, 0.4
BALL = Thing((Part(sphere=0.05),), at=(LEFT, 0.4, 0.05), fixed=True, colour=(0.0, 0.9, 0.0))


def cell(x: float) -> CellWorld:
    tin = Thing((Part(cylinder=(0.05, 0.1)),), (x, -0.3, 0.05), fixed=True, colour=(0.9, 0.0, 0.9))
    return world_of(things={"ball": BALL, "tin": tin})


def by_rays(world: CellWorld) -> Picture:
    return RayPainter(world.model, {}).draw(world.positions())


def by_opengl(world: CellWorld) -> Picture:
    with painter_of(world.model, ()) as painter:
        if not isinstance(painter, GlPainter):
            pytest.skip("neither EGL nor OSMesa is there")
        return painter.draw(world.positions())


def middle(picture: Picture, is_shown: Callable[[Picture], Picture]) -> tuple[float, float]:
    rows, columns = np.nonzero(is_shown(picture.astype(np.int64).transpose(2, 0, 1)))
    assert len(rows) > 20
    return float(columns.mean()), float(rows.mean())


def green(colours: Picture) -> Picture:
    return (colours[1] > 60) & (colours[0] < 40) & (colours[2] < 40)


def purple(colours: Picture) -> Picture:
    return (colours[0] > 60) & (colours[1] < 40) & (colours[2] > 60)


def orange(colours: Picture) -> Picture:
    return (colours[0] > 80) & (2 * colours[1] < colours[0] + 10) & (colours[2] < colours[1])


@pytest.mark.parametrize("draw", [by_rays, by_opengl])
def test_a_thing_is_drawn_where_it_is(draw: Callable[[CellWorld], Picture]) -> None:
    pictures = [draw(cell(x)) for x in (LEFT, RIGHT)]
    (first, _), (second, _) = (middle(picture, purple) for picture in pictures)
    assert first < 280 < 360 < second
    assert middle(pictures[0], green) == middle(pictures[1], green)
    assert middle(pictures[0], orange)[0] == pytest.approx(320.0, abs=60.0)


def test_rays_and_opengl_draw_the_same() -> None:
    world = cell(RIGHT)
    one, other = by_rays(world), by_opengl(world)
    for is_shown in (green, purple, orange):
        assert middle(one, is_shown) == pytest.approx(middle(other, is_shown), abs=4.0)


def test_what_draws_one_cell_draws_the_next() -> None:
    drawn: list[Painter] = []
    for _ in range(2):
        world = cell(LEFT)
        with painter_of(world.model, ()) as painter:
            drawn.append(painter)
            assert np.ptp(painter.draw(world.positions())) > 100
    assert type(drawn[0]) is type(drawn[1])
