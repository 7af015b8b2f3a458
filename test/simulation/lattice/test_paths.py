# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fewest actions, against a plain search that knows nothing of the fields."""

from collections import deque

import pytest

from adhoc_teamwork.simulation.houses.house import House
from adhoc_teamwork.simulation.lattice.actions import ActionKind
from adhoc_teamwork.simulation.lattice.cells import Lattice
from adhoc_teamwork.simulation.lattice.config import HEADINGS, StepConfig
from adhoc_teamwork.simulation.lattice.paths import FAR, MOVES, Gait, Paths

TURNS = {ActionKind.ROTATE_LEFT: 1, ActionKind.ROTATE_RIGHT: 3}


@pytest.fixture(scope="module")
def step_config() -> StepConfig:
    return StepConfig(move=0.5)


@pytest.fixture
def paths(small_house: House, step_config: StepConfig) -> Paths:
    return Paths(Lattice.of(small_house, step_config))


def after(lattice: Lattice, state: tuple[int, int], kind: ActionKind) -> tuple[int, int] | None:
    cell, heading = state
    if kind in TURNS:
        return cell, (heading + TURNS[kind]) % HEADINGS
    there = int(lattice.neighbours[cell, (heading + MOVES.index(kind)) % HEADINGS])
    return (there, heading) if there >= 0 else None


def fewest(
    lattice: Lattice, start: tuple[int, int], goals: set[tuple[int, int]], gait: Gait,
    avoid: frozenset[int] = frozenset(),
) -> int:  # fmt: skip
    kinds = [*(MOVES if gait is Gait.ANY else MOVES[:1]), *TURNS]
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        state, actions = queue.popleft()
        if state in goals:
            return actions
        for kind in kinds:
            there = after(lattice, state, kind)
            if there and there not in seen and (there[0] not in avoid or there in goals):
                seen.add(there)
                queue.append((there, actions + 1))
    return FAR


@pytest.mark.parametrize("gait", list(Gait))
def test_fields_hold_the_fewest_actions(paths: Paths, gait: Gait) -> None:
    lattice = paths.lattice
    goals = {(3, 1), (len(lattice) - 2, 2)}
    field = paths.to_states(goals, gait)
    for cell in range(0, len(lattice), 3):
        for heading in range(HEADINGS):
            assert field.actions(cell, heading) == fewest(lattice, (cell, heading), goals, gait)


@pytest.mark.parametrize("gait", list(Gait))
def test_following_a_field_takes_as_many_actions_as_it_says(paths: Paths, gait: Gait) -> None:
    field = paths.to_cells([5], gait)
    for start in range(0, len(paths.lattice), 5):
        state, taken = (start, 2), 0
        while (kind := field.next(*state)) is not None:
            following = after(paths.lattice, state, kind)
            assert following is not None
            state, taken = following, taken + 1
        assert state[0] == 5
        assert taken == field.actions(start, 2)


def test_distances_count_moves(paths: Paths) -> None:
    moves = paths.distances([4, 9])
    field = paths.to_cells([4, 9])
    assert (moves[:, None] == field.cost).all()


@pytest.mark.parametrize("gait", list(Gait))
def test_ways_go_round_what_is_to_be_avoided(paths: Paths, gait: Gait) -> None:
    lattice = paths.lattice
    goal = lattice.at(1.0, 1.0)
    avoid = frozenset({lattice.at(1.5, 1.0), lattice.at(1.5, 1.5), lattice.at(1.5, 0.5)})
    field = paths.to_cells([goal], gait, avoid)
    goals = {(goal, heading) for heading in range(HEADINGS)}
    for cell in range(0, len(lattice), 2):
        for heading in (0, 3):
            wanted = fewest(lattice, (cell, heading), goals, gait, avoid)
            assert field.actions(cell, heading) == wanted


def test_where_there_is_no_way(paths: Paths) -> None:
    lattice = paths.lattice
    doorway = [cell for cell in range(len(lattice)) if lattice.points[cell, 0] == 4.0]
    moves = paths.distances([lattice.at(1.0, 1.0)], avoid=doorway)
    assert moves[lattice.at(6.0, 1.0)] == FAR
    assert paths.to_cells([]).next(3, 0) is None
    assert paths.distances([])[0] == FAR


def test_fields_are_kept(paths: Paths) -> None:
    assert paths.to_cells([3], Gait.AHEAD).cost.base is paths.to_cells([3], Gait.AHEAD).cost.base
    assert paths.distances([3]) is paths.distances([3])
