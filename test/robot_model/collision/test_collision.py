# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adhoc_teamwork.robot_model.collision.collision import (
    Collisions,
    MovingBody,
    PlacedOnce,
    built_to_touch,
    separable_pairs,
)
from adhoc_teamwork.robot_model.collision.covering import cover_sphere
from adhoc_teamwork.robot_model.collision.obstacles import Obstacle, ObstacleSet, box


class Slides:
    """Two balls on rails along x, the second 0.5 m to the left."""

    dof = 2

    def poses(self, states: np.ndarray) -> Mapping[str, np.ndarray]:
        placed = {}
        for column, name in enumerate(("one", "two")):
            pose = np.tile(np.eye(4), (len(states), 1, 1))
            pose[:, 0, 3], pose[:, 1, 3] = states[:, column], 0.5 * column
            placed[name] = pose
        return placed


BALLS = [MovingBody("one", cover_sphere(0.1)), MovingBody("two", cover_sphere(0.45))]
WALL = box("wall", (1.0, 0.0, 0.0), (0.2, 0.2, 1.0))


def test_a_body_touches_an_obstacle_where_they_overlap() -> None:
    checked = Collisions(Slides(), BALLS, [WALL])
    free = checked.free(np.array([[0.0, 0.0], [0.81, 0.0], [0.79, 0.0], [1.0, 0.0]]))
    assert free.tolist() == [True, False, True, False]
    touch = checked.first_touch(np.array([[0.0, 0.0], [1.0, 0.0]]))
    assert touch is not None
    assert (touch.state, touch.body, touch.other) == (1, "one", "wall")


def test_a_margin_is_kept_from_obstacles() -> None:
    assert not Collisions(Slides(), BALLS, [WALL], margin=0.05).free(np.array([[0.77, 0.0]]))[0]


def test_bodies_touch_each_other_only_where_they_are_asked_about() -> None:
    state = np.array([[0.0, 0.0], [0.0, 1.0]])
    assert Collisions(Slides(), BALLS).free(state).all()
    asked = Collisions(Slides(), BALLS, apart=[("one", "two")])
    assert asked.free(state).tolist() == [False, True]
    touch = asked.first_touch(state)
    assert touch is not None
    assert {touch.body, touch.other} == {"one", "two"}


def test_what_may_touch_may_touch() -> None:
    checked = Collisions(Slides(), BALLS, [WALL])
    allowed = checked.allowing(frozenset({"one"}), frozenset({"wall"}))
    assert allowed.free(np.array([[1.0, -1.0]]))[0]
    assert not allowed.free(np.array([[1.0, 1.0]]))[0]  # the other ball still may not


def test_what_is_asked_of_the_same_states_is_placed_once() -> None:
    class Counting(Slides):
        asked = 0

        def poses(self, states: np.ndarray) -> Mapping[str, np.ndarray]:
            self.asked += 1
            return super().poses(states)

    mover, states = Counting(), np.array([[0.0, 0.0], [0.81, 0.0], [0.79, 0.0]])
    placed = PlacedOnce(mover)
    for bodies in (BALLS, BALLS[:1], BALLS[1:]):
        again = Collisions(Slides(), bodies, [WALL]).free(states)
        assert Collisions(placed, bodies, [WALL]).free(states).tolist() == again.tolist()
    assert mover.asked == 1
    assert placed.poses(states + 1.0)["one"][0, 0, 3] == 1.0
    assert mover.asked == 2


def test_pairs_that_a_joint_joins_or_that_touch_at_rest_mean_nothing() -> None:
    states = np.array([[0.0, 0.0], [0.0, 2.0], [0.0, 3.0]])
    assert separable_pairs(Slides(), BALLS, frozenset(), states) == []
    apart = states[[1, 0, 2]]
    assert separable_pairs(Slides(), BALLS, frozenset(), apart) == [("one", "two")]
    joined = frozenset({frozenset({"one", "two"})})
    assert separable_pairs(Slides(), BALLS, joined, apart) == []
    assert built_to_touch(Slides(), BALLS, WALL, np.array([[1.0, -1.0]])) == {"one"}


@settings(max_examples=60)
@given(
    st.tuples(*[st.floats(-2.0, 2.0)] * 3),
    st.floats(-3.0, 3.0),
    st.tuples(*[st.floats(0.05, 1.0)] * 3),
)
def test_distance_to_a_turned_box_is_that_of_its_nearest_point(
    point: tuple[float, float, float], yaw: float, size: tuple[float, float, float]
) -> None:
    solid = box("box", (0.3, -0.2, 0.1), size, yaw)
    local = np.linalg.inv(solid.pose) @ (*point, 1.0)
    nearest = np.clip(local[:3], -np.array(solid.half), solid.half)
    expected = np.linalg.norm(local[:3] - nearest)
    assert ObstacleSet([solid]).distances(np.array([point]))[0, 0] == pytest.approx(expected)


def test_distance_to_a_cylinder() -> None:
    pillar = Obstacle("pillar", np.eye(4), (0.5, 0.5, 1.0), "cylinder")
    points = np.array([[2.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.4, 0.4, 0.0], [0.3, 0.4, 0.2]])
    expected = [1.5, 2.0, np.hypot(0.4, 0.4) - 0.5, 0.0]
    assert ObstacleSet([box("far", (9, 9, 9), (1, 1, 1)), pillar]).distances(points)[
        :, 1
    ] == pytest.approx(expected)
