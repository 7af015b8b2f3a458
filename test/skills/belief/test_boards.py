# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""On which other boards of furniture things may be put, by the points that were seen of it."""

import numpy as np
import pytest
from numpy.typing import NDArray
from skills_fakes import table

from adhoc_teamwork.skills.belief.boards import other_boards
from adhoc_teamwork.teamwork.geometry import Size

SHELF = table("ShelvingUnit_0", 2.0, 1.0, Size(0.8, 0.3, 1.6), support_height=1.2)


def level(height: float, share: float = 1.0, seed: int = 0) -> NDArray[np.float64]:
    """Return points on the front part of a board of the shelf, as perception keeps them."""
    generator = np.random.default_rng(seed)
    x, y = np.mgrid[1.62:2.4:0.035, 0.87 : 0.86 + 0.3 * share : 0.035]
    points = np.stack([x.ravel(), y.ravel(), np.full(x.size, height)], axis=1)
    return points + generator.normal(0.0, 0.004, points.shape)


def upright() -> NDArray[np.float64]:
    """Return points on the shelf's back and left side."""
    x, z = np.mgrid[1.62:2.4:0.035, 0.05:1.6:0.035]
    back = np.stack([x.ravel(), np.full(x.size, 1.13), z.ravel()], axis=1)
    y, z = np.mgrid[0.87:1.15:0.035, 0.05:1.6:0.035]
    side = np.stack([np.full(y.size, 1.61), y.ravel(), z.ravel()], axis=1)
    return np.concatenate([back, side])


@pytest.mark.parametrize("seed", range(5))
def test_boards_below_are_found_and_back_side_and_edges_are_none(seed: int) -> None:
    edge = level(1.0, share=0.1)
    seen = np.concatenate([level(0.4, 0.8, seed), level(0.8, 0.6, seed + 9), edge, upright()])
    assert other_boards(SHELF, seen, room=0.2) == pytest.approx([0.4, 0.8], abs=0.03)


def test_a_board_has_room_above_it_and_is_not_the_one_that_is_believed_in() -> None:
    seen = np.concatenate([level(0.4), level(0.8), level(1.2)])
    assert other_boards(SHELF, seen, room=0.5) == []
    lower = np.concatenate([level(0.3), level(0.9)])
    assert other_boards(SHELF, lower, room=0.5) == pytest.approx([0.3, 0.9], abs=0.03)


def test_of_what_nobody_has_seen_there_are_no_boards() -> None:
    assert other_boards(SHELF, np.empty((0, 3)), room=0.1) == []
    away = level(0.4) + np.array([2.0, 0.0, 0.0])
    assert other_boards(SHELF, away, room=0.1) == []
    plinth = level(0.05)
    assert other_boards(SHELF, plinth, room=0.1) == []
