# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a receptacle carries things."""

import numpy as np
import pytest

from adhoc_teamwork.perception.objects.surfaces import (
    Surface,
    agreed_surface,
    height_below,
    support_surface,
)

Span = tuple[float, float]


def plate(x: Span, y: Span, z: float, step: float = 0.03) -> np.ndarray:
    gx, gy = np.meshgrid(np.arange(*x, step), np.arange(*y, step))
    return np.stack([gx.ravel(), gy.ravel(), np.full(gx.size, z)], 1)


def front(x: float, y: Span, z: Span, step: float = 0.03) -> np.ndarray:
    gy, gz = np.meshgrid(np.arange(*y, step), np.arange(*z, step))
    return np.stack([np.full(gy.size, x), gy.ravel(), gz.ravel()], 1)


def cloud(*parts: np.ndarray) -> np.ndarray:
    return np.concatenate(parts).astype(np.float32)


def test_table_top() -> None:
    table = cloud(plate((0, 1), (0, 1), 0.75), front(0, (0, 1), (0, 0.75)))
    assert support_surface(table, 1.5).height == pytest.approx(0.75, abs=0.02)


def test_sofa_gives_the_seat() -> None:
    sofa = cloud(
        plate((0, 0.7), (0, 1.8), 0.45),
        plate((0.7, 0.9), (0, 1.8), 0.9),
        front(0.7, (0, 1.8), (0.45, 0.9)),
        front(0.0, (0, 1.8), (0.0, 0.45)),
    )
    assert support_surface(sofa, 1.5).height == pytest.approx(0.45, abs=0.02)


def test_sofa_seen_from_below_its_seat_gives_the_seats_front_edge() -> None:
    sofa = cloud(front(0.0, (0, 1.8), (0.0, 0.46)), front(0.7, (0, 1.8), (0.46, 0.9)))
    assert support_surface(sofa, 0.3).height == pytest.approx(0.45, abs=0.04)


def test_cabinet_seen_from_below_gives_its_upper_edge() -> None:
    cabinet = cloud(front(0.0, (0, 1), (0, 0.92)))
    assert support_surface(cabinet, 0.5).height == pytest.approx(0.9, abs=0.04)


def test_the_end_of_a_picture_is_no_edge() -> None:
    """A low robot saw one side of a counter from afar, the other from so near that it was cut."""
    near = front(1.8, (0, 1.2), (0, 0.68))
    counter = cloud(front(0.0, (0, 0.6), (0, 0.94)), near)
    assert support_surface(counter, 0.6).height == pytest.approx(0.67, abs=0.03)
    topmost = near[near[:, 2] > 0.62].astype(np.float32)
    assert support_surface(counter, 0.6, topmost).height == pytest.approx(0.93, abs=0.03)
    assert support_surface(cloud(near), 0.6, topmost).height == pytest.approx(0.67, abs=0.03)


def test_a_front_that_goes_on_above_pictures_has_no_edge_at_its_corner() -> None:
    """A low robot saw a fridge up to 1.5 m, and a corner of it up to 1.1 m."""
    wide, corner = front(0.0, (0, 0.7), (0, 1.5)), front(0.0, (0.72, 0.78), (0, 1.1))
    topmost = wide[wide[:, 2] > 1.44].astype(np.float32)
    assert support_surface(cloud(wide, corner), 0.6, topmost).height > 1.4


def test_of_a_counters_front_its_longest_edges_count_and_of_a_seat_its_front_too() -> None:
    """From near, pictures end at all heights along a counter; a seat's front is short."""
    lower, longest = front(0.0, (0, 0.4), (0, 0.7)), front(0.0, (0.4, 1.6), (0, 0.94))
    for seat, height in ((False, 0.93), (True, 0.69)):
        guess = support_surface(cloud(lower, longest), 0.6, seat=seat)
        assert guess == (pytest.approx(height, abs=0.03), False)


def test_table_seen_from_below_gives_its_upper_side() -> None:
    table = cloud(plate((0, 1), (0, 1), 0.71), front(0, (0, 1), (0.71, 0.75), 0.01))
    assert support_surface(table, 0.3).height == pytest.approx(0.74, abs=0.02)


def test_bunk_bed_gives_the_mattress_that_was_seen_from_above() -> None:
    bed = cloud(plate((0, 0.9), (0, 1.2), 0.5), plate((0, 0.9), (0, 2.0), 1.47))
    assert support_surface(bed, 0.6).height == pytest.approx(0.5, abs=0.02)


def test_shelf_gives_one_of_its_boards() -> None:
    boards = (0.3, 0.66, 1.02)
    shelf = cloud(*(plate((0, 0.35), (0, 0.9), z) for z in boards), front(0.35, (0, 0.9), (0, 1.5)))
    assert min(abs(support_surface(shelf, 1.6).height - z) for z in boards) < 0.02


def test_height_does_not_depend_on_where_the_layers_fall() -> None:
    for height in np.arange(0.70, 0.76, 0.005):
        noise = np.random.default_rng(1).normal(0, 0.001, (34 * 34, 3))
        table = plate((0, 1), (0, 1), float(height)) + noise
        assert support_surface(table.astype(np.float32), 1.5).height == pytest.approx(
            height, abs=0.02
        )


def test_no_points_no_height() -> None:
    assert np.isnan(support_surface(np.empty((0, 3), np.float32), 1.0).height)


def test_height_below_looks_only_near_and_below() -> None:
    points = cloud(plate((0, 1), (0, 1), 0.5), plate((0, 1), (0, 1), 0.9))
    assert height_below(points, 0.5, 0.5, 0.7, 0.1) == pytest.approx(0.5)
    assert np.isnan(height_below(points, 3.0, 3.0, 0.7, 0.1))


def test_shelf_gives_a_board_within_reach_though_its_top_shows_more() -> None:
    shelf = cloud(
        plate((0, 0.2), (0, 0.6), 0.43),
        plate((0, 0.35), (0, 0.9), 1.2),
        front(0.35, (0, 0.9), (0, 1.2)),
    )
    assert support_surface(shelf, 1.6).height == pytest.approx(0.43, abs=0.02)


def test_what_is_open_above_counts_for_more_than_a_larger_board_right_below() -> None:
    """A television hides most of the top; a hand from above gets to no board below it."""
    board = plate((0, 0.4), (0, 1.2), 0.4)
    for height, chosen in ((0.7, 0.7), (0.9, 0.4)):
        top = cloud(plate((0, 0.4), (0, 0.3), height), plate((0, 0.4), (0.9, 1.2), height))
        edge = front(0.4, (0, 1.2), (0, height))
        stand = cloud(board, top, plate((0.36, 0.4), (0, 1.2), height), edge)
        assert support_surface(stand, 1.6).height == pytest.approx(chosen, abs=0.02)


def stand(top: float) -> np.ndarray:
    """Return a stand's board at 0.4 m and its front, sides and back up to `top`, metres."""
    sides = [plate((0, 0.4), (y, y + 0.03), top - 0.01) for y in (0.0, 1.17)]
    upright = [front(x, (0, 1.2), (0.4, top)) for x in (0.0, 0.4)]
    return cloud(plate((0, 0.4), (0, 1.2), 0.4), *sides, *upright)


def test_edges_around_a_board_speak_for_a_top_that_a_low_camera_cannot_see() -> None:
    guess = support_surface(stand(0.7), 0.6)
    assert guess == (pytest.approx(0.7, abs=0.04), False)
    assert support_surface(stand(0.7), 1.2) == (pytest.approx(0.4, abs=0.02), True)
    assert support_surface(stand(0.95), 0.6) == (pytest.approx(0.4, abs=0.02), True)


def test_along_one_side_of_a_board_stands_a_headboard_and_no_top_over_it() -> None:
    bed = cloud(plate((0, 2), (0, 1.4), 0.44), front(2.0, (0, 1.4), (0, 0.66)))
    assert support_surface(bed, 0.6) == (pytest.approx(0.44, abs=0.02), True)


def test_what_is_high_all_over_keeps_its_height() -> None:
    assert support_surface(cloud(plate((0, 1), (0, 0.5), 1.7)), 2.0).height == pytest.approx(
        1.7, abs=0.02
    )


def test_only_what_was_looked_down_on_is_seen() -> None:
    chair = cloud(plate((0, 0.5), (0, 0.5), 0.45), front(0.5, (0, 0.5), (0.45, 0.95)))
    assert support_surface(chair, 0.6) == (pytest.approx(0.45, abs=0.02), True)
    back = cloud(front(0.5, (0, 0.5), (0.6, 0.95)))
    assert support_surface(back, 1.6) == (pytest.approx(0.93, abs=0.04), False)
    table = cloud(plate((0, 1), (0, 1), 0.7), plate((0, 1), (0, 1), 0.74))
    assert not support_surface(table, 0.3).seen


def test_of_back_and_armrests_alone_a_high_camera_sees_no_seat() -> None:
    """It looks over the seat, which begins below its picture."""
    arms = [plate((0, 0.9), y, 0.61) for y in ((0, 0.25), (1.55, 1.8))]
    back = cloud(plate((0.7, 0.9), (0, 1.8), 0.95), front(0.7, (0, 1.8), (0.6, 0.95)))
    for sofa, height in ((back, 0.95), (cloud(*arms), 0.61), (cloud(back, *arms), 0.61)):
        assert support_surface(sofa, 1.6, seat=True) == (pytest.approx(height, abs=0.02), False)
        assert support_surface(sofa, 1.6).seen
    whole = cloud(back, *arms, plate((0, 0.7), (0.25, 1.55), 0.45))
    assert support_surface(whole, 1.6, seat=True) == (pytest.approx(0.45, abs=0.02), True)


SEAT, BACK = Surface(0.45, seen=True), Surface(0.95)
TOP, HUTCH = Surface(0.9, seen=True), Surface(2.0, seen=True)


@pytest.mark.parametrize(
    ("own", "camera", "told", "agreed"),
    [
        (SEAT, 0.6, [BACK], SEAT),
        (BACK, 1.6, [SEAT], SEAT),
        (SEAT, 0.6, [TOP], TOP),
        (TOP, 1.6, [SEAT], TOP),
        (SEAT, 0.6, [HUTCH, TOP], TOP),
        (SEAT, 0.6, [HUTCH], SEAT),
        (BACK, 0.6, [HUTCH], BACK),
        (BACK, 0.6, [], BACK),
        (Surface(), 0.6, [BACK, SEAT], SEAT),
        (Surface(), 0.6, [BACK], BACK),
        (Surface(1.5), 0.6, [HUTCH], HUTCH),
        (SEAT, 1.0, [TOP], TOP),
        (SEAT, 1.1, [TOP], SEAT),
    ],
)
def test_what_was_looked_down_on_counts_for_more_than_a_guess(
    own: Surface, camera: float, told: list[Surface], agreed: Surface
) -> None:
    assert agreed_surface(own, camera, told) == agreed
    assert agreed_surface(own, camera, reversed(told)) == agreed
