# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

"""Types guessed from free text, and what the shipped asset tables know."""

import pytest

from adhoc_teamwork.simulation.houses.house_file.assets import family_of, shipped_assets
from adhoc_teamwork.simulation.houses.house_file.furnishing import guess_category
from adhoc_teamwork.simulation.houses.levels import Span, board_levels
from adhoc_teamwork.simulation.houses.profiles import Profile, profile_of

TYPES = shipped_assets().types


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("50 inch tv-0|tv_stand-0 (living room)", "Television"),
        ("tv_stand-0 (living room)", "TVStand"),
        ("sectional_sofa-0 (living room)", "Sofa"),
        ("Dresser|4|0", "Dresser"),
        ("singapore_merlion (living room)", "SingaporeMerlion"),
        ("4|0", "Object"),
        ("small|7|38", "Object"),
        ("", "Object"),
    ],
)
def test_free_text_names_a_type(text: str, category: str) -> None:
    assert guess_category((text,), TYPES) == category


def test_assets_are_known_by_their_family() -> None:
    table = shipped_assets()
    assert family_of("Tennis_Racquet_4") == "tennisracquet"
    racket = table.find("Tennis_Racquet_99")
    assert racket is not None
    assert (racket.category, racket.pickupable) == ("TennisRacket", True)
    counter = table.find("Countertop_L_10x6")
    assert counter is not None
    assert counter.extents[0] == pytest.approx(3.05, abs=0.01)
    assert table.find("96b4162382d54eb1bde7b50f62355968") is None


def test_masses_have_a_fallback() -> None:
    table = shipped_assets()
    assert table.mass("Mug", (1.0, 1.0, 1.0)) < 1.0
    assert table.mass("NeverHeardOf", (0.1, 0.1, 0.1)) == pytest.approx(0.15)


def test_shelf_boards_keep_clear_of_what_stands_there() -> None:
    tall = Span(0.3, 1.0)
    boards = board_levels(1.6, [tall])
    assert any(b == pytest.approx(0.3) for b in boards)
    assert not any(0.3 < b < 1.0 for b in boards)
    assert boards[-1] == 1.6


def test_types_nobody_listed_are_judged_by_the_end_of_their_name() -> None:
    assert profile_of("GlassCoffeeTable") is Profile.TABLE
    assert profile_of("WallShelf") is Profile.SHELF
    assert profile_of("WallClock") is Profile.ON_WALL
    assert profile_of("AlarmClock") is Profile.SOLID
    assert profile_of("Sculpture") is Profile.SOLID
