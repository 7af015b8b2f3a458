# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to stand: never past a wall, in the thing's own room first."""

import numpy as np
import pytest

from adhoc_teamwork.skills.rules.standing import places_to_stand

NEAR = [True, True, True, False]


@pytest.mark.parametrize(
    ("walled_off", "own_room", "others", "expected"),
    [
        ([False] * 4, [True, False, False, True], [True] * 4, [0]),
        ([True, False, False, False], [True, False, False, True], [True] * 4, [1, 2]),
        ([True, False, False, False], [True] * 4, [True] * 4, [1, 2]),
        ([False] * 4, [False] * 4, [False, True, False, True], [1]),
        ([True] * 4, [True] * 4, [True] * 4, []),
    ],
)
def test_the_own_room_comes_first_and_walls_count_always(
    walled_off: list[bool], own_room: list[bool], others: list[bool], expected: list[int]
) -> None:
    masks = (np.array(mask) for mask in (NEAR, walled_off, own_room, others))
    assert np.flatnonzero(places_to_stand(*masks)).tolist() == expected
